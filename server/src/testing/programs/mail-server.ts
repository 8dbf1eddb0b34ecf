import { buffer } from 'node:stream/consumers';
import { SMTPServer, type SMTPServerOptions } from 'smtp-server';
import { SMTPConnection } from 'smtp-server/lib/smtp-connection.js';
import type { SmtpServer } from '../../settings/url-settings.ts';
import { listenLocally } from './free-port.ts';

// Greets at once. The library first waits 100 ms for clients that talk too soon, and some tests send thousands of messages.
SMTPConnection.prototype.init = function init() {
  this._setListeners(() => this.connectionReady());
};

export type MailPhase = 'greeting' | 'login' | 'MAIL' | 'RCPT' | 'DATA';

export interface ReceivedMessage {
  to: string;
  raw: string;
  id: string;
  isEncrypted: boolean;
  user: string | null;
}

export interface MailServerRules {
  /** The refusal of a phase, `550 5.1.1 No such user`; or silence. */
  answers: Partial<Record<MailPhase, string | 'silence'>>;
  /** The end of the addresses that RCPT and DATA are answered so for. */
  only: string;
  /** How long the server waits before it refuses. */
  delayMs: number;
  /** How many of the next messages are accepted while the connection breaks instead of a reply. */
  drops: number;
  /** How many of the next messages are accepted with a reply, after which the connection breaks. */
  hangsUp: number;
}

/** A mail server with login that keeps what it accepts, and treats clients by rules. Without TLS it is one that a thief set up. */
export async function openMailServer({ hasTls = true } = {}) {
  const logins: string[] = [];
  const mailbox: ReceivedMessage[] = [];
  const rules: MailServerRules = { answers: {}, only: '', delayMs: 0, drops: 0, hangsUp: 0 };
  let arrived = 0;
  let held: Promise<void> | null = null;
  const act = (phase: MailPhase, callback: (error?: Error | null) => void, to = rules.only) => {
    const answer = to.endsWith(rules.only) ? rules.answers[phase] : undefined;
    if (answer === undefined) return callback();
    if (answer === 'silence') return;
    const [, code = '', text = ''] = /^(\d+) (.*)$/.exec(answer) ?? [];
    const refusal = Object.assign(new Error(text), { responseCode: Number(code) });
    if (rules.delayMs === 0) return callback(refusal);
    setTimeout(callback, rules.delayMs, refusal);
  };
  const options: SMTPServerOptions = {
    authMethods: ['PLAIN', 'LOGIN'],
    ...(!hasTls && { disabledCommands: ['STARTTLS'], allowInsecureAuth: true }),
    logger: false,
    disableReverseLookup: true,
    onConnect: (_, callback) => act('greeting', callback),
    onAuth({ username: user = '' }, _, callback) {
      logins.push(user);
      act('login', (error) => callback(error, { user }));
    },
    onMailFrom: (_, __, callback) => act('MAIL', callback),
    onRcptTo: ({ address }, _, callback) => act('RCPT', callback, address),
    async onData(stream, session, callback) {
      const whole = await buffer(stream).catch(() => null);
      if (whole === null) return; // the client broke off in the middle: nothing arrived
      const raw = whole.toString('latin1');
      arrived += 1;
      await held;
      const to = session.envelope.rcptTo[0]?.address ?? '';
      const answer = (error?: Error | null) => {
        if (error) return callback(error);
        const id = /^Message-ID: *<(.*)>/im.exec(raw)?.[1] ?? '';
        const user = session.user === undefined ? null : String(session.user);
        mailbox.push({ to, raw, id, isEncrypted: session.secure, user });
        if (rules.drops > 0) {
          rules.drops -= 1;
          for (const connection of server.connections) connection._socket.destroy();
          return;
        }
        callback(null);
        if (rules.hangsUp === 0) return;
        rules.hangsUp -= 1;
        for (const connection of server.connections) connection._socket.destroySoon();
      };
      act('DATA', answer, to);
    },
  };
  const server = new SMTPServer(options);
  server.on('error', () => {}); // a client that breaks off
  const port = await listenLocally(server.server);
  const login = { user: 'site', pass: 'secret' };
  const smtp: SmtpServer = { host: '127.0.0.1', port, secure: false, login };
  return {
    smtp,
    url: `smtp://site:secret@127.0.0.1:${port}`,
    mailbox,
    logins,
    rules,
    /** How many messages have arrived whole, also those without a reply so far. */
    arrived: () => arrived,
    /** Lets replies to messages wait until the returned function is called. */
    holdReplies() {
      let release = () => {};
      held = new Promise((resolve) => {
        release = resolve;
      });
      return release;
    },
    close() {
      for (const connection of server.connections) connection._socket.destroy();
      return new Promise<void>((resolve) => server.close(() => resolve()));
    },
  };
}
