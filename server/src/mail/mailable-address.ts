import { domainToASCII, domainToUnicode } from 'node:url';

/** RFC 5321 allows 64 bytes. */
const MAX_LOCAL = 64;
const ATOM = "[\\p{L}\\p{N}#$&'*+/=?^_`{}~-]+";
/** Letters that look like nothing. */
const FILLER = /[\u115F\u1160\u3164\uFFA0]/u;
/**
 * An unquoted local part (RFC 5322, dot-atom), with letters of any script (RFC 6531). Without `%`, `!` and `|`, which
 * some servers read as a route or a command, and without `-` in front, which programs read as an option.
 */
const LOCAL = new RegExp(`^(?!-)${ATOM}(\\.${ATOM})*$`, 'u');
const DOMAIN = /^([a-z0-9-]+\.)+[a-z][a-z0-9-]*$/;

/**
 * Returns an address in the form in which mail can be sent to it; null when it has no such form.
 *
 * The limits on messages count by the stored address, so one mailbox must not have many spellings. Quotes, comments,
 * address literals, a final dot, compatibility letters and `xn--` are other spellings, and nobody types them.
 *
 * @param email trimmed and in lower case
 */
export function mailableAddress(email: string): string | null {
  const at = email.lastIndexOf('@');
  const [local, domain] = [email.slice(0, at), email.slice(at + 1)];
  if (Buffer.byteLength(local) > MAX_LOCAL || !LOCAL.test(local) || FILLER.test(email)) {
    return null;
  }
  const ascii = domainToASCII(domain);
  const isUsual = local === local.normalize('NFKC') && domainToUnicode(ascii) === domain;
  return isUsual && DOMAIN.test(ascii) ? `${local}@${ascii}` : null;
}

/** Longer texts are messages of somebody who signs up other people. */
const MAX_NAME = 40;
/** What a mail program may turn into a link, and what no name has. */
const NO_NAME = /[/@:\u2215\u2044。｡€$()<>"]|www|[\p{L}\p{N}]\.[\p{L}\p{N}]{2}|\d.*\d.*\d/iu;

/** Returns a text on one line, without control characters. */
export const oneLine = (text: string): string => text.replaceAll(/[\s\p{C}]+/gu, ' ').trim();

/**
 * Returns a name on one line as it may stand in a message; empty when it looks like anything but a name. Anybody can
 * sign up somebody else, so the name must not carry an advertisement.
 */
export function mailableName(name: string): string {
  const line = oneLine(name);
  // In compatibility forms too, such as full-width letters and dots.
  const isName =
    [...line].length <= MAX_NAME && !NO_NAME.test(line) && !NO_NAME.test(line.normalize('NFKC'));
  return isName ? line : '';
}
