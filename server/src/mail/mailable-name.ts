/** Longer texts are messages of somebody who signs up other people. */
const MAX_NAME = 40;
/** What a mail program may turn into a link, and what no name has. */
const NO_NAME = /[/@:\u2215\u2044。｡€$()<>"]|www|[\p{L}\p{N}]\.[\p{L}\p{N}]{2}|\d.*\d.*\d/iu;

/** Returns a text on one line, without control characters. */
export const oneLine = (text: string): string => text.replaceAll(/[\s\p{C}]+/gu, ' ').trim();

/**
 * Returns a name on one line as it may stand in a message; empty when it looks like anything but a name. Anybody can
 * sign up somebody else, so the name must not carry an advertisement.
 */
export function mailableName(name: string): string {
  const line = oneLine(name);
  // In compatibility forms too, such as full-width letters and dots.
  const isName =
    [...line].length <= MAX_NAME && !NO_NAME.test(line) && !NO_NAME.test(line.normalize('NFKC'));
  return isName ? line : '';
}
