/** Both browsers and Node have it. */
declare const URL: new (url: string) => { readonly hostname: string };

/** In UTF-16 units. Longer text is no address, and NFKC takes quadratic time for a text of combining marks. */
const MAX_CLEANED = 1_000;
/**
 * What nobody can see. The joiners between letters of Arabic and after an Indic mark stay, because letters look different
 * with them, and a domain without them is another one.
 */
const UNSEEN =
  /([\p{M}\p{Script=Arabic}]\p{Join_C}(?=[\p{L}\p{M}]))|(?![\t-\r])[\p{Cc}\p{Cf}\p{DI}\u2800\uFFFC]/gu;
/** `"Doe, Jane" <jane@example.org>`, as mail programs copy a contact. */
const CONTACT = /^[^<>]*<([^<>]*@[^<>]*)>[^<>]*$/su;
const BEFORE = /^([\s<"'`,;:.\p{Ps}\p{Pi}]|mailto:)+/iu;
/** What a `mailto:` link may hold beside the address. */
const QUERY = /(?<=@[^@]*)\?.*/su;
const AFTER = /[\s<>`\p{P}]+$/u;

/**
 * Returns an e-mail address without what nobody can see and what came along when it was copied, with plain letters and
 * signs instead of full-width ones. Keeps the case. Cleaning twice is the same as cleaning once.
 */
export function cleanAddress(text: string): string {
  const trimmed = text.trim();
  if (trimmed.length > MAX_CLEANED) return trimmed;
  return trimmed
    .replace(UNSEEN, '$1')
    .normalize('NFKC')
    .replaceAll('\u3002', '.')
    .replace(CONTACT, '$1')
    .replace(/\s*@\s*/gu, '@')
    .replace(BEFORE, '')
    .replace(QUERY, '')
    .replace(AFTER, '');
}

/**
 * An unquoted local part (RFC 5322, dot-atom), with letters of any script (RFC 6531). Without `%`, `!` and `|`, which
 * some servers read as a route or a command, and without `-` in front, which programs read as an option.
 */
const ADDRESS = /^(?![-.]|.*\.[.@])([\p{L}\p{M}\p{N}\p{Join_C}.#$&'*+/=?^_`{}~-]+)@([^@]+)$/u;
/** Labels as the domain name system has them; the last one is no number. */
const DOMAIN = /^(?!-|.*(\.-|-\.|-$))([a-z0-9-]{1,63}\.)+[a-z][a-z0-9-]{0,62}$/;
/** RFC 5321, in bytes. */
const MAX_LOCAL = 64;
const MAX_ADDRESS = 254;

/**
 * Returns a clean address in the form in which mail can be sent to it; null when it has no such form. Each such address
 * matches the specification's pattern: text, at sign, text, dot, text, without spaces. The limits on messages count by
 * the address, so one mailbox must not have many spellings: quotes, comments and address literals are other spellings,
 * and nobody types them.
 */
export function mailableAddress(address: string): string | null {
  const [, local = '', domain = ''] = ADDRESS.exec(address) ?? [];
  const ascii = asciiDomain(domain);
  const isMailable =
    ascii !== null &&
    cleanAddress(address) === address &&
    bytes(local) <= MAX_LOCAL &&
    bytes(local) + ascii.length < MAX_ADDRESS;
  return isMailable ? `${local}@${ascii}` : null;
}

/** Without the signs at which a URL goes on, and no longer than a domain: punycode takes quadratic time. */
const HOST = /^[\p{L}\p{M}\p{N}\p{Join_C}.-]{1,253}$/u;

/** Returns a domain as the domain name system has it, with `xn--`; null when it cannot have it. */
export function asciiDomain(domain: string): string | null {
  if (!HOST.test(domain)) return null;
  try {
    const { hostname } = new URL(`http://${domain}`);
    return DOMAIN.test(hostname) ? hostname : null;
  } catch {
    return null;
  }
}

const bytes = (text: string) => encodeURIComponent(text).replace(/%../g, ' ').length;
