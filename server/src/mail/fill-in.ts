import type { MailingWords } from '#shared/list';
import { PLACEHOLDER } from '#shared/placeholders';
import type { Language } from '#shared/site-languages';

interface Values {
  /** Empty when it is left out. */
  name: string;
  code: string;
}

/**
 * Replaces the placeholders in the words of a mailing, each once: what a name contains is never replaced again. A sentence
 * without its name stays whole.
 */
export function fillIn(
  { subject, text, link }: MailingWords,
  values: Values,
  language: Language,
): MailingWords {
  const fill = (words: string) => fillText(words, values, language);
  return {
    subject: fill(subject),
    text: fill(text),
    link: link && {
      label: fill(link.label),
      url: link.url.replaceAll(PLACEHOLDER, (found, which) =>
        which === 'code' ? encodeURIComponent(values.code) : found,
      ),
    },
  };
}

function fillText(words: string, { name, code }: Values, language: Language): string {
  const [first = '', ...rest] = words.split(PLACEHOLDER);
  let done = first;
  for (let index = 0; index < rest.length; index += 4) {
    const [isCode, , fallback, after = ''] = rest.slice(index, index + 4);
    if (isCode) done += code + after;
    else if (name !== '') done += name + after;
    else if (fallback === undefined) done = joinWithoutName(done, after, language);
    else {
      const own = fallback.trim();
      done += (startsSentence(done) ? capitalized(own, language) : own) + after;
    }
  }
  return done.trim();
}

const PAIRS = [
  '()',
  '（）',
  '[]',
  '“”',
  '„“',
  '«»',
  '「」',
  '『』',
  '""',
  "''",
  '‘’',
  '¡!',
  '¿?',
  '**',
];
/** What belongs to a name: an English genitive, and how Japanese and Hindi address people. */
const AFTER_NAME =
  /^(?:['’]s?(?!\p{L})|(?:さん|さま|様|殿|くん|君|ちゃん|氏|先生)(?:へ?の)?|[^\S\n]जी(?![\p{L}\p{M}]))/u;
/** The Arabic particle with which somebody is addressed. */
const BEFORE_NAME = /(?<![\p{L}\p{M}])يا[^\S\n]?$/u;
/** What leads to a name: blanks, and what separates it from the words before. */
const LEADS = /[^\S\n]|[,،、，;؛:：–—-]/;
/** What follows a name at the start of a sentence. */
const FOLLOWS = /^(?:[^\S\n]|(?![\p{Ps}\p{Pi}¡¿"'])\p{P})+/u;
/** As far back as the start of a sentence is looked for. */
const MAX_BACK = 200;

function joinWithoutName(before: string, after: string, language: Language): string {
  let [head, tail] = [before, after];
  while (PAIRS.includes(head.slice(-1) + tail.slice(0, 1))) {
    [head, tail] = [head.slice(0, -1), tail.slice(1)];
  }
  tail = tail.replace(AFTER_NAME, '');
  head = head.replace(BEFORE_NAME, '');
  if (startsSentence(head)) {
    tail = tail.replace(FOLLOWS, '');
    // The name had a line to itself, as in a letter.
    const isLine = tail.startsWith('\n') && (head === '' || head.endsWith('\n'));
    return head + capitalized(isLine ? tail.trimStart() : tail, language);
  }
  let end = head.length;
  while (LEADS.test(head.charAt(end - 1))) end--;
  return head.slice(0, end) + tail;
}

function startsSentence(before: string): boolean {
  const line = before.slice(-MAX_BACK).split('\n').at(-1) ?? '';
  return !/[\p{L}\p{N}]/u.test(line) || /(?:[.!?…。！？؟۔।][^\p{L}\p{N},]*|[¡¿])$/u.test(line);
}

/** With a capital as its first letter, if that is a letter of a word and not of an address. */
const capitalized = (text: string, language: Language) =>
  text.replace(
    /^([^\p{L}\p{N}\n]*)(\p{Ll})(?![^\s/@]{0,64}[/@])/u,
    (_, signs: string, letter: string) => signs + letter.toLocaleUpperCase(language),
  );
