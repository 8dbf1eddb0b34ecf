export interface ContactMessage {
  name: string;
  email: string;
  subject: string;
  message: string;
}

/**
 * Longer URLs are cut off or ignored on their way to the mail program: Chromium on Windows hands
 * over about 2,000 characters, and mail programs have limits of their own.
 */
export const MAX_MAILTO_LENGTH = 2000;

/** What the mail says: the message, and under it who wrote it. */
export function mailBody({ name, email, message }: Omit<ContactMessage, 'subject'>): string {
  const sender = [name.trim(), email.trim()].filter(Boolean).join('\n');
  return [message.trim(), sender].filter(Boolean).join('\n\n');
}

/**
 * A `mailto:` URL by RFC 6068: everything in UTF-8 and percent-encoded, line breaks as CRLF, blanks as
 * `%20` (a `+` would be a plus sign). Empty fields are left out.
 */
export function mailtoUrl({ to, subject, ...message }: ContactMessage & { to: string }): string {
  const fields = Object.entries({
    subject: subject.trim().replace(/[\r\n]+/g, ' '),
    body: mailBody(message).replace(/\r\n?|\n/g, '\r\n'),
  })
    .filter(([, value]) => value !== '')
    .map(([field, value]) => `${field}=${encode(value)}`);
  const address = to.split('@').map(encode).join('@');
  return `mailto:${[address, fields.join('&')].filter(Boolean).join('?')}`;
}

/** Half of a surrogate pair cannot be encoded: it becomes the replacement character. */
const encode = (text: string) => encodeURIComponent(text.replace(/\p{Surrogate}/gu, '\uFFFD'));
