/** A piece of a message that is more than words. */
export type Piece =
  | string
  /** `{name}`: a value. */
  | { value: string }
  /** `{name, number}`: a number, written as the language writes it. */
  | { number: string }
  /** `<name/>`: an element that the structure puts in. */
  | { element: string }
  /** `<name>words</name>`: a link, whose target the structure knows. */
  | { link: string; text: string }
  /** `<code>name</code>`: a name that no language translates. */
  | { code: string };

export type Message =
  | { kind: 'text'; pieces: readonly Piece[] }
  /** A text for each kind of count, or for one number (`=1`). Its value `#` stands for the count. */
  | { kind: 'plural'; forms: Readonly<Record<string, readonly Piece[]>> };

const PIECE = /\{(\w+)(, number)?\}|<(\w+)\/>|<code>([^<>{}]+)<\/code>|<(\w+)>([^<>{}]+)<\/\5>/g;
const FORM = /\s*(=\d+|zero|one|two|few|many|other) \{((?:[^{}<>]|\{\w+\})+)\}/g;
const IN_FORM = /\{(\w+)\}|#/g;

/**
 * Reads a message of a catalog: a small part of ICU MessageFormat, with tags, which translators' tools know. Throws for
 * anything else, such as a plural within a sentence.
 */
export function parseMessage(message: string): Message {
  if (message === '' || message !== message.trim()) throw new Error(`bad ends: "${message}"`);
  const body = /^\{count, plural,(.+)\}$/s.exec(message)?.[1];
  if (body !== undefined) {
    const forms = Object.fromEntries(
      [...body.matchAll(FORM)].map(([, kind = '', text = '']) => [kind, piecesOf(text, IN_FORM)]),
    );
    if (body.replaceAll(FORM, '').trim() !== '' || !forms['other'])
      throw new Error(`bad plural: "${message}"`);
    return { kind: 'plural', forms };
  }
  return { kind: 'text', pieces: piecesOf(message, PIECE) };
}

function piecesOf(text: string, pattern: RegExp): readonly Piece[] {
  const pieces: Piece[] = [];
  let end = 0;
  const addWords = (until: number) => {
    const words = text.slice(end, until);
    if (/[<>{}]/.test(words)) throw new Error(`bad placeholder or tag: "${text}"`);
    if (words) pieces.push(words);
  };
  for (const found of text.matchAll(pattern)) {
    const [whole, value, number, element, code, link, linked = ''] = found;
    addWords(found.index);
    end = found.index + whole.length;
    if (value) pieces.push(number ? { number: value } : { value });
    else if (element) pieces.push({ element });
    else if (code) pieces.push({ code });
    else if (link) pieces.push({ link, text: linked });
    else pieces.push({ value: '#' });
  }
  addWords(text.length);
  return pieces;
}

export type Catalog = { readonly [key: string]: Catalog | readonly string[] | string };

/** Returns the name of the catalog's file: `not-found` for what the messages export as `notFound` or `notFoundWords`. */
export const catalogNameOf = (exported: string) =>
  exported.replace(/Words$/, '').replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);

/** Returns all messages of a catalog after the keys that lead to them, such as `personal.fields.0`. */
export const messagesOf = (value: Catalog[string], path = ''): [key: string, text: string][] =>
  typeof value === 'string'
    ? [[path, value]]
    : Object.entries(value).flatMap(([key, below]) =>
        messagesOf(below, path ? `${path}.${key}` : key),
      );
