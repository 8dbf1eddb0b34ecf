import { z } from 'zod';

/** One fault in what was sent, and its place; never the value itself, which may be personal. */
export interface Issue {
  path: string;
  message: string;
}

const MOST_ISSUES = 20;

// zod would quote an unknown key, which can be anything: long, personal, or written for a terminal.
z.config({
  customError: (issue) =>
    issue.code === 'unrecognized_keys'
      ? `has an unknown property; expected one of ${knownKeys(issue.inst).join(', ')}`
      : undefined,
});

/** Returns the keys that a strict schema knows. */
export function knownKeys(schema: unknown): string[] {
  if (schema instanceof z.ZodRecord) return knownKeys(schema.keyType);
  if (schema instanceof z.ZodEnum) return Object.keys(schema.enum);
  return schema instanceof z.ZodObject ? Object.keys(schema.shape) : [];
}

/** @param known the names of an address's parameters: unknown ones are named beside them */
export function describeIssues(error: z.ZodError, known?: readonly string[]): Issue[] {
  const issues = error.issues.flatMap((issue): Issue | Issue[] => {
    const path = issue.path.map(String).join('.');
    if (!known || issue.code !== 'unrecognized_keys') return { path, message: issue.message };
    return issue.keys.map((name) => unknownName(name, known));
  });
  return issues.slice(0, MOST_ISSUES);
}

export const unknownName = (name: string, known: readonly string[]): Issue => ({
  path: name,
  message: `is unknown; expected ${known.length === 0 ? 'none' : `one of ${known.join(', ')}`}`,
});

/** Returns a readable line for each fault. */
export const linesOf = (issues: readonly Issue[]): string[] =>
  issues.map(({ path, message }) => (path ? `${path}: ${message}` : message));

/** Describes the faults as one readable line. */
export const describeReason = (error: z.ZodError): string =>
  linesOf(describeIssues(error)).join('; ');
