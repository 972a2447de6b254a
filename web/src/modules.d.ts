// The type of what our plugins make.

declare module "virtual:sprite" {
  const url: string;
  export default url;
}
