const emailLike = /[^\s@/]+@[^\s@/]+\.[^\s@/]/;

/**
 * Whether text may hold an e-mail address, as it stands or percent-encoded, even twice: such text is
 * never accepted in an event, wherever it stands.
 */
export function looksLikeEmail(text: string): boolean {
  if (/^[^@%\x80-\uffff]*$/.test(text)) return false; // nearly always
  // NFKC turns look-alikes such as the fullwidth at sign into the plain ones.
  let current = text.normalize('NFKC');
  for (let round = 0; round < 3; round++) {
    if (emailLike.test(current)) return true;
    const decoded = current.replace(/%([2-7][0-9a-f])/gi, (_, hex: string) =>
      String.fromCharCode(Number.parseInt(hex, 16)),
    );
    if (decoded === current) return false;
    current = decoded;
  }
  return false;
}

/** Whether every store can hold the text: PostgreSQL takes neither NUL nor half of a surrogate pair. */
export function isStorableText(text: string): boolean {
  return !text.includes('\0') && !/\p{Surrogate}/u.test(text);
}
