/**
 * Returns the values of all cookies with this name in the order in which they were sent, not decoded. There may be
 * several, from other paths or from the parent domain.
 *
 * @param header `Cookie` of the request (RFC 6265, section 4.2.1)
 */
export function requestCookies(header: string | undefined, name: string): string[] {
  const found: string[] = [];
  if (header === undefined) return found;
  const wanted = `${name}=`;
  for (let at = header.indexOf(wanted); at !== -1; at = header.indexOf(wanted, at + 1)) {
    if (at > 0 && header[at - 1] !== ';' && header[at - 1] !== ' ') continue;
    const end = header.indexOf(';', at);
    found.push(header.slice(at + wanted.length, end === -1 ? header.length : end).trim());
  }
  return found;
}
