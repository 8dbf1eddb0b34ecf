/** Providers that ignore full stops before the at sign, and their one name. */
const IGNORES_DOTS: Readonly<Record<string, string>> = {
  'gmail.com': 'gmail.com',
  'googlemail.com': 'gmail.com',
};

/**
 * Returns one name for all addresses that lead to a mailbox: without `+tag`, and without full stops where the provider ignores
 * them. Signups are not told apart by it, because a provider may use `+` otherwise.
 *
 * @param email in the form in which it is stored
 */
export function mailboxOf(email: string): string {
  const at = email.lastIndexOf('@');
  const domain = email.slice(at + 1).toLowerCase();
  const local = email
    .slice(0, at)
    .toLowerCase()
    .replace(/(?<=.)\+.*/s, '');
  const provider = IGNORES_DOTS[domain];
  return provider ? `${local.replaceAll('.', '')}@${provider}` : `${local}@${domain}`;
}
