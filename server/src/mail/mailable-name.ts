import { plainDigits } from '../lib/plain-digits.ts';

/** Longer texts are messages of somebody who signs up other people. */
const MAX_NAME = 40;
/** What a mail program may turn into a link, with what looks like a slash, and what no name has. */
const NO_NAME =
  /[/\\@:\u2044\u2CC6\u2CC7\u3033\u3034()<>"\p{So}\p{Sm}\p{Sc}\p{No}]|\u0337|\u0338|www|[\p{L}\p{M}\p{N}_]\.[\p{L}\p{M}\p{N}]{2}|\d.*\d.*\d/iu;
/** Punctuation of names, and what has a rule of its own: commas, apostrophes, Hebrew and Tibetan signs, middle dots. */
const NO_STOP = '[/\\\\@:"!&\'*,;?#%\u00B7\u0387\u055A\u05F3\u05F4\u0970\u0F0B\u3001\u30FB]';
/**
 * Full stops of other scripts, and what looks like one: also an Arabic zero between letters, and a middle dot that is neither
 * Catalan, Japanese nor Tibetan.
 */
const FULL_STOP = new RegExp(
  [
    `(?!${NO_STOP})\\p{Po}`,
    '[\\p{STerm}\u1427\u18DF\uA4F8\uA4FA\uA78F\u{1D16D}]',
    '(?<=\\p{L})[\u0660\u06F0](?=\\p{L})',
    '(?<!l)[\u00B7\u0387]|[\u00B7\u0387](?!l)',
    '(?<!\\p{sc=Tibt})\u0F0B|\u0F0B(?!\\p{sc=Tibt}|\\s|$)',
    '(?<![\\p{sc=Han}\\p{sc=Hira}\\p{sc=Kana}ー])\u30FB|\u30FB(?![\\p{sc=Han}\\p{sc=Hira}\\p{sc=Kana}])',
  ].join('|'),
  'giu',
);
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
  plainDigits(
    text
      .normalize('NFKC')
      .replace(/\p{DI}/gu, '')
      .replace(FULL_STOP, '.'),
  ).normalize('NFKC');

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
