/**
 * Returns the values of all cookies with this name in the order in which they were sent, not decoded. There may be
 * several, from other paths or from the parent domain.
 *
 * @param header `Cookie` of the request (RFC 6265, section 4.2.1): only a semicolon separates cookies
 */
export function requestCookies(header: string | undefined, name: string): string[] {
  const wanted = `${name}=`;
  return (header ?? '')
    .split(';')
    .map((pair) => pair.replace(/^[ \t]+/, ''))
    .filter((pair) => pair.startsWith(wanted))
    .map((pair) => pair.slice(wanted.length).trimEnd());
}
