import { type Catalog, type Piece, parseMessage } from '#shared/parse-message';

/**
 * Makes words of a catalog: a message is a text, or a function of its count and its values. It happens at the start, and not
 * in the build as for pages, because Node runs the server from its sources, too, and a server need not be small.
 */
export function wordsOf(words: Catalog[string], language: string): unknown {
  if (typeof words === 'string') return say(words, language);
  if (Array.isArray(words)) return words;
  return Object.fromEntries(
    Object.entries(words).map(([key, below]) => [key, wordsOf(below, language)]),
  );
}

type Values = Readonly<Record<string, string | number>>;

function say(words: string, language: string) {
  const message = parseMessage(words);
  const fill = (pieces: readonly Piece[], values: Values) =>
    pieces.map((piece) => write(piece, values, language)).join('');
  if (message.kind === 'plural') {
    const { forms } = message;
    const rules = new Intl.PluralRules(language);
    return (count: number, values?: Values) => {
      const form = forms[`=${count}`] ?? forms[rules.select(count)] ?? forms['other'] ?? [];
      return fill(form, { ...values, '#': count });
    };
  }
  const isText = message.pieces.every((piece) => typeof piece === 'string');
  return isText ? words : (values: Values) => fill(message.pieces, values);
}

function write(piece: Piece, values: Values, language: string): string {
  if (typeof piece === 'string') return piece;
  if ('number' in piece) return `${values[piece.number]?.toLocaleString(language)}`;
  if ('value' in piece) return `${values[piece.value]}`;
  throw new Error(`messages to the team have no tags: ${JSON.stringify(piece)}`);
}
