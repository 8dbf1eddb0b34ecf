import { expect, onTestFinished, test } from 'vitest';
import {
  type MailPhase,
  openMailServer,
  openSilentServer,
} from '../testing/programs/mail-server.ts';
import { createSendMail } from './smtp.ts';

const TO = 'jane.doe@example.org';
const message = Buffer.from('Message-ID: <1@a.example>\r\nSubject: Hello\r\n\r\n.\r\nHello\r\n');

async function open(options?: { password?: string }) {
  const server = await openMailServer(options);
  onTestFinished(() => server.close());
  const send = (smtp = server.smtp, signal?: AbortSignal) =>
    createSendMail(smtp, { name: 'site.example' })(
      { from: 'site@a.example', to: TO },
      message,
      signal,
    );
  return { ...server, send };
}

test('a message is sent by STARTTLS after a login', async () => {
  const { send, mailbox } = await open();
  expect(await send()).toMatchObject({ outcome: 'sent' });
  expect(mailbox).toMatchObject([
    { to: TO, id: '1@a.example', isEncrypted: true, user: 'site', raw: message.toString() },
  ]);
});

test.each<[MailPhase, string, string]>([
  ['greeting', '421 4.3.2 Shutting down', 'unreachable'],
  ['greeting', '554 5.7.1 We do not like you', 'unreachable'],
  ['login', '454 4.7.0 Later', 'unreachable'],
  ['login', '535 5.7.8 Wrong password', 'unreachable'],
  ['MAIL', '421 4.7.0 Too many', 'unreachable'],
  ['MAIL', '451 4.7.0 Too many', 'unreachable'],
  ['MAIL', '530 5.7.0 Authentication required', 'unreachable'],
  ['MAIL', '550 5.7.1 Sender not allowed', 'unreachable'],
  ['RCPT', '421 4.3.2 Closing', 'later'],
  ['RCPT', '450 4.2.0 Greylisted', 'later'],
  ['RCPT', '451 4.3.0 Local error', 'later'],
  ['RCPT', '550 5.1.1 No such user', 'refused'],
  ['RCPT', '552 5.2.2 Mailbox full', 'refused'],
  ['DATA', '450 4.2.0 Later', 'later'],
  ['DATA', '535 5.7.8 Log in', 'later'],
  ['DATA', '550 5.7.1 Spam', 'refused'],
  ['DATA', '552 5.3.4 Too big', 'refused'],
])('in phase %s the reply %j means %s', async (phase, reply, outcome) => {
  const { send, rules } = await open();
  rules.answers[phase] = reply;
  const result = await send();
  expect(result).toMatchObject({ outcome, reason: expect.stringContaining(reply.slice(10)) });
});

test('a refused password is a server that refuses us', async () => {
  const { send, smtp } = await open();
  const wrong = { ...smtp, login: { user: 'site', pass: 'wrong' } };
  expect(await send(wrong)).toMatchObject({ outcome: 'unreachable' });
});

test("the server's words are kept without the address, also where it is written in another way", async () => {
  const { send, rules } = await open();
  rules.answers.RCPT = `550 5.1.1 <${TO}>: Jane.Doe is unknown to JANE.DOE@EXAMPLE.ORG\x07`;
  expect(await send()).toMatchObject({
    outcome: 'refused',
    reason: '550 5.1.1 <the address>: the address is unknown to the address',
  });
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
  const server = await openSilentServer(replies);
  onTestFinished(() => server.close());
  const send = createSendMail(server.smtp, { name: 'site.example', timeouts: SHORT });
  const result = await send({ from: 'a@b.example', to: TO }, message);
  expect(result.outcome).toBe(replies < 2 ? 'unreachable' : 'later');
});

test('a login without an answer, a slow server and a stop are given up in time', async () => {
  const { smtp, rules, send } = await open();
  rules.answers.login = 'silence';
  const envelope = { from: 'a@b.example', to: TO };
  const byReply = createSendMail(smtp, { name: 'site.example', timeouts: SHORT });
  expect(await byReply(envelope, message)).toMatchObject({ outcome: 'unreachable' });
  const timeouts = { ...SHORT, reply: 60_000, all: 300 };
  const inAll = createSendMail(smtp, { name: 'site.example', timeouts });
  expect(await inAll(envelope, message)).toMatchObject({
    outcome: 'unreachable',
    reason: 'the server takes too long',
  });
  const stop = new AbortController();
  const sending = send(smtp, stop.signal);
  stop.abort();
  expect(await sending).toMatchObject({ outcome: 'unreachable' });
});

test('a connection that breaks after the message was accepted counts as not sent', async () => {
  const { send, rules, mailbox } = await open();
  rules.drops = 1;
  expect(await send()).toMatchObject({ outcome: 'later', mayHaveArrived: true });
  expect(mailbox).toHaveLength(1);
});

test('nothing at the address is a server that cannot be reached', async () => {
  const { send, close } = await open();
  await close();
  expect(await send()).toMatchObject({ outcome: 'unreachable' });
});

test('a certificate that cannot be trusted is explained in one sentence', async () => {
  const { send, smtp } = await open();
  // 127.0.0.1 by a name that does not say so
  expect(await send({ ...smtp, host: '0x7f.1' })).toMatchObject({
    outcome: 'unreachable',
    reason: expect.stringMatching(/^\w+: the certificate of the mail server /), // self-signed, later expired
  });
});

test('a password never goes to another machine without encryption', async () => {
  const server = await openSilentServer(9);
  onTestFinished(() => server.close());
  // 127.0.0.1 by a name that does not say so
  const smtp = { ...server.smtp, host: '0x7f.1', login: { user: 'site', pass: 'secret' } };
  const send = createSendMail(smtp, { name: 'site.example', timeouts: SHORT });
  expect((await send({ from: 'a@b.example', to: TO }, message)).outcome).not.toBe('sent');
  expect(server.received()).toMatch(/^EHLO site\.example\r\nSTARTTLS\r\n/);
  expect(server.received()).not.toContain('AUTH');
});
