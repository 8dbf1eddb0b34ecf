import type { z } from 'zod';
import { knownKeys } from '../lib/issues.ts';
import { didYouMean } from '../lib/nearest-name.ts';
import { printable } from '../lib/printable.ts';
import { StartError } from '../lib/start-error.ts';

const MAX_SHOWN = 100;

export interface InputNames {
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
  { whole, within = '', exampleAt }: InputNames,
): T {
  const parsed = schema.safeParse(input, { error: describeKey });
  if (parsed.success) return parsed.data;
  const { issues } = parsed.error;
  // A misspelled field is also missing.
  const issue = issues.find(({ code }) => code === 'unrecognized_keys') ?? issues[0];
  if (!issue) throw parsed.error;
  const unknown = issue.code === 'unrecognized_keys' ? issue.keys.slice(0, 1) : [];
  const path = [...issue.path.map(String), ...unknown];
  const example = exampleAt?.(path);
  const name = path.map((key) => key.slice(0, MAX_SHOWN)).join('.');
  const field = name === '' ? whole : within + name;
  const hint = typeof example === 'string' ? `, e.g. ${JSON.stringify(example)}` : '';
  throw new StartError(
    printable(`${field} ${describeValue(valueAt(input, path), path)}; ${issue.message}${hint}`),
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

/** Names the keys that a schema knows. Any other fault is said in the schema's or zod's own words. */
const describeKey: z.core.$ZodErrorMap = (issue) => {
  if (issue.code === 'invalid_key') return issue.issues[0]?.message;
  if (issue.code !== 'unrecognized_keys') return undefined;
  const known = knownKeys(issue.inst);
  return `it is unknown, expected one of ${known.join(', ')}${didYouMean(issue.keys[0] ?? '', known)}`;
};

export function valueAt(value: unknown, path: readonly string[]): unknown {
  return path.reduce<unknown>(
    (inner, key) =>
      typeof inner === 'object' && inner !== null && Object.hasOwn(inner, key)
        ? Reflect.get(inner, key)
        : undefined,
    value,
  );
}
