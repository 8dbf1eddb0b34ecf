import type { z } from 'zod';

/** One fault in what was sent, and its place; never the value itself, which may be personal. */
export interface Issue {
  path: string;
  message: string;
}

export function describeIssues(error: z.ZodError): Issue[] {
  return error.issues.slice(0, 20).map((issue) => ({
    path: issue.path.map(String).join('.'),
    // zod quotes unknown keys, and a key can be anything.
    message:
      issue.code === 'unrecognized_keys' ? 'has a property that is not known' : issue.message,
  }));
}

/** Describes the faults as one readable line. */
export const describeReason = (error: z.ZodError): string =>
  describeIssues(error)
    .map(({ path, message }) => (path ? `${path}: ${message}` : message))
    .join('; ');
