/** Whitespace in JSON (RFC 8259, section 2). */
const isBlank = (byte: number | undefined) =>
  byte === 0x20 || byte === 0x0a || byte === 0x0d || byte === 0x09;

/** Returns the same bytes without the surrounding whitespace. */
export function trimBytes(bytes: Buffer): Buffer {
  let [start, end] = [0, bytes.length];
  while (start < end && isBlank(bytes[start])) start++;
  while (end > start && isBlank(bytes[end - 1])) end--;
  return bytes.subarray(start, end);
}
