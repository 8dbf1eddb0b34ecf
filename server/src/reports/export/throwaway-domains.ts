import { disposableEmailBlocklistSet } from 'disposable-email-domains-js';
import { asciiDomain } from '#shared/email-address';

/** Nearly 9,000 domains, read when the first signup is shown. */
let domains: ReadonlySet<string> | undefined;

/** Returns whether an address is of a domain, or below one, where anybody gets an address that lasts for minutes. */
export function isThrowaway(email: string): boolean {
  domains ??= disposableEmailBlocklistSet();
  const domain = email.slice(email.lastIndexOf('@') + 1);
  const labels = (asciiDomain(domain) ?? domain).split('.'); // the list is in punycode
  return labels.some((_, index) => domains?.has(labels.slice(index).join('.')));
}
