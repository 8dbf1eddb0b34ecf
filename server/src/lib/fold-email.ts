import { domainToUnicode } from 'node:url';
import { asciiDomain, cleanAddress } from '#shared/email-address';

/**
 * Returns an e-mail address in the form in which it is stored, and by which it is found: clean, in lower case, with its
 * domain in Unicode. Addresses with the same form are one person's: docs/decisions/003-email-case.md.
 */
export function foldEmail(email: string): string {
  let folded = email;
  for (let pass = 0; pass < MAX_PASSES; pass++) {
    const next = foldOnce(folded);
    if (next === folded) break;
    folded = next;
  }
  return folded;
}

/** A small letter may compose with the marks behind it, unlike the capital. */
const MAX_PASSES = 5;

/**
 * Returns a text with one form of letters that have two small ones for one capital: old Cyrillic ones, and σ, which is ς at the
 * end of a word. In a domain, ς is a letter of its own (IDNA 2008).
 */
const oneSmallLetter = (text: string) =>
  text
    .replace(/[\u1C80-\u1C88]/g, (old) => old.toUpperCase().toLowerCase())
    .replaceAll('ς', 'σ')
    .replace(/(?<=\p{L})σ(?![\p{L}\p{M}])/gu, 'ς');

function foldOnce(email: string): string {
  // Before lower case, which makes a sigma out of the capital or the final one, by what follows it.
  const clean = cleanAddress(email).replaceAll('Σ', 'σ').toLowerCase();
  const at = clean.lastIndexOf('@') + 1;
  const ascii = asciiDomain(clean.slice(at));
  if (ascii === null) return clean;
  const domain = domainToUnicode(ascii).toLowerCase(); // IDNA folds Cherokee letters to capitals
  return oneSmallLetter(clean.slice(0, at)) + (cleanAddress(domain) === domain ? domain : ascii);
}
