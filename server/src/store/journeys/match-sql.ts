import type { EventCondition } from '../store.ts';

/** Gives a value to the statement, and answers how the statement names it. */
export type Bind = (value: string | number) => string;

/** How an engine reads a property of `events.properties`. */
export interface PropertyDialect {
  /** The property as text; what is no text reads as anything but a word. */
  text(name: string, bind: Bind): string;
  /** Whether the property reads like `text`: "25" and 25, "true" and true. */
  reads(name: string, text: string, bind: Bind): string;
}

/** The conditions of one event name, or of any event. */
interface Branch {
  terms: string[];
  /** Property → value → bits. */
  lookups: Map<string, Map<string, number>>;
}

/**
 * An expression whose bit i says whether a row of `events` meets condition i.
 *
 * Reading a property out of its JSON is most of what a row costs: each is read once for all the words that it is
 * compared with.
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

/** Text that no JSON number or boolean reads as. */
const isWord = (value: string | number | boolean) =>
  typeof value === 'string' && !isBoolean(value) && !isNumber(value);
export const isBoolean = (text: string) => text === 'true' || text === 'false';
/** As JSON has them: neither "NaN" nor "Infinity". */
export const isNumber = (text: string) =>
  Number.isFinite(Number(text)) && text === String(Number(text));
