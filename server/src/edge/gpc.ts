/**
 * Returns whether a `Sec-GPC` header is the signal (Global Privacy Control, section 3.1): one of its values is exactly
 * `1`. Node and proxies join repeated headers with commas.
 */
export const isGpc = (header: string | undefined): boolean =>
  /(?:^|,)\s*1\s*(?:,|$)/.test(header ?? '');
