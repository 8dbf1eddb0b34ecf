/**
 * Returns the first cookie with this name as it was sent, not decoded; null where there is none.
 *
 * @param header `Cookie` of the request (RFC 6265, section 4.2.1)
 */
export function requestCookie(header: string | undefined, name: string): string | null {
  if (header === undefined) return null;
  const wanted = `${name}=`;
  for (let at = header.indexOf(wanted); at !== -1; at = header.indexOf(wanted, at + 1)) {
    if (at > 0 && header[at - 1] !== ';' && header[at - 1] !== ' ') continue;
    const end = header.indexOf(';', at);
    return header.slice(at + wanted.length, end === -1 ? header.length : end).trim();
  }
  return null;
}
