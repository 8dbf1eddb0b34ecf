/**
 * Parses a `Range` header by RFC 9110, section 14.2. Returns null where the whole is to be sent: without a header, with
 * several ranges, and for anything that is no range of bytes. The first and the last byte are counted from 0.
 */
export function parseByteRange(
  header: string | undefined,
  size: number,
): { first: number; last: number } | 'unsatisfiable' | null {
  if (header === undefined || header.length > 50) return null;
  const [, from = '', to = ''] = /^bytes=(\d*)-(\d*)$/.exec(header) ?? [];
  if (from === '' && to === '') return null;
  const first = from === '' ? Math.max(0, size - Number(to)) : Number(from);
  const last = from === '' || to === '' ? size - 1 : Math.min(Number(to), size - 1);
  if (from !== '' && to !== '' && Number(to) < first) return null;
  return first < size ? { first, last } : 'unsatisfiable';
}
