/**
 * A placeholder, also with encoded braces, as programs copy an address. Its groups are which one, and the writer's own words for
 * a missing name. What has another sign at its braces, `${name}` or `{{name}}`, is the placeholder of another program.
 */
export const PLACEHOLDER =
  /(?<![{$%]|%7[Bb])(?:\{|%7[Bb])(?:(code)|(name)(?:\|(?=[^{}|\n]*[^{}|\s])([^{}|\n]{1,100}))?)(?:\}|%7[Dd])(?!\}|%7[Dd])/g;

interface Words {
  subject: string;
  text: string;
  link: { label: string; url: string } | null;
}

/** Returns whether the words of a mailing have `{code}`. */
export const asksForCode = ({ subject, text, link }: Words): boolean =>
  [subject, text, link?.label ?? '', link?.url ?? ''].some((words) =>
    [...words.matchAll(PLACEHOLDER)].some(([, code]) => code !== undefined),
  );

interface Mailing {
  audience: { types: readonly string[]; states: readonly string[] };
  words: Readonly<Record<string, Words>>;
}

/** Returns whether a mailing would promise a code to applicants who have none: those who are not accepted. */
export const hasStrangeCode = ({ audience: { types, states }, words }: Mailing): boolean =>
  types.includes('beta') &&
  states.some((state) => state !== 'accepted') &&
  Object.values(words).some(asksForCode);

const ALL = '{name}, {name|there} or {code}, and in an address only {code}';
/** What sentences call the parts of a mailing, and what each may have. A name in an address would stay in the logs of servers. */
const PARTS = {
  subject: ['The subject', ALL],
  text: ['The text', ALL],
  label: ['The text of the button', ALL],
  url: ['The address of the button', '{code}'],
} as const;
export type Part = keyof typeof PARTS;

/** The longest start of an address that is looked at before a placeholder. */
const MAX_ADDRESS = 300;
const MAX_BEFORE = 2_000;
/** What ends an address, as where addresses become links. */
const AFTER_ADDRESS = /[\s<>"\p{sc=Han}\p{sc=Hira}\p{sc=Kana}\u3000-\u303F\uFF01-\uFF65]/u;
const isInAddress = (before: string) =>
  /\/\/|\bwww\.|\bmailto:/i.test(before.split(AFTER_ADDRESS).at(-1) ?? '');

/** What placeholders for a name or a code are called, in the languages of the site. */
const WORD = `(?:(?:first|last|full|user|sur|nick|given|vor|nach|[fl])?name|(?:promo|discount|coupon|voucher)?code|nombre|pr[ée]nom|nom|nome|c[óo]digo|お?名前|氏名|コード|नाम|कोड|(?:ال)?اسم|(?:ال)?رمز)`;
/** With words before it: `user.first_name`. */
const WORDS = String.raw`(?:\p{L}{1,12}[ _.-]){0,2}${WORD}`;
/** Words in a pair of braces. With other punctuation among them, as in JSON, they are no placeholder. */
const BRACES = String.raw`[$%#]?\{{1,4}[^{},;:"'()\p{L}\n]{0,20}\p{L}[^{},;:"'()\n]{0,100}\}{1,4}`;
const OPENS = String.raw`(?:[<\[\u00AB$#~^|%]|__){1,3}[^\p{L}\n]{0,3}`;
const CLOSES = String.raw`[^\p{L}\n]{0,3}(?:[>\]\u00BB$#~^|%]|__){1,3}`;
/** What looks like a placeholder, here or in another program. Each repetition has a limit, so that the time is linear. */
const SUSPECT = new RegExp(
  [
    String.raw`(?:https?:\/\/[^\s{]{0,${MAX_ADDRESS}})?${BRACES}`,
    String.raw`\*\|[^|\n]{1,60}\|\*`,
    // In an address, two digits after a per cent sign encode a byte.
    String.raw`(?<!\p{N})(?!(?<=https?:\/\/\S{0,${MAX_ADDRESS}})%[\da-f]{2})%[\p{L}_][\p{L}\p{M}\p{N}_.-]{0,40}%`,
    String.raw`\[\[[^\]\n\p{L}]{0,9}\p{L}[^\]\n]{0,60}\]\]`,
    '%7B[^\\s%]{1,60}%7D',
    OPENS + WORDS + CLOSES,
    String.raw`\$${WORDS}(?![\p{L}\p{N}])`,
    // Half of a pair.
    String.raw`\{[^\p{L}\n]{0,3}${WORDS}`,
    String.raw`(?<!\p{L})${WORD}[^\p{L}\n]{0,3}\}`,
  ].join('|'),
  'giu',
);
const MAX_NAMED = 5;

/**
 * Returns what is wrong with the placeholders of a part, as a sentence that names both; null if nothing is. A lone brace, a per
 * cent sign and brackets around other words are text.
 */
export function placeholderFault(part: Part, text: string): string | null {
  const [name, expected] = PARTS[part];
  const isReplaced = (which: string | undefined, at: number) =>
    which === 'code' ||
    !(part === 'url' || isInAddress(text.slice(Math.max(0, at - MAX_BEFORE), at)));
  const rest = text.replaceAll(PLACEHOLDER, (found, code, _name, _fallback, at) =>
    isReplaced(code, at) ? '\uFFFC'.repeat(found.length) : found,
  );
  const shown = part === 'url' ? rest.replace(/(?:%[\da-f]{2})+/gi, decode) : text;
  const plain = (part === 'url' ? shown : rest).replace(/[\uFF01-\uFF5E\uFE50-\uFE6F]/g, (sign) =>
    sign.normalize('NFKC'),
  );
  const found = [...plain.matchAll(SUSPECT)].map(({ 0: { length }, index }) =>
    shown.slice(index, index + length),
  );
  if (found.length > 0) {
    const named = [...new Set(found)].slice(0, MAX_NAMED).join(' ');
    return `${name} has ${named}, which is not replaced there; use ${expected}.`;
  }
  if (part === 'url' || !text.includes('{name}')) return null;
  const isEmpty = !/[^\p{P}\p{C}\s]/u.test(text.replaceAll('{name}', ''));
  return isEmpty
    ? `${name} has only {name}, and is empty where that is missing; add words, or use {name|there}.`
    : null;
}

function decode(encoded: string): string {
  try {
    return decodeURIComponent(encoded);
  } catch {
    return ' ';
  }
}
