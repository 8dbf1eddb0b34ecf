import type { EventCondition } from '../store.ts';

type Bind = (value: string | number) => string;

/** The conditions of one event name, or of any event. */
interface Branch {
  terms: string[];
  /** Property → value → bits. */
  lookups: Map<string, Map<string, number>>;
}

/**
 * An expression whose bit i says whether a row of `events` meets condition i. Properties read the same when their
 * text does: "25" and 25, "true" and true.
 *
 * Reading a property out of its JSON is most of what a row costs: each is read once for all the words that it is
 * compared with.
 */
export function matchSql(conditions: readonly EventCondition[], bind: Bind): string {
  const branches = new Map<string | null, Branch>();
  for (const [index, { event, properties }] of conditions.entries()) {
    const branch = branches.get(event) ?? { terms: [], lookups: new Map() };
    branches.set(event, branch);
    addCondition(branch, Object.entries(properties), 2 ** index, bind);
  }
  const sum = ({ terms, lookups }: Branch) =>
    [...terms, ...[...lookups].map(([name, words]) => lookupSql(name, words, bind))].join(' + ');
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
  bind: Bind,
) {
  const [only] = properties;
  if (only && properties.length === 1 && isWord(only[1])) {
    const [name, word] = [only[0], String(only[1])];
    const words = lookups.get(name) ?? new Map<string, number>();
    lookups.set(name, words.set(word, (words.get(word) ?? 0) + bit));
    return;
  }
  const tests = properties.map(([name, value]) => testSql(name, String(value), bind));
  terms.push(`(${['1', ...tests].join(' AND ')}) * ${bit}`);
}

function lookupSql(name: string, words: ReadonlyMap<string, number>, bind: Bind): string {
  const cases = [...words].map(([word, bits]) => `WHEN ${bind(word)} THEN ${bits}`);
  return `(CASE properties ->> ${bind(path(name))} ${cases.join(' ')} ELSE 0 END)`;
}

/** Text that no JSON number or boolean reads as. */
const isWord = (value: string | number | boolean) =>
  typeof value === 'string' && !isBoolean(value) && !isNumber(value);
const isBoolean = (text: string) => text === 'true' || text === 'false';
const isNumber = (text: string) => text === String(Number(text));

function testSql(name: string, text: string, bind: Bind): string {
  const at = bind(path(name));
  const type = `json_type(properties, ${at})`;
  const same = [`(${type} = 'text' AND properties ->> ${at} = ${bind(text)})`];
  if (isBoolean(text)) same.push(`${type} = ${bind(text)}`);
  if (isNumber(text)) {
    same.push(
      `(${type} IN ('integer', 'real') AND properties ->> ${at} = CAST(${bind(text)} AS REAL))`,
    );
  }
  return `coalesce(${same.join(' OR ')}, 0)`;
}

const path = (name: string) => `$."${name}"`;
