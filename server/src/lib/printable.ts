/**
 * Characters that a terminal interprets or does not show: control characters (C0, DEL, C1), line separators, and format
 * characters that reorder text or are invisible.
 */
const UNSAFE = /\p{Cc}|[\u061c\u200b-\u200f\u2028-\u202e\u2060-\u206f\ufeff]/gu;

/** Returns the text with unsafe characters as escapes (`\u001b`). Use it for every value from outside. */
export const printable = (text: string): string => text.replace(UNSAFE, escapeOf);

/** Does the same but keeps line feeds, for messages of several lines. */
export const printableLines = (text: string): string => text.split('\n').map(printable).join('\n');

/** Returns the message of an error as part of a sentence: on one line. */
export const messageOf = (error: unknown): string =>
  printable((error instanceof Error ? error.message : String(error)).replace(/\s+/g, ' ').trim());

/** Returns the value as JSON that is safe to display. A parser reads the same value from it. */
export const printableJson = (value: unknown, indent?: number): string =>
  printableLines(JSON.stringify(value, null, indent));

const escapeOf = (character: string) =>
  `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`;
