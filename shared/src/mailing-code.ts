// Apart from ./placeholders.ts, whose patterns the console does not need.

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
