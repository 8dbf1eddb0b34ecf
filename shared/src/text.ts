/** The longest text that is searched for an address, so that the work for any text is bounded. */
const MAX_SEARCHED = 2_048;
/** How many layers are decoded. Links in e-mails are known to have three layers of percent-encoding. */
const MAX_LAYERS = 8;
/** The longest `utm_*` value of an event, in UTF-16 units. */
export const MAX_UTM = 200;

/**
 * Returns whether text may contain an e-mail address: written plainly, with look-alikes of `@` and `.`, percent-encoded
 * or as HTML entities, in several layers. Such text is never accepted in an event. Text of more than 2,048 UTF-16 units
 * is not searched and counts as an address.
 */
export function looksLikeEmail(text: string): boolean {
  if (text.length > MAX_SEARCHED) return true;
  if (!AT_OR_ENCODING.test(text)) return false; // almost always
  let current = text;
  for (let layer = 0; layer < MAX_LAYERS; layer++) {
    current = withPlainSigns(current);
    if (holdsAddress(current)) return true;
    const decoded = decodeLayer(current);
    if (decoded === current) return false;
    current = decoded;
  }
  // Nobody encodes text this often by accident. Decoding may have made control characters, which no address has.
  return current.split(/[ /\p{Cc}]/u).some((word) => SUSPECT.test(withPlainSigns(word)));
}

/** At sign, percent sign, ampersand and their look-alikes. Text without them holds no address, in any encoding. */
const AT_OR_ENCODING = /[@%&\ufe60\ufe6a\ufe6b\uff05\uff06\uff20]/;

/**
 * Matches a word with control characters, or one that may become an address by decoding: it has a character, then an at
 * sign or the start of an encoded one, and further on a dot or the start of an encoded one. A percent sign counts only
 * before digits that such an encoding has, so `100%fun` and `春%20sale` do not match.
 */
const SUSPECT = /\p{Cc}|.(@|%(2[356]|3\d|[4-7]|ef|u[0f])|&(#|amp|com|per))[^@]+[.\u3002%&]./iu;

/**
 * Returns false only if the server accepts a `utm_*` value from an address: it is short, plain text, and
 * {@link looksLikeEmail} finds no address in it. Returns true for few other values, and is small enough to run in the
 * page. An address has neither spaces nor slashes, and decoding removes none.
 */
export const mayBeRefused = (utm: string): boolean =>
  utm.length > MAX_UTM || utm.split(/[ /]/).some((word) => SUSPECT.test(word.normalize('NFKC')));

/** Looks at each part between at signs once, so that the time grows linearly with the length. */
function holdsAddress(text: string): boolean {
  const parts = text.split('@');
  return parts.some(
    (part, index) => index > 0 && /[^\s/]$/.test(parts[index - 1] ?? '') && startsWithDomain(part),
  );
}

function startsWithDomain(text: string): boolean {
  const end = text.search(/[\s/]/);
  return (end === -1 ? text : text.slice(0, end)).slice(1, -1).includes('.');
}

/**
 * Replaces full-width and small forms, ideographic full stops and the one-dot leader with the plain characters, and removes
 * signs that nobody sees. It normalises only these, each alone: NFKC takes quadratic time for a text of combining marks.
 */
const withPlainSigns = (text: string) =>
  text
    .replace(/[\u00ad\u200b-\u200d\u2060\ufeff]/g, '')
    .replace(/[\u2024\ufe50-\ufe6f\uff01-\uff61]/g, (sign) => sign.normalize('NFKC'))
    .replaceAll('\u3002', '.');

const SIGNS: Readonly<Record<string, string>> = { commat: '@', period: '.', percnt: '%', amp: '&' };

/**
 * One byte of ASCII, or three bytes of UTF-8, the length of every look-alike. It matches only what can be decoded: an
 * exception takes some 4 µs, and one context can hold hundreds of bad sequences.
 */
const SEQUENCE = /%[0-7][0-9a-f]|%e(?:0%[ab]|[1-9a-cef]%[89ab]|d%[89])[0-9a-f]%[89ab][0-9a-f]/gi;

/** Decodes one layer of percent-encoding (UTF-8, or the old `%u0040`) and of HTML entities. */
const decodeLayer = (text: string) =>
  text
    .replace(SEQUENCE, decodeURIComponent)
    .replace(/%u([0-9a-f]{4})/gi, (_, hex: string) => characterOf(Number.parseInt(hex, 16)))
    .replace(/&#(\d+);?/g, (_, digits: string) => characterOf(Number(digits)))
    .replace(/&#x([0-9a-f]+);?/gi, (_, hex: string) => characterOf(Number.parseInt(hex, 16)))
    .replace(/&(commat|period|percnt|amp);?/g, (_, name: string) => SIGNS[name] ?? '');

const characterOf = (point: number) => (point <= 0x10ffff ? String.fromCodePoint(point) : '\ufffd');

/**
 * Matches a query or a fragment with what follows it, also where its sign was encoded: a link of a message that somebody has
 * mangled so is a path, which holds a token.
 */
export const AFTER_PATH = /([?#]|%(25)*(3f|23)).*$/is;

/** Returns whether every store can hold the text: PostgreSQL accepts neither NUL nor half of a surrogate pair. */
export function isStorableText(text: string): boolean {
  return !text.includes('\0') && !/\p{Surrogate}/u.test(text);
}

/**
 * Returns whether text has neither control characters (C0, DEL, C1), which a terminal would obey, nor half of a
 * surrogate pair.
 */
export const isPlainText = (text: string): boolean => !/[\p{Cc}\p{Surrogate}]/u.test(text);
