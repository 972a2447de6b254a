export default 10;
