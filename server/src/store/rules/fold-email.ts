/** Of two e-mail addresses that fold to the same text nobody can tell whether they are one: docs/decisions/003-email-case.md. */
export const foldEmail = (email: string): string => email.trim().toLowerCase();
