/**
 * Addresses that fold to the same text count as one, because nobody can tell them apart:
 * docs/decisions/003-email-case.md.
 */
export const foldEmail = (email: string): string => email.trim().toLowerCase();
