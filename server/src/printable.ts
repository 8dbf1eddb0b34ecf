/**
 * What a terminal acts upon or does not show: control characters (C0, DEL, C1), ends of lines, and the format characters
 * that reorder a text or are invisible.
 */
const UNSAFE = /\p{Cc}|[\u061c\u200b-\u200f\u2028-\u202e\u2060-\u206f\ufeff]/gu;

/** Returns the text with unsafe characters as escapes (`\u001b`). For every value that comes from outside. */
export const printable = (text: string): string => text.replace(UNSAFE, escapeOf);

/** Returns the same, but keeps line feeds: for a message of several lines. */
export const printableLines = (text: string): string => text.split('\n').map(printable).join('\n');

/** Returns the value as JSON that is safe to look at: a parser reads the same from it as from any other JSON. */
export const printableJson = (value: unknown, indent?: number): string =>
  printableLines(JSON.stringify(value, null, indent));

const escapeOf = (character: string) =>
  `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`;
