import { plainDigits } from '../plain-digits.ts';

/** Longer texts are messages of somebody who signs up other people. */
const MAX_NAME = 40;
/** What a mail program may turn into a link, and what no name has. */
const NO_NAME = /[/@:\u2215\u2044€$()<>"]|www|[\p{L}\p{N}]\.[\p{L}\p{N}]{2}|\d.*\d.*\d/iu;

/** Returns a text on one line, without control characters. Arabic and Indian names may have joiners. */
export const oneLine = (text: string): string =>
  text.replaceAll(/((?!\p{Join_C})[\s\p{C}])+/gu, ' ').trim();

/** What a reader or a mail program sees in a text: without what is invisible, and with plain letters, digits and full stops. */
const skeletonOf = (text: string) =>
  plainDigits(text.normalize('NFKC').replace(/\p{DI}/gu, ''))
    .replace(/\p{STerm}/gu, '.')
    .normalize('NFKC');

/**
 * Returns a name on one line as it may stand in a message; empty when it looks like anything but a name. Anybody can
 * sign up somebody else, so the name must not carry an advertisement.
 */
export function mailableName(name: string): string {
  const line = oneLine(name);
  const isName = [...line].length <= MAX_NAME && !NO_NAME.test(skeletonOf(name));
  return isName ? line : '';
}
