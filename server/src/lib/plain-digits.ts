/** Returns a text with the decimal digits of all scripts as `0` to `9`. */
export const plainDigits = (text: string): string => text.replace(/\p{Nd}/gu, plainDigit);

/** In Unicode the ten digits of a script follow each other. */
function plainDigit(digit: string): string {
  let value = 0;
  while (/^\p{Nd}/u.test(String.fromCodePoint((digit.codePointAt(0) ?? 0) - value - 1))) value++;
  return String(value % 10); // mathematical digits are several tens in a row
}
