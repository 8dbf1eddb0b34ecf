import { domainToASCII } from 'node:url';
import { z } from 'zod';
import { eachHost, isPostgres } from './database-address.ts';

export interface SmtpServer {
  host: string;
  port: number;
  /** TLS from the first byte, `smtps://`. Otherwise STARTTLS follows where the server offers it. */
  secure: boolean;
  login: { user: string; pass: string } | null;
}

export const smtpUrl = z.string().transform((text, { addIssue }): SmtpServer => {
  try {
    const { protocol, hostname, port, username, password, pathname, search, hash } = new URL(text);
    const isSmtp = protocol === 'smtp:' || protocol === 'smtps:';
    const rest = pathname.replace('/', '') + search + hash;
    // Outside http, the host keeps its escapes.
    const host = /^\[(.*)\]$/.exec(hostname)?.[1] ?? domainToASCII(decodeURIComponent(hostname));
    const hasBoth = (username === '') === (password === '');
    if (isSmtp && host !== '' && port !== '0' && rest === '' && hasBoth) {
      const secure = protocol === 'smtps:';
      const login = { user: decodeURIComponent(username), pass: decodeURIComponent(password) };
      return {
        host,
        port: port === '' ? (secure ? 465 : 587) : Number(port),
        secure,
        login: username === '' ? null : login,
      };
    }
  } catch {
    // not a URL, or with a percent sign that is not an escape
  }
  addIssue('not the address of a mail server');
  return z.NEVER;
});

/** `no-verify` is the driver's own name for what libpq does for `require`. */
const SSL_MODE = /^(disable|allow|prefer|require|verify-ca|verify-full|no-verify)$/;

export const postgresUrl = z.string().refine((text) => eachHost(text).every(isPostgresUrl));

function isPostgresUrl(url: string): boolean {
  if (!isPostgres(url) || !URL.canParse(url)) return false;
  const { host, pathname, searchParams, hash } = new URL(url);
  const mode = searchParams.get('sslmode');
  const isMode = mode === null || SSL_MODE.test(mode);
  const hasAuthority = mode !== 'verify-ca' || searchParams.has('sslrootcert');
  const hasHost = host !== '' || searchParams.has('host');
  return hasHost && pathname.length > 1 && hash === '' && isMode && hasAuthority;
}

/** What must be written as an escape, because it means something else in a URL. */
const UNESCAPED = /[@#/?]|%(?![\da-f]{2})/i;

/**
 * Returns what is wrong with the password in a URL, or null. The URL is then often valid, and names another server. The
 * text shows nothing of the password but one sign.
 *
 * @param isValid whether the URL can be used as it is; its query may then have an at sign
 */
export function passwordFault(url: string, isValid: boolean): string | null {
  const [beforeQuery = ''] = url.split('?');
  const [, password] = /^[a-z]+:\/\/[^:/?#]*:(.*)@/is.exec(isValid ? beforeQuery : url) ?? [];
  const [sign] = UNESCAPED.exec(password ?? '') ?? [];
  return sign ? `has ${sign} in its password; expected ${encodeURIComponent(sign)} for it` : null;
}
