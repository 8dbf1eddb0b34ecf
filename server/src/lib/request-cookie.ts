/** More cookies of one name than any browser has reason to send. */
export const MAX_COOKIES = 8;

/**
 * Returns the values of the cookies with this name in the order in which they were sent, not decoded. There may be
 * several, from other paths or from the parent domain. Those after the first {@link MAX_COOKIES} are not looked for.
 *
 * @param header `Cookie` of the request (RFC 6265, section 4.2.1): only a semicolon separates cookies
 */
export function requestCookies(header: string | undefined, name: string): string[] {
  const values: string[] = [];
  const pattern = new RegExp(`(?:^|;)[ \\t]*${name}=([^;]*)`, 'g');
  for (const [, value = ''] of (header ?? '').matchAll(pattern)) {
    if (values.push(value.trimEnd()) === MAX_COOKIES) break;
  }
  return values;
}
