/**
 * Returns the hash of the wider network that a client's hash says, of `bits` bits. Tunnels and hosts give 48 bits to
 * one person, and many providers 56, who then is 65,536 or 256 clients. Where few people must not pass for many, such a network counts as
 * one. For the limits of requests it does not: the phones of a provider may share one.
 */
export const inNetwork = (client: string, bits: 48 | 56): string =>
  client.split('.', bits === 48 ? 1 : 2).join('.');
