import type { z } from 'zod';

/** One fault in what was sent, and its place; never the value itself, which may be personal. */
export interface Issue {
  path: string;
  message: string;
}

const MOST_ISSUES = 20;

/** @param known the names of an address's parameters: unknown ones are named beside them */
export function describeIssues(error: z.ZodError, known?: readonly string[]): Issue[] {
  const issues = error.issues.flatMap((issue): Issue | Issue[] => {
    const path = issue.path.map(String).join('.');
    if (issue.code !== 'unrecognized_keys') return { path, message: issue.message };
    if (known) return issue.keys.map((name) => unknownName(name, known));
    // zod quotes unknown keys, and a key can be anything.
    return { path, message: 'has a property that is not known' };
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
