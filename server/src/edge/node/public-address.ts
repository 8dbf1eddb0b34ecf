import ipaddr from 'ipaddr.js';

/** Azure's machines find their metadata here. No other address of a metadata service is public. */
const AZURE_METADATA = '168.63.129.16';
/** All addresses that the IPv6 internet uses so far (RFC 4291, section 2.4). */
const GLOBAL_IPV6 = ipaddr.parseCIDR('2000::/3');

/** A network that has IPv6 alone reaches every IPv4 address here (RFC 6052). */
const NAT64 = ipaddr.parseCIDR('64:ff9b::/96');

/**
 * Returns whether an IP address belongs to the public internet: no private, local, link-local, shared (RFC 6598) or
 * reserved address, in whatever form it is written. Of the IPv6 addresses that stand for an IPv4 address, only those of
 * NAT64 are public, if the IPv4 address is.
 */
export function isPublicAddress(text: string): boolean {
  if (!ipaddr.isValid(text) || text.includes('%')) return false;
  const address = ipaddr.process(text); // an IPv4 address in IPv6 form is the IPv4 address
  if (address.kind() === 'ipv6' && address.match(NAT64)) {
    return isPublicAddress(ipaddr.fromByteArray(address.toByteArray().slice(12)).toString());
  }
  if (address.range() !== 'unicast') return false;
  return address.kind() === 'ipv4'
    ? address.toString() !== AZURE_METADATA
    : address.match(GLOBAL_IPV6);
}
