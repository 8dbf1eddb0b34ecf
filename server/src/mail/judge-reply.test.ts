import { expect, test } from 'vitest';
import { type Attempt, judge } from './judge-reply.ts';

const attempt: Attempt = {
  phase: 'send',
  to: 'jane.doe@xn--bcher-kva.example',
  user: 'apikey',
  mayHaveArrived: false,
};

const reply = (response: string, command = 'RCPT TO', more: Partial<Attempt> = {}) =>
  judge(
    Object.assign(new Error('failed'), {
      code: 'EENVELOPE',
      command,
      response,
      responseCode: Number(response.slice(0, 3)),
    }),
    { ...attempt, ...more },
  );

test.each([
  ['550 5.6.7 SMTPUTF8 is needed', 'MAIL FROM', 'jäne@a.example', 'refused'],
  ['555 SMTPUTF8 not supported', 'MAIL FROM', 'jäne@a.example', 'refused'],
  ['501 5.5.4 Invalid arguments', 'MAIL FROM', 'jäne@a.example', 'refused'],
  ['504 Command parameter not implemented', 'MAIL FROM', 'jäne@a.example', 'refused'],
  ['501 5.5.4 Invalid arguments', 'MAIL FROM', 'jane@a.example', 'unreachable'],
  ['550 5.7.1 Account suspended', 'MAIL FROM', 'jäne@a.example', 'unreachable'],
  ['552 5.3.4 Too big', 'MAIL FROM', 'jane@a.example', 'refused'],
  ['552 Quota exceeded', 'MAIL FROM', 'jane@a.example', 'unreachable'],
  ['550 5.7.1 Sender not allowed', 'MAIL FROM', 'jane@a.example', 'unreachable'],
  ['421 4.4.2 Closing', 'MAIL FROM', 'jane@a.example', 'unreachable'],
  ['451 SMTPUTF8 is not ready', 'MAIL FROM', 'jäne@a.example', 'unreachable'],
  ['500 UTF8 is unknown', 'MAIL FROM', 'jäne@a.example', 'refused'],
  ['550 5.7.1 Spam', 'DATA', 'jane@a.example', 'refused'],
  ['450 4.2.0 Greylisted', 'DATA', 'jane@a.example', 'later'],
  ['550 5.4.5 Daily quota exceeded', 'DATA', 'jane@a.example', 'later'],
  ...[
    ['550 5.7.1 Relay access denied', 'refused'],
    ['550', 'refused'],
    ['500 No', 'refused'],
    ['599 No', 'refused'],
    ['553 Mailbox name not allowed', 'refused'],
    ['556 5.1.10 Null MX', 'refused'],
    ['550 5.4.1 No such domain', 'refused'],
    ['552 5.2.2 The mailbox is over its quota', 'refused'],
    ['552 5.3.4 Too big', 'refused'],
    ['552 mailbox over quota', 'later'],
    ['450 4.2.0 Greylisted', 'later'],
    ['530 5.7.0 Authentication required', 'later'],
    ['550 5.4.5 Daily quota exceeded', 'later'],
    ['554 5.3.2 System not accepting messages', 'later'],
    ['550 Sending limit reached', 'later'],
    ['421 4.4.2 Closing', 'later'],
  ].map(([response, outcome]) => [response, 'RCPT TO', 'jane@a.example', outcome] as const),
] as const)('%j to %s for %s means %s', (response, command, to, outcome) => {
  expect(reply(response ?? '', command, { to }).outcome).toBe(outcome);
});

test.each([
  ['a text that is none', 'what?', undefined],
  ['a number that is none', '600 no', 600],
])('%s refuses no message for good', (_, response, responseCode) => {
  const error = { code: 'EENVELOPE', command: 'RCPT TO', response, responseCode };
  expect(judge(Object.assign(new Error('failed'), error), attempt).outcome).toBe('later');
});

test.each([
  ['EENVELOPE', 'send', 'refused', 'the mail server takes no message to such an address'],
  ['EMESSAGE', 'send', 'refused', 'the mail server takes no message to such an address'],
  ['EENVELOPE', 'connect', 'unreachable', 'EENVELOPE'],
  ['ECONNECTION', 'send', 'later', 'the connection ended before the message was handed over'],
  ['EAUTH', 'send', 'unreachable', 'the connection ended before the message was handed over'],
] as const)('without a reply, %s at %s means %s', (code, phase, outcome, reason) => {
  const error = Object.assign(new Error('failed'), { code });
  const failure = { outcome, reason: expect.stringContaining(reason), mayHaveArrived: false };
  expect(judge(error, { ...attempt, phase })).toEqual(failure);
});

