/**
 * Returns the hash of the first 48 bits of a client's IPv6 address; of an IPv4 address, the client itself. One customer of
 * a tunnel or a host may have 65,536 networks of 64 bits, and would count as that many clients. Where a few people must not
 * pass for many, 48 bits count as one client. The limits of requests do not use it: a provider's phones may share 48 bits.
 */
export const inNetwork = (client: string): string => client.split('.', 1).join('');
