/** Both browsers and Node have it. */
declare const URL: new (url: string) => { readonly hostname: string };

/** In UTF-16 units. Longer text is no address, and the expressions below may look at each letter as often as there are letters. */
const MAX_CLEANED = 500;
/** How often it is cleaned at most: what is removed may have hidden something. */
const MAX_PASSES = 10;
/** What nobody can see. */
const UNSEEN = /(?!\p{Join_C}|[\t-\r])[\p{Cc}\p{Cf}\p{DI}\u2800\uFFFC]/gu;
/**
 * A joiner changes how letters look only in Arabic and after a virama of an Indian script (RFC 5892, appendix A.1). A domain
 * without it is another one there.
 */
const JOINER =
  /(?<![\p{Script=Arabic}\u094D\u09CD\u0A4D\u0ACD\u0B4D\u0BCD\u0C4D\u0CCD\u0D4D\u0DCA])\p{Join_C}|\p{Join_C}(?!\p{L})/gu;
/** `"Doe, Jane" <jane@example.org>`, as mail programs copy a contact. */
const CONTACT = /^[^<>]*<([^<>]*@[^<>]*)>[^<>]*$/su;
/** Without `{` and the grave accent, which an address may begin with. */
const BEFORE = /^((?!\{)[\s<"',;:.\p{Ps}\p{Pi}]|mailto:\/*)+/iu;
/** What a `mailto:` link may hold beside the address. */
const QUERY = /^([^@]*@[^?]*)\?.*/su;
const AFTER = /(?:[\s<>`]|(?!@)\p{P})+$/u;

/**
 * Returns an e-mail address without what nobody can see and what came along when it was copied, with plain letters and
 * signs instead of full-width ones. Keeps the case. Cleaning twice is the same as cleaning once.
 */
export function cleanAddress(text: string): string {
  let cleaned = text.trim();
  for (let pass = 0; pass < MAX_PASSES && cleaned.length <= MAX_CLEANED; pass++) {
    const next = cleanOnce(cleaned);
    if (next === cleaned) break;
    cleaned = next;
  }
  return cleaned;
}

function cleanOnce(text: string): string {
  const plain = text.normalize('NFKC'); // up to 18 times as long
  if (plain.length > MAX_CLEANED) return plain;
  return plain
    .replace(UNSEEN, '')
    .replace(JOINER, '')
    .replaceAll('\u3002', '.')
    .replace(CONTACT, '$1')
    .replace(/\s*@\s*/gu, '@')
    .replace(BEFORE, '')
    .replace(QUERY, '$1')
    .replace(AFTER, '');
}

/**
 * An unquoted local part (RFC 5322, dot-atom), with letters of any script (RFC 6531). Without `%`, `!` and `|`, which
 * some servers read as a route or a command, and without `-` in front, which programs read as an option.
 */
const ADDRESS = /^(?![-.\p{M}]|.*\.[.@])([\p{L}\p{M}\p{N}\p{Join_C}.#$&'*+/=?^_`{}~-]+)@([^@]+)$/u;
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
