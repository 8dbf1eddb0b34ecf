/**
 * Returns the hash of the first 48 bits of a client's IPv6 address; of an IPv4 address, the client itself. Tunnels and hosts
 * give so many addresses to one person, who then is 65,536 clients. Where few people must not pass for many, such a network
 * counts as one. For the limits of requests it does not: the phones of a provider may share one.
 */
export const inNetwork = (client: string): string => client.split('.', 1).join('');
