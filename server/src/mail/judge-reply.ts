import { domainToUnicode } from 'node:url';

/**
 * How an attempt failed. `later`: this message may be accepted at another time. `unreachable`: no message can be sent now,
 * because the server cannot be reached or refuses us. `refused`: this message never will be accepted.
 */
export interface Failure {
  outcome: 'later' | 'unreachable' | 'refused';
  reason: string;
  /** Whether the server had the whole message, and so may have accepted it. */
  mayHaveArrived: boolean;
}

export interface Attempt {
  phase: 'connect' | 'login' | 'send';
  /** The receiver's address, and our user at the mail server: neither may be in a reason. */
  to: string;
  user: string | null;
  mayHaveArrived: boolean;
}

export type SmtpError = Error & {
  code?: string | undefined;
  originalCode?: string | undefined;
  command?: string | undefined;
  response?: string | undefined;
  responseCode?: number | undefined;
};

/** Replies that concern the login (RFC 4954, section 6), and our load (RFC 3463, X.4.5 and X.3): no fault of the message. */
const ABOUT_US = /^53[0458][ -]|^5\d\d[ -]5\.(4\.5|3\.[0-35-9])\b|quota|(sending|rate) limit/i;
/** A destination's mailbox (RFC 3463, X.2), and a message that is too big. */
const ABOUT_MESSAGE = /^5\d\d[ -]5\.(2\.\d|3\.4)\b/;
const NOT_ASCII = /\P{ASCII}/u;
/** A whole reply that says that a message was not taken (RFC 5321, section 4.2): the same code on each of its lines. */
const REFUSAL = /^([45]\d\d)(-[^\n]*\n\1)*( [^\n]*)?$/;
/**
 * The server cannot take an address beyond ASCII (RFC 6531, section 3.5), or the parameter that announces one: RFC 5321,
 * section 4.1.1.11, and RFC 3463, X.5.4.
 */
const ABOUT_UTF8 = /^5\d\d[ -]5\.(6\.7|5\.4)|^5(01|04|55)\b|utf-?8|internationali[sz]|ascii/i;

/**
 * Decides what a failed attempt means for the message and for the others. Where the server refuses us, which it says before
 * it has heard of a receiver, all messages wait. What it says of a receiver or a message is about that one: otherwise
 * anybody could stop all mail by signing up with addresses that are refused.
 */
export function judge(error: SmtpError, attempt: Attempt): Failure {
  const { response = '', originalCode, code = '' } = error;
  // A connection that ended within a line may have cut off what the reply says.
  const isRefusal = REFUSAL.test(response) && code !== 'ECONNECTION';
  if (attempt.mayHaveArrived && !isRefusal) {
    const answer = replyWords(response, attempt);
    return inDoubt(answer ? `the server answered "${answer}"` : 'the connection ended');
  }
  // A network error names our mail server, and /readyz is public.
  const reason = replyWords(response, attempt) || reasonOf(originalCode || code, error, attempt);
  return { outcome: outcomeOf(error, attempt), reason, mayHaveArrived: false };
}

/** Returns the failure of a message that the server had whole, without an answer that says whether it took it. */
export const inDoubt = (what: string): Failure => ({
  outcome: 'later',
  reason: `${what} after the whole message was handed over; the server may have taken it`,
  mayHaveArrived: true,
});

/** What to do about a certificate, by OpenSSL's and Node's codes. */
const ADVICE: [code: RegExp, advice: string][] = [
  [
    /SELF_SIGNED_CERT|^UNABLE_TO_(GET_ISSUER_CERT|VERIFY_LEAF)/,
    'is signed by itself or by an unknown signer; put a file with the certificate of the signer into NODE_EXTRA_CA_CERTS, in the environment and not in .env, and restart',
  ],
  [/^CERT_HAS_EXPIRED$/, 'has expired; its owner must renew it'],
  [/CERT_ALTNAME_INVALID$/, 'is for another name; write that name into SMTP_URL'],
];

function reasonOf(code: string, error: SmtpError, attempt: Attempt): string {
  const [, advice] = ADVICE.find(([known]) => known.test(code)) ?? [];
  if (advice) return `${code}: the certificate of the mail server ${advice}`;
  if (isOurs(error, attempt))
    return `the mail server takes no message to such an address (${code})`;
  return attempt.phase === 'send'
    ? `the connection ended before the message was handed over (${code})`
    : code;
}

/** Returns whether nodemailer refused a message before it was sent, such as one to an address the server cannot take. */
const isOurs = ({ code = '', response }: SmtpError, { phase }: Attempt) =>
  response === undefined && phase === 'send' && /^E(ENVELOPE|MESSAGE)$/.test(code);

function outcomeOf(error: SmtpError, attempt: Attempt): Failure['outcome'] {
  const { code, command, response = '', responseCode: reply } = error;
  const { phase, to } = attempt;
  if (reply === undefined) {
    if (isOurs(error, attempt)) return 'refused';
    return phase === 'send' && code !== 'EAUTH' ? 'later' : 'unreachable';
  }
  const isAboutMessage = ABOUT_MESSAGE.test(response);
  if (phase !== 'send') return 'unreachable';
  if (command === 'MAIL FROM') {
    // Only a letter beyond ASCII in the receiver's address makes nodemailer ask for SMTPUTF8 (RFC 6531).
    const isAboutReceiver = NOT_ASCII.test(to) && ABOUT_UTF8.test(response);
    return reply >= 500 && (isAboutMessage || isAboutReceiver) ? 'refused' : 'unreachable';
  }
  // A number beyond 599 is no reply of SMTP, and says nothing of the receiver.
  if (reply < 500 || reply > 599) return 'later';
  return ABOUT_US.test(response) && !isAboutMessage ? 'later' : 'refused';
}

const MAX_REASON = 300;
/** What is searched for addresses, which may be longer than what is kept. */
const MAX_SEARCHED = 2_000;
const ADDRESS = /[^\s<>"'(),;:]*(?:@|=40|%40)[^\s<>"'(),;:]*/gi;

/** Returns a server's words on one line, without the receiver's address, its parts and our user. */
export function replyWords(response: string, { to, user }: Pick<Attempt, 'to' | 'user'>): string {
  const at = to.lastIndexOf('@');
  const [local, domain] = [to.slice(0, at), to.slice(at + 1)];
  const whole = response.slice(0, MAX_SEARCHED).replaceAll(/[\s\p{C}]+/gu, ' ');
  // What was cut in the middle cannot be recognised.
  const searched = response.length > MAX_SEARCHED ? whole.replace(/\S*$/, '') : whole;
  let words = searched.replaceAll(ADDRESS, 'the address');
  for (const name of [domain, domainToUnicode(domain)]) {
    words = words.replaceAll(wordOf(name, '[\\p{L}\\p{N}.-]*'), 'the domain');
  }
  words = words.replaceAll(wordOf(local), 'the address');
  if (user) words = words.replaceAll(wordOf(user), 'the user');
  return words.slice(0, MAX_REASON).trim();
}

/** @param before a pattern for what may precede it */
function wordOf(text: string, before = ''): RegExp {
  const literal = text.replaceAll(/[\\^$.*+?()[\]{}|/]/g, '\\$&');
  return new RegExp(`(?<![\\p{L}\\p{N}])${before}${literal}(?![\\p{L}\\p{N}])`, 'giu');
}
