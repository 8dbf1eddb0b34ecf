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

function foldOnce(email: string): string {
  const clean = cleanAddress(email).toLowerCase();
  const at = clean.lastIndexOf('@') + 1;
  const ascii = asciiDomain(clean.slice(at));
  if (ascii === null) return clean;
  const domain = domainToUnicode(ascii).toLowerCase(); // IDNA folds Cherokee letters to capitals
  return clean.slice(0, at) + (cleanAddress(domain) === domain ? domain : ascii);
}
