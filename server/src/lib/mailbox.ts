interface Provider {
  /** Its domains; the first one stands for all. */
  domains: readonly string[];
  /** What it ignores before the at sign, or what begins an alias. */
  ignores?: RegExp;
}

/** Providers with several domains, or with other aliases than `+tag`. */
const PROVIDERS: readonly Provider[] = [
  { domains: ['gmail.com', 'googlemail.com'], ignores: /\./g },
  { domains: ['proton.me', 'protonmail.com', 'protonmail.ch', 'pm.me'], ignores: /[._-]/g },
  {
    domains: ['yandex.ru', 'ya.ru', ...['com', 'by', 'kz', 'ua'].map((end) => `yandex.${end}`)],
    ignores: /[.-]/g,
  },
  { domains: ['icloud.com', 'me.com', 'mac.com'] },
  { domains: ['hey.com'], ignores: /\./g },
  { domains: ['yahoo.com', 'ymail.com'], ignores: /(?<=.)-.*/s },
  { domains: ['fastmail.com', 'fastmail.fm'] },
];
const BY_DOMAIN = new Map(
  PROVIDERS.flatMap((provider) => provider.domains.map((domain) => [domain, provider])),
);
/** `anything@jane.fastmail.com` is Jane's, as with services that forward mail. */
const OF_PERSON = /^([^.]+)\.((?:fastmail|anonaddy|mozmail|33mail)\.(?:com|fm|me))$/;

/**
 * Returns one name for all addresses that lead to a mailbox: without `+tag`, and without what its provider ignores. Signups
 * are not told apart by it, because a provider may use `+` otherwise.
 *
 * @param email in the form in which it is stored
 */
export function mailboxOf(email: string): string {
  const at = email.lastIndexOf('@');
  const host = email.slice(at + 1).toLowerCase();
  const [, person, ofPerson] = OF_PERSON.exec(host) ?? [];
  const domain = ofPerson ?? host;
  const local = (person ?? email.slice(0, at)).toLowerCase().replace(/(?<=.)\+.*/s, '');
  const { domains: [name = domain] = [], ignores } = BY_DOMAIN.get(domain) ?? {};
  return `${ignores ? local.replace(ignores, '') : local}@${name}`;
}
