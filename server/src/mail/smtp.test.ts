import { expect, onTestFinished, test } from 'vitest';
import {
  type MailPhase,
  openMailServer,
  openSilentServer,
} from '../testing/programs/mail-server.ts';
import type { SmtpServer } from '../url-settings.ts';
import { createSendMail, type SmtpTimeouts } from './smtp.ts';

const TO = 'jane.doe@example.org';
const message = Buffer.from('Message-ID: <1@a.example>\r\nSubject: Hello\r\n\r\n.\r\nHello\r\n');

function sendTo(smtp: SmtpServer, timeouts?: SmtpTimeouts, signal?: AbortSignal) {
  const send = createSendMail(smtp, { name: 'site.example', ...(timeouts && { timeouts }) });
  return send({ from: 'site@a.example', to: TO }, message, signal);
}

async function open() {
  const server = await openMailServer();
  onTestFinished(() => server.close());
  return server;
}

async function openSilent(replies: number) {
  const server = await openSilentServer(replies);
  onTestFinished(() => server.close());
  return server;
}

test('a message is sent by STARTTLS after a login', async () => {
  const { smtp, mailbox } = await open();
  expect(await sendTo(smtp)).toMatchObject({ outcome: 'sent' });
  expect(mailbox).toMatchObject([
    { to: TO, id: '1@a.example', isEncrypted: true, user: 'site', raw: message.toString() },
  ]);
});

test.each<[MailPhase, string, string]>([
  ['greeting', '554 5.7.1 We do not like you', 'unreachable'],
  ['login', '535 5.7.8 Wrong password', 'unreachable'],
  ['MAIL', '550 5.7.1 Sender not allowed', 'unreachable'],
  ['RCPT', '450 4.2.0 Greylisted', 'later'],
  ['RCPT', '550 5.1.1 No such user', 'refused'],
  ['DATA', '450 4.2.0 Later', 'later'],
  ['DATA', '550 5.7.1 Spam', 'refused'],
])('in phase %s the reply %j means %s', async (phase, reply, outcome) => {
  const { smtp, rules } = await open();
  rules.answers[phase] = reply;
  const reason = expect.stringContaining(reply.slice(10));
  expect(await sendTo(smtp)).toMatchObject({ outcome, reason });
});

const SHORT = { connect: 300, greeting: 300, reply: 300, all: 60_000, turn: 60_000, slow: 60_000 };

test.each([
  ['greeting', 0],
  ['EHLO', 1],
  ['MAIL FROM', 2],
  ['RCPT TO', 3],
  ['DATA', 4],
  ['the final dot', 5],
])('a server that says nothing after %s (%i replies) is given up in time', async (_, replies) => {
  const { smtp } = await openSilent(replies);
  const { outcome } = await sendTo(smtp, SHORT);
  expect(outcome).toBe(replies < 2 ? 'unreachable' : 'later');
});

test('a login without an answer, a slow server and a stop are given up in time', async () => {
  const { smtp, rules } = await open();
  rules.answers.login = 'silence';
  const outcome = 'unreachable';
  expect(await sendTo(smtp, SHORT)).toMatchObject({ outcome });
  const slow = await sendTo(smtp, { ...SHORT, reply: 60_000, all: 300 });
  expect(slow).toMatchObject({ outcome, reason: 'the server takes too long' });
  const stop = new AbortController();
  const sending = sendTo(smtp, undefined, stop.signal);
  stop.abort();
  expect(await sending).toMatchObject({ outcome });
});

test('a connection that breaks after the message was accepted counts as not sent', async () => {
  const { smtp, rules, mailbox } = await open();
  rules.drops = 1;
  expect(await sendTo(smtp)).toMatchObject({ outcome: 'later', mayHaveArrived: true });
  expect(mailbox).toHaveLength(1);
});

test('nothing at the address is a server that cannot be reached', async () => {
  const { smtp, close } = await open();
  await close();
  expect(await sendTo(smtp)).toMatchObject({ outcome: 'unreachable', reason: 'ECONNREFUSED' });
});

/** 127.0.0.1 by a name that does not say so. */
const ELSEWHERE = '0x7f.1';

test('a certificate that cannot be trusted is explained in one sentence', async () => {
  const { smtp } = await open();
  expect(await sendTo({ ...smtp, host: ELSEWHERE })).toMatchObject({
    outcome: 'unreachable',
    reason: expect.stringMatching(/^\w+: the certificate of the mail server /), // self-signed, later expired
  });
});

test('a password never goes to another machine without encryption', async () => {
  const { smtp, received } = await openSilent(9);
  const login = { user: 'site', pass: 'secret' };
  expect(await sendTo({ ...smtp, host: ELSEWHERE, login }, SHORT)).not.toMatchObject({
    outcome: 'sent',
  });
  expect(received()).toMatch(/^EHLO site\.example\r\nSTARTTLS\r\n/);
  expect(received()).not.toContain('AUTH');
});
