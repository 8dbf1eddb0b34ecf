import { z } from 'zod';
import { didYouMean } from '../lib/nearest-name.ts';
import { printable } from '../lib/printable.ts';
import { StartError } from '../lib/start-error.ts';

const MAX_SHOWN = 100;
const NOUNS: Readonly<Record<string, string>> = {
  string: 'text',
  int: 'a whole number',
  number: 'a number',
  boolean: 'true or false',
  array: 'a list',
  object: 'an object',
  record: 'an object',
};

export interface Wording {
  /** What to call the input as a whole. */
  whole: string;
  /** What stands before a field. */
  within?: string;
  /** Of a field, to be shown. */
  exampleAt?(path: readonly string[]): unknown;
}

/**
 * Parses what an operator wrote, by hand or on a command line.
 *
 * @throws StartError with one line: the first field that is wrong, its value, what is expected, and the name that may
 * have been meant
 */
export function parseInput<T>(
  schema: z.ZodType<T>,
  input: unknown,
  { whole, within = '', exampleAt }: Wording,
): T {
  const parsed = schema.safeParse(input);
  if (parsed.success) return parsed.data;
  const { issues } = parsed.error;
  // A misspelled field is also missing.
  const issue = issues.find(({ code }) => code === 'unrecognized_keys') ?? issues[0];
  if (!issue) throw parsed.error;
  const unknown = issue.code === 'unrecognized_keys' ? issue.keys[0] : undefined;
  const above = issue.path.map(String);
  const path = unknown === undefined ? above : [...above, unknown];
  const example = exampleAt?.(path);
  const expected =
    unknown === undefined ? expectation(issue) : unknownKey(unknown, keysAt(schema, above));
  const name = path.map((key) => key.slice(0, MAX_SHOWN)).join('.');
  const field = name === '' ? whole : within + name;
  const hint = typeof example === 'string' ? `, e.g. ${JSON.stringify(example)}` : '';
  throw new StartError(
    printable(`${field} ${describeValue(valueAt(input, path), path)}; ${expected}${hint}`),
  );
}

/** The log must not have it, whether it is misspelled or what is around it is. */
const isSecret = (path: readonly string[]) =>
  /secret/i.test(path.at(-1) ?? '') || path.join('.') === 'beta';

const describeValue = (value: unknown, path: readonly string[]) => {
  if (value !== undefined && isSecret(path)) return 'has a value that is not shown';
  const text = JSON.stringify(value);
  if (text === undefined) return 'is missing';
  return `is ${text.length > MAX_SHOWN ? `${text.slice(0, MAX_SHOWN)}…` : text}`;
};

const unknownKey = (key: string, known: readonly string[]) =>
  `it is unknown, expected one of ${known.join(', ')}${didYouMean(key, known)}`;

function expectation(issue: z.core.$ZodIssue): string {
  // A message of our own says what is expected.
  if (!/^(Invalid|Too|Unrecognized)\b/.test(issue.message)) return issue.message;
  switch (issue.code) {
    case 'invalid_type':
      return `expected ${NOUNS[issue.expected] ?? issue.expected}`;
    case 'invalid_value':
      return `expected ${issue.values.length > 1 ? 'one of ' : ''}${issue.values.map(String).join(', ')}`;
    case 'invalid_key':
      return issue.issues[0]?.message ?? issue.message;
    case 'invalid_union': {
      const [first, ...others] = issue.errors.flatMap((issues) =>
        issues.slice(0, 1).map(expectation),
      );
      return [first, ...others.map((other) => other.replace('expected ', ''))].join(' or ');
    }
    case 'invalid_format':
      return issue.format === 'email' ? 'expected an e-mail address' : `expected ${issue.format}`;
    case 'too_small':
      return issue.origin === 'string' && issue.minimum === 1
        ? 'expected text that is not blank'
        : `expected ${bound('at least', issue.minimum, issue)}`;
    case 'too_big':
      return `expected ${bound('at most', issue.maximum, issue)}`;
    default:
      return issue.message;
  }
}

const UNITS: Readonly<Record<string, string>> = { string: ' characters', array: ' entries' };
const bound = (
  words: string,
  limit: number | bigint,
  { origin, inclusive = true }: { origin: string; inclusive?: boolean },
) =>
  `${inclusive ? words : words === 'at least' ? 'more than' : 'less than'} ${limit}${UNITS[origin] ?? ''}`;

/** Returns the keys that a schema knows at a path. */
function keysAt(schema: z.ZodType, path: readonly string[]): string[] {
  const at = path.reduce<unknown>((outer, key) => {
    const bare = bareSchema(outer);
    if (bare instanceof z.ZodObject) return bare.shape[key];
    if (bare instanceof z.ZodArray) return bare.element;
    return bare instanceof z.ZodRecord ? bare.valueType : undefined;
  }, schema);
  const bare = bareSchema(at);
  if (bare instanceof z.ZodObject) return Object.keys(bare.shape);
  return bare instanceof z.ZodRecord && bare.keyType instanceof z.ZodEnum
    ? bare.keyType.options.map(String)
    : [];
}

function bareSchema(schema: unknown): unknown {
  if (
    schema instanceof z.ZodOptional ||
    schema instanceof z.ZodDefault ||
    schema instanceof z.ZodNullable
  )
    return bareSchema(schema.unwrap());
  return schema instanceof z.ZodPipe ? bareSchema(schema.in) : schema;
}

export function valueAt(value: unknown, path: readonly string[]): unknown {
  return path.reduce<unknown>(
    (inner, key) =>
      typeof inner === 'object' && inner !== null && Object.hasOwn(inner, key)
        ? Reflect.get(inner, key)
        : undefined,
    value,
  );
}
