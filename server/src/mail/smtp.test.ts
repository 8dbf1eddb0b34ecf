import { expect, onTestFinished, test } from 'vitest';
import type { SmtpServer } from '../settings/url-settings.ts';
import { type MailPhase, openMailServer } from '../testing/programs/mail-server.ts';
import { createSendMail, type SmtpTimeouts } from './smtp.ts';

const TO = 'jane.doe@example.org';
const message = Buffer.from('Message-ID: <1@a.example>\r\nSubject: Hello\r\n\r\n.\r\nHello\r\n');

function sendTo(smtp: SmtpServer, timeouts?: SmtpTimeouts, signal?: AbortSignal) {
  const send = createSendMail(smtp, { name: 'site.example', ...(timeouts && { timeouts }) });
  return send({ from: 'site@a.example', to: TO }, message, signal);
}

async function open(options?: { hasTls: boolean }) {
  const server = await openMailServer(options);
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

const SHORT = { connect: 300, greeting: 300, all: 600, turn: 60_000 };

test.each<[MailPhase, string, string]>([
  ['greeting', '554 5.7.1 We do not like you', 'unreachable'],
  ['login', '535 5.7.8 Wrong password', 'unreachable'],
  ['MAIL', '550 5.7.1 Sender not allowed', 'unreachable'],
  ['RCPT', '450 4.2.0 Greylisted', 'later'],
  ['DATA', '550 5.7.1 Spam', 'refused'],
  ['greeting', 'silence', 'unreachable'],
  ['login', 'silence', 'unreachable'],
  ['MAIL', 'silence', 'later'],
  ['RCPT', 'silence', 'later'],
  ['DATA', 'silence', 'later'],
])('in phase %s the reply %j means %s', async (phase, reply, outcome) => {
  const { smtp, rules } = await open();
  rules.answers[phase] = reply;
  const failure = await sendTo(smtp, SHORT);
  expect(failure).toMatchObject({ outcome });
  if (reply !== 'silence')
    expect(failure).toMatchObject({ reason: expect.stringContaining(reply.slice(10)) });
});

test('a server that takes too long in all, and a stop, end an attempt', async () => {
  const { smtp, rules } = await open();
  rules.answers.login = 'silence';
  const slow = await sendTo(smtp, SHORT);
  expect(slow).toMatchObject({ outcome: 'unreachable', reason: 'the server takes too long' });
  const stop = new AbortController();
  const sending = sendTo(smtp, undefined, stop.signal);
  stop.abort();
  expect(await sending).toMatchObject({ outcome: 'unreachable' });
});

test('a connection that breaks after the message was accepted counts as not sent', async () => {
  const { smtp, rules, mailbox } = await open();
  rules.drops = 1;
  expect(await sendTo(smtp)).toMatchObject({ outcome: 'later', mayHaveArrived: true });
  expect(mailbox).toHaveLength(1);
});

test('what is no reply of SMTP, after the whole message, leaves it in doubt', async () => {
  const { smtp, rules } = await open();
  rules.answers.DATA = '999 What';
  expect(await sendTo(smtp)).toMatchObject({
    ...{ outcome: 'later', mayHaveArrived: true },
    reason: expect.stringContaining('answered "999 What" after the whole message'),
  });
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
  const { smtp, logins, mailbox } = await open({ hasTls: false });
  const { outcome } = await sendTo({ ...smtp, host: ELSEWHERE }, SHORT);
  expect([outcome, logins, mailbox]).toEqual(['unreachable', [], []]);
});
