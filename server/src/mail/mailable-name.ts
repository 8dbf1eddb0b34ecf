import { plainDigits } from '../plain-digits.ts';

/** Longer texts are messages of somebody who signs up other people. */
const MAX_NAME = 40;
/** What a mail program may turn into a link, and what no name has. */
const NO_NAME =
  /[/@:\u2044()<>"\p{So}\p{Sm}\p{Sc}\p{No}]|www|[\p{L}\p{M}\p{N}_]\.[\p{L}\p{M}\p{N}]{2}|\d.*\d.*\d/iu;
/** Full stops of other scripts, what looks like one, and a middle dot that is neither Catalan nor Japanese. */
const FULL_STOP =
  /[\p{STerm}\uA4F8\uA4FA\u0DF4\u1427\u16EB\u18DF\u2022\u2027\u204C\u204D\u2CFE\u2E31\u2E33]|(?<!l)[·\u0387]|[·\u0387](?!l)|(?<![\p{sc=Han}\p{sc=Hira}\p{sc=Kana}ー])・|・(?![\p{sc=Han}\p{sc=Hira}\p{sc=Kana}])/giu;
/**
 * Three digits in a row, also as Han or as signs for numbers. Names have one or two Han digits (`三浦 一郎`); 十, 百 and 千 are
 * in no telephone number.
 */
const DIGIT = '[\\d\\p{Nl}零一二三四五六七八九壹壱弌貳贰弍參叁参弎肆伍陸陆柒漆捌玖]';
const NUMBER = new RegExp(`${DIGIT}(\\P{L}*${DIGIT}){2}`, 'u');

/** Returns a text on one line, without control characters. Arabic and Indian names may have joiners. */
export const oneLine = (text: string): string =>
  text.replaceAll(/((?!\p{Join_C})[\s\p{C}])+/gu, ' ').trim();

/** What a reader or a mail program sees in a text: without what is invisible, and with plain letters, digits and full stops. */
const skeletonOf = (text: string) =>
  plainDigits(text.normalize('NFKC').replace(/\p{DI}/gu, ''))
    .replace(FULL_STOP, '.')
    .normalize('NFKC');

/**
 * Returns a name on one line as it may stand in a message; empty when it looks like anything but a name. Anybody can
 * sign up somebody else, so the name must not carry an advertisement.
 */
export function mailableName(name: string): string {
  const line = oneLine(name);
  if ([...line].length > MAX_NAME) return '';
  const seen = skeletonOf(name);
  return NO_NAME.test(seen) || NUMBER.test(seen) ? '' : line;
}
