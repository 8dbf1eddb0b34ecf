import { Readable } from 'node:stream';
import SMTPConnection from 'nodemailer/lib/smtp-connection';
import { MINUTE_MS } from '#shared/limits';
import type { SmtpServer } from '../settings/url-settings.ts';
import {
  type Attempt,
  type Failure,
  inDoubt,
  judge,
  replyWords,
  type SmtpError,
} from './judge-reply.ts';

export interface Envelope {
  from: string;
  to: string;
}

export type MailOutcome = { outcome: 'sent'; reply: string } | Failure;

/**
 * Sends a whole message, in one connection. Never rejects. The reason of the signal says why it was broken off.
 *
 * @param onTurnOver called if it takes longer than other messages should wait for it, once the server has accepted us
 */
export type SendMail = (
  envelope: Envelope,
  message: Buffer,
  signal?: AbortSignal,
  onTurnOver?: () => void,
) => Promise<MailOutcome>;

export interface SmtpTimeouts {
  /** Milliseconds until the connection is open, and until the greeting. */
  connect: number;
  greeting: number;
  /** Of the whole attempt. RFC 5321, 4.5.3.2.6, wants ten minutes for the last answer alone, but each attempt keeps a connection. */
  all: number;
  /** How long other messages wait for this one, once the server has accepted us. */
  turn: number;
}

const TIMEOUTS: SmtpTimeouts = {
  connect: 10_000,
  greeting: 10_000,
  all: 2 * MINUTE_MS,
  turn: 3_000,
};
/** A reply is a few lines. */
const MAX_REPLY_BYTES = 16 * 1024;
/** A server that does not answer QUIT would otherwise keep a connection for each message. */
const MAX_QUIT_MS = 5_000;
const LOCAL = /^(localhost|127(\.\d+){3}|::1)$/;

export interface SmtpOptions {
  /** The name for EHLO: the site's host, because the machine's own name is nobody's business. */
  name: string;
  timeouts?: SmtpTimeouts;
}

export function createSendMail(
  server: SmtpServer,
  { name, timeouts = TIMEOUTS }: SmtpOptions,
): SendMail {
  const isLocal = LOCAL.test(server.host);
  const options = {
    ...server,
    name,
    // A password must not cross a network in the clear, even if somebody removes STARTTLS from the server's answer.
    requireTLS: server.login !== null && !isLocal,
    tls: { rejectUnauthorized: !isLocal },
    connectionTimeout: timeouts.connect,
    greetingTimeout: timeouts.greeting,
    socketTimeout: timeouts.all,
    maxResponseSize: MAX_REPLY_BYTES,
  };
  const user = server.login?.user ?? null;
  return (envelope, message, signal, onTurnOver) =>
    new Promise((resolve) => {
      const attempt: Attempt = { phase: 'connect', to: envelope.to, user, mayHaveArrived: false };
      const giveUp = (reason: string) => () => {
        const outcome = attempt.phase === 'send' ? 'later' : 'unreachable';
        finish(
          attempt.mayHaveArrived ? inDoubt(reason) : { outcome, reason, mayHaveArrived: false },
        );
      };
      const connection = new SMTPConnection(options);
      const stop = () => giveUp(String(signal?.reason))();
      const timer = setTimeout(giveUp('the server takes too long'), timeouts.all);
      let turn: NodeJS.Timeout | undefined;
      signal?.addEventListener('abort', stop);
      /** Only the first call counts: the connection may report one failure in several ways. */
      function finish(outcome: MailOutcome) {
        clearTimeout(timer);
        clearTimeout(turn);
        signal?.removeEventListener('abort', stop);
        resolve(outcome); // first, because closing reports an end
        if (outcome.outcome !== 'sent') return connection.close();
        connection.quit();
        setTimeout(() => connection.close(), MAX_QUIT_MS).unref();
      }
      if (signal?.aborted) return stop();
      const fail = (error: SmtpError) => finish(judge(error, attempt));
      connection.on('error', fail);
      // A reply that ends the connection is reported a moment after the end.
      connection.once('end', () => setImmediate(giveUp('the server closed the connection')));
      const send = () => {
        attempt.phase = 'send';
        if (onTurnOver) turn = setTimeout(onTurnOver, timeouts.turn);
        const body = Readable.from([message]);
        body.once('end', () => {
          attempt.mayHaveArrived = true;
        });
        connection.send({ ...envelope, size: message.length }, body, (error, info) => {
          if (error) fail(error);
          else finish({ outcome: 'sent', reply: replyWords(info?.response ?? '', attempt) });
        });
      };
      connection.connect((error) => {
        if (error) return fail(error);
        if (server.login === null) return send();
        attempt.phase = 'login';
        connection.login({ credentials: server.login }, (refused) =>
          refused ? fail(refused) : send(),
        );
      });
    });
}