test.each([
  ['', 'ECONNECTION', true],
  ['999', 'EMESSAGE', true],
  ['999 no', 'EMESSAGE', true],
  ['354 go on', 'EMESSAGE', true],
  ['150 wait', 'EMESSAGE', true],
  ['55', 'EMESSAGE', true],
  ['5500 no', 'EMESSAGE', true],
  ['550no', 'EMESSAGE', true],
  ['no 550', 'EMESSAGE', true],
  ['550-no\n250 taken', 'EMESSAGE', true],
  ['550 us', 'ECONNECTION', true], // the connection ended within the line
  ['550', 'EMESSAGE', false],
  ['550-no\n550 never', 'EMESSAGE', false],
  ['451 4.3.0 Later', 'EMESSAGE', false],
])('after the whole message, %j with %s leaves it in doubt: %j', (response, code, isInDoubt) => {
  const responseCode = Number(/^\d+/.exec(response)?.[0]) || undefined;
  const error = Object.assign(new Error('failed'), {
    code,
    command: 'DATA',
    response,
    responseCode,
  });
  const judged = judge(error, { ...attempt, mayHaveArrived: true });
  expect(judged.mayHaveArrived).toBe(isInDoubt);
  if (!isInDoubt) return;
  expect(judged.outcome).toBe('later');
  expect(judged.reason).toMatch(/whole message/);
  expect(judged.reason).not.toMatch(code);
});

test.each(['greeting', 'EHLO', 'STARTTLS'])('a refusal at %s is one of us', (command) => {
  expect(reply('554 5.7.1 No', command, { phase: 'connect' }).outcome).toBe('unreachable');
});

test.each([
  ['550 jane.doe@bücher.example is unknown', '550 the address is unknown'],
  ['550 JANE.DOE@BÜCHER.EXAMPLE\x07: Jane.Doe is out', '550 the address : the address is out'],
  ['550 relay for mx.Bücher.example denied', '550 relay for the domain denied'],
  ['550 no mailbox at XN--BCHER-KVA.example', '550 no mailbox at the domain'],
  ['550 see https://x/?r=jane.doe%40a', expect.stringMatching(/^550 see /)],
  ['550 <jane.doe=40b.example> no', '550 <the address> no'],
  ['550 user apikey is blocked', '550 user the user is blocked'],
  // Also one that is cut in the middle.
  [`550 ${'x'.repeat(2_000)}jane.doe`, expect.any(String)],
  [`550 ${'the answer is long '.repeat(110)}jane.doe@bücher.example`, expect.any(String)],
])('of %j, %j is kept', (response, kept) => {
  const { reason } = reply(response);
  expect(reason).toEqual(kept);
  expect(reason).not.toMatch(/jane|doe|b(ü|xn--)cher|apikey/i);
});

test('of many words, the first 300 characters are kept on one line', () => {
  const { reason } = reply(`550 \r\n ${'abc '.repeat(100)}`, 'RCPT TO', { user: null });
  expect(reason).toBe(`550${' abc'.repeat(74)}`);
});

test('of an address that is cut at the end of what is searched, nothing is kept', () => {
  const addresses = [...Array(19).fill('x'.repeat(89)), 'x'.repeat(80)].map(
    (x) => `${x}@b.example`,
  );
  const { reason } = reply(`550 ${addresses.join(' ')} jane.doe@bücher.example`);
  expect(reason).toBe(`550${' the address'.repeat(20)}`);
});

test.each([
  ['DEPTH_ZERO_SELF_SIGNED_CERT', / NODE_EXTRA_CA_CERTS, .* restart$/],
  ['SELF_SIGNED_CERT_IN_CHAIN', / NODE_EXTRA_CA_CERTS, .* restart$/],
  ['UNABLE_TO_VERIFY_LEAF_SIGNATURE', / NODE_EXTRA_CA_CERTS, .* restart$/],
  ['UNABLE_TO_GET_ISSUER_CERT_LOCALLY', / NODE_EXTRA_CA_CERTS, .* restart$/],
  ['CERT_HAS_EXPIRED', /must renew it$/],
  ['ERR_TLS_CERT_ALTNAME_INVALID', /into SMTP_URL$/],
  ['ECONNREFUSED', /^ECONNREFUSED$/],
])('%s is explained in one sentence, without the address of the server', (originalCode, reason) => {
  const network = { code: 'ESOCKET', originalCode };
  const error = Object.assign(new Error('connect ECONNREFUSED 10.1.2.3:25'), network);
  expect(judge(error, { ...attempt, phase: 'connect' })).toEqual({
    outcome: 'unreachable',
    reason: expect.stringMatching(reason),
    mayHaveArrived: false,
  });
});
