// Phones of this network: whether this page is open where only its own computer can reach it.

export const onlyHere = (host: string) => /^(localhost|127(\.\d+){3}|\[::1\])$/.test(host);
