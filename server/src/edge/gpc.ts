/**
 * Returns whether a `Sec-GPC` header is the signal (Global Privacy Control, section 3.1): one of its values is exactly
 * `1`. Node and proxies join repeated headers with commas.
 */
export function isGpc(header: string | undefined): boolean {
  if (header === undefined || header === '1') return header === '1';
  return header.split(',').some((value) => value.trim() === '1');
}
