import { createHmac } from 'node:crypto';
import { isIP } from 'node:net';
import ipaddr from 'ipaddr.js';

export const isAddress = (text: string): boolean => isIP(text) !== 0;

/**
 * Returns what counts as one client: an IPv4 address, or the first 64 bits of an IPv6 address. A client that has one
 * address of such a network usually has them all (RFC 6177, section 2).
 */
function networkOf(address: string): string {
  const [plain = ''] = address.split('%'); // a zone (`%eth0.100`) names an interface of this machine
  if (!isAddress(plain)) return plain;
  const parsed = ipaddr.process(plain); // an IPv4 address in IPv6 form is the IPv4 address
  if (parsed.kind() === 'ipv4') return parsed.toString();
  return Buffer.from(parsed.toByteArray().slice(0, 8)).toString('hex');
}

/** The characters of a {@link networkOf} an IPv6 address that its first 48 bits have. */
const WIDE = 12;

/**
 * Hashes the network of an address. Without the key nobody can find the address, even by trying all addresses. Of an IPv6
 * address, the hash of the wider network that people are also given precedes it: see ../budgets.ts.
 */
export function createAddressHash(key: Uint8Array): (address: string) => string {
  const hash = (text: string) => createHmac('sha256', key).update(text).digest('base64url');
  return (address) => {
    const network = networkOf(address);
    if (!/^[0-9a-f]{16}$/.test(network)) return hash(network);
    return `${hash(network.slice(0, WIDE))}.${hash(network)}`;
  };
}
