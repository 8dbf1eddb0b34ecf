import { expect, onTestFinished, test } from 'vitest';
import { isPostgres } from '../database/database-address.ts';
import { newRequest, signup } from '../store/testing/store-contract-data.ts';
import { openMailServer } from '../testing/programs/mail-server.ts';
import { runBuilt } from '../testing/sites/built-server.ts';
import { NOON, newTestDatabase } from '../testing/test-app.ts';
import { openTestStore } from '../testing/test-database.ts';

const mail = (args: string[], env = {}) => runBuilt('mail', args, env);

test('test sends one message and prints the answer of the server', async () => {
  const server = await openMailServer();
  onTestFinished(() => server.close());
  const env = { SMTP_URL: server.url, MAIL_FROM: 'hello@own.example' };
  const sent = await mail(['test', 'Me@Own.example'], env);
  expect(sent).toMatchObject({ code: 0, stderr: '' });
  expect(sent.stdout).toMatch(/^sent through 127\.0\.0\.1:\d+: 250 /);
  expect(server.mailbox).toMatchObject([{ to: 'me@own.example', isEncrypted: true, user: 'site' }]);
  expect(server.mailbox[0]?.raw).toContain('From: Dubkit <hello@own.example>');
  server.rules.answers.login = '535 5.7.8 Wrong password';
  const refused = await mail(['test', '<me@own。example>'], env);
  expect(refused.code).toBe(1);
  expect(refused.stderr).toContain(
    '535 5.7.8 Wrong password; check the host, the port, the user and the password',
  );
  expect((await mail(['test', 'me@own.example'])).stderr).toContain('SMTP_URL is not set');
  expect((await mail(['test', 'me@own'])).stderr).toContain('one e-mail ADDRESS');
});

test('status shows the queue, in words and as JSON', async () => {
  const database = await newTestDatabase();
  const store = await openTestStore(database);
  for (const email of ['a@a.example', 'b@a.example', 'c@a.example']) {
    await store.insertSignup(signup({ email }), newRequest());
  }
  const { message } = await store.nextMessage({ recipient: 'mail', now: NOON, hourly: 200 });
  const id = message?.id ?? '';
  await store.settleMessage(id, { outcome: 'refused', at: NOON, reason: '550 \u001b[31mno' });
  await store.close();
  const env = { DATABASE_URL: isPostgres(database) ? database : `file:${database}` };
  const text = await mail(['status'], { ...env, SMTP_URL: 'smtps://mail.example' });
  expect(text.stdout).toBe(
    [
      'server    mail.example:465',
      'waiting   2, the first since 2026-03-14T12:00:00.000Z',
      'sent      0 in the last day',
      'refused   1',
      'given up  0',
      'answer    1 refused: 550 \\u001b[31mno',
      '',
    ].join('\n'),
  );
  expect(JSON.parse((await mail(['status', '--json'], env)).stdout)).toEqual({
    ...{ server: null, waiting: 2, waitingSince: '2026-03-14T12:00:00.000Z' },
    ...{ sent: 0, refused: 1, givenUp: 0 },
    reasons: [{ state: 'refused', reason: '550 \u001b[31mno', count: 1 }],
  });
});
