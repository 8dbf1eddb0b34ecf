/** Characters at which spreadsheets start a new cell or row, depending on the program and the country. */
const SEPARATOR = /[;,\t|\n\r\v\f\x85\u2028\u2029]/g;
/** Characters that begin a formula, and their full-width forms, which some programs treat the same. */
const FORMULA_STARTS = new Set('=+-@\uff1d\uff0b\uff0d\uff20');
/**
 * Characters that a spreadsheet skips before the first one it evaluates: separators, quotes, whitespace and invisible
 * ones.
 */
const STRIPPED = /[";,|\s\p{Z}\p{C}\p{Default_Ignorable_Code_Point}]/u;

/**
 * Returns the text with an apostrophe before each character that would begin a formula in a spreadsheet (OWASP, "CSV
 * injection"). It guards the start of the text and of every part: Excel with German settings splits cells at
 * semicolons, and many programs start a row at a line break inside a cell.
 */
export function guardFormulas(text: string): string {
  let guarded = '';
  let done = 0;
  for (const start of formulaStarts(text)) {
    guarded += `${text.slice(done, start)}'`;
    done = start;
  }
  return guarded + text.slice(done);
}

/**
 * Does the same for JSON, which must stay JSON with the same values. Inside a string the character becomes its escape.
 * A negative number after a comma has no other form in JSON, so it becomes a string.
 */
export function guardFormulasInJson(json: string): string {
  let guarded = '';
  let done = 0;
  let looked = 0;
  let inString = false;
  for (const start of formulaStarts(json)) {
    for (; looked < start; looked++) {
      if (json[looked] === '\\') looked++;
      else if (json[looked] === '"') inString = !inString;
    }
    let end = start + 1;
    while (!inString && /[\d.eE+-]/.test(json.charAt(end))) end++;
    const escaped = `\\u${json.charCodeAt(start).toString(16).padStart(4, '0')}`;
    const rest = escaped + json.slice(start + 1, end);
    guarded += json.slice(done, start) + (inString ? rest : `"${rest}"`);
    done = end;
  }
  return guarded + json.slice(done);
}

/**
 * Yields each index where a formula begins: at the start of the text or after a separator, past skipped characters. It
 * reads the text once.
 */
function* formulaStarts(text: string): Generator<number> {
  for (let index = 0; index < text.length; ) {
    const character = String.fromCodePoint(text.codePointAt(index) ?? 0);
    if (STRIPPED.test(character)) index += character.length;
    else {
      if (FORMULA_STARTS.has(character)) yield index;
      index = nextSeparator(text, index);
    }
  }
}

/**
 * Returns where the next part begins, or the end of the text. Most of a text lies in between, and a regular expression
 * skips it fastest.
 */
function nextSeparator(text: string, from: number): number {
  SEPARATOR.lastIndex = from;
  return SEPARATOR.test(text) ? SEPARATOR.lastIndex : text.length;
}
