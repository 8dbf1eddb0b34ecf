import type { EventCondition } from '../store.ts';

/** Binds a value to the statement and returns its placeholder. */
export type Bind = (value: string | number) => string;

/** How an engine reads a property of `events.properties`. */
export interface PropertyDialect {
  /** Returns an expression for the property as text. A value that is not text must not equal any word. */
  text(name: string, bind: Bind): string;
  /** Returns a test whether the property reads as `text`: "25" and 25 are alike, and so are "true" and true. */
  reads(name: string, text: string, bind: Bind): string;
}

/** The conditions of one event name, or of any event. */
interface Branch {
  terms: string[];
  /** Property → value → bits. */
  lookups: Map<string, Map<string, number>>;
}

/**
 * Returns an expression whose bit i says whether a row of `events` meets condition i.
 *
 * Most of the time for a row goes into extracting properties from its JSON. So each property is extracted once and
 * compared with all its words.
 */
export function matchSql(
  conditions: readonly EventCondition[],
  bind: Bind,
  dialect: PropertyDialect,
): string {
  const branches = new Map<string | null, Branch>();
  for (const [index, { event, properties }] of conditions.entries()) {
    const branch = branches.get(event) ?? { terms: [], lookups: new Map() };
    branches.set(event, branch);
    addCondition(branch, Object.entries(properties), 2 ** index, (name, value) =>
      dialect.reads(name, String(value), bind),
    );
  }
  const lookup = ([name, words]: [string, ReadonlyMap<string, number>]) => {
    const cases = [...words].map(([word, bits]) => `WHEN ${bind(word)} THEN ${bits}`);
    return `(CASE ${dialect.text(name, bind)} ${cases.join(' ')} ELSE 0 END)`;
  };
  const sum = ({ terms, lookups }: Branch) => [...terms, ...[...lookups].map(lookup)].join(' + ');
  const any = branches.get(null);
  const cases = [...branches]
    .filter(([event]) => event !== null)
    .map(([event, branch]) => `WHEN ${bind(event ?? '')} THEN ${sum(branch)}`);
  const named = cases.length > 0 ? `(CASE name ${cases.join(' ')} ELSE 0 END)` : '0';
  return any ? `${named} + ${sum(any)}` : named;
}

function addCondition(
  { terms, lookups }: Branch,
  properties: [string, string | number | boolean][],
  bit: number,
  test: (name: string, value: string | number | boolean) => string,
) {
  const [only] = properties;
  if (only && properties.length === 1 && isWord(only[1])) {
    const [name, word] = [only[0], String(only[1])];
    const words = lookups.get(name) ?? new Map<string, number>();
    lookups.set(name, words.set(word, (words.get(word) ?? 0) + bit));
    return;
  }
  const tests = properties.map(([name, value]) => test(name, value));
  terms.push(
    tests.length === 0 ? String(bit) : `(CASE WHEN ${tests.join(' AND ')} THEN ${bit} ELSE 0 END)`,
  );
}

/** Text that a JSON number or boolean cannot equal. */
const isWord = (value: string | number | boolean) =>
  typeof value === 'string' && !isBoolean(value) && !isNumber(value);
export const isBoolean = (text: string) => text === 'true' || text === 'false';
/** Numbers that JSON allows: not "NaN" or "Infinity". */
export const isNumber = (text: string) =>
  Number.isFinite(Number(text)) && text === String(Number(text));
