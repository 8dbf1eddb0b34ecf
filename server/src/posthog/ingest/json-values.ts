const [QUOTE, BACKSLASH, COMMA, BRACKET, BRACE] = Buffer.from('"\\,[{');

/**
 * Returns whether JSON has more than `max` values. Two bytes of JSON, `[]`, become a hundred in memory, so the length
 * alone limits neither memory nor time. Counts commas and opening brackets outside strings, without parsing. The count
 * exceeds the number of values by at most one for each array or object.
 */
export function hasMoreValues(json: Uint8Array, max: number): boolean {
  if (json.length <= 2 * max) return false; // a value takes at least two bytes, with its comma or bracket
  let values = 1;
  let isText = false;
  for (let at = 0; at < json.length; at++) {
    const byte = json[at];
    if (isText) {
      if (byte === BACKSLASH) at++;
      else if (byte === QUOTE) isText = false;
    } else if (byte === QUOTE) isText = true;
    else if (byte === COMMA || byte === BRACKET || byte === BRACE) {
      values++;
      if (values > max) return true;
    }
  }
  return false;
}
