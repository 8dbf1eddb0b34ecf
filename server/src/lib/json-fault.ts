const TOKEN =
  /"(?:[ !#-[\]-\u{10ffff}]|\\(?:["\\/bfnrt]|u[\da-fA-F]{4}))*"|-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?|true|false|null|[{}[\],:]/uy;
const BLANKS = /[ \t\r\n]*/y;

/** What may follow, in words; `or …]` and `or …}` also end what is open. */
type Next =
  | 'a value'
  | 'a value or ]'
  | 'a key in double quotes'
  | 'a key in double quotes or }'
  | '":"'
  | '"," or the end';

/**
 * Returns where a text stops being JSON, from 1, and what was expected there. Node's own messages name the place in some
 * cases only, and differ by version. Null if the text is JSON.
 */
export function findJsonFault(text: string): string | null {
  const open: ('{' | '[')[] = [];
  let next: Next = 'a value';
  let at = 0;
  for (;;) {
    at += match(BLANKS, text, at).length;
    if (at === text.length && open.length === 0 && next === '"," or the end') return null;
    const token = match(TOKEN, text, at);
    const after = follow(next, token, open);
    if (after === null) return describe(text, at, expectedWords(next, open.at(-1)));
    next = after;
    at += token.length;
  }
}

function match(pattern: RegExp, text: string, at: number): string {
  pattern.lastIndex = at;
  return pattern.exec(text)?.[0] ?? '';
}

/** Returns what may follow a token, or null if the token may not stand here. */
function follow(next: Next, token: string, open: ('{' | '[')[]): Next | null {
  const inside = open.at(-1);
  const ends = token === '}' ? '{' : token === ']' ? '[' : null;
  if (ends !== null) {
    if (
      ends !== inside ||
      next === 'a value' ||
      next === 'a key in double quotes' ||
      next === '":"'
    )
      return null;
    open.pop();
    return '"," or the end';
  }
  switch (next) {
    case 'a value':
    case 'a value or ]':
      if (token === '{' || token === '[') {
        open.push(token);
        return token === '{' ? 'a key in double quotes or }' : 'a value or ]';
      }
      return token === '' || token === ',' || token === ':' ? null : '"," or the end';
    case '":"':
      return token === ':' ? 'a value' : null;
    case '"," or the end':
      if (token !== ',' || inside === undefined) return null;
      return inside === '{' ? 'a key in double quotes' : 'a value';
    default:
      return token.startsWith('"') ? '":"' : null;
  }
}

const expectedWords = (next: Next, inside: '{' | '[' | undefined) =>
  next !== '"," or the end'
    ? next
    : inside === undefined
      ? 'the end'
      : inside === '{'
        ? '"," or "}"'
        : '"," or "]"';

function describe(text: string, at: number, expected: string): string {
  const before = text.slice(0, at).split(/\r\n?|\n/);
  const column = (before.at(-1)?.length ?? 0) + 1;
  const [found = ''] =
    /^(?:"[^"\r\n]{0,30}"?|[\w.+-]{1,30}|.)/su.exec(text.slice(at, at + 40)) ?? [];
  const what = found === '' ? 'the file ends' : `there is ${found}`;
  const isAfterComma =
    /^[}\]]/.test(found) && /,[ \t\r\n]*$/.test(text.slice(Math.max(0, at - 1_000), at));
  const advice = isAfterComma ? '; remove the comma before it' : '';
  return `line ${before.length}, column ${column}: ${what}; expected ${expected}${advice}`;
}
