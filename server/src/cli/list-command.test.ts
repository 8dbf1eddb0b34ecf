import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { isPostgres } from '../database/database-address.ts';
import { newRequest, signup } from '../store/testing/store-contract-data.ts';
import { runBuilt } from '../testing/sites/built-server.ts';
import { NOON, newTestDatabase, temporaryFolder } from '../testing/test-app.ts';
import { openTestStore } from '../testing/test-database.ts';

/** The command, on a database with two confirmed applications. Returns what it prints. */
async function open() {
  const database = await newTestDatabase();
  const store = await openTestStore(database);
  for (const email of ['a@a.example', 'b@b.example']) {
    const request = newRequest();
    await store.insertSignup(signup({ email, signupType: 'beta', useCase: 'Films' }), request);
    await store.confirmSignup(request.token, NOON);
  }
  await store.close();
  const DATABASE_URL = isPostgres(database) ? database : `file:${database}`;
  return async (args: string[], SMTP_URL = 'smtps://mail.example') => {
    const { stdout, stderr } = await runBuilt('list', args, { DATABASE_URL, SMTP_URL });
    return stdout + stderr;
  };
}

const TELL = ['decide', 'declined', 'b@b.example', '--tell', '--seen', 'accepted'];
const NEXT = ['invite', '--next', '50'];

test('applications are decided and invited, and nothing is sent without --yes', async () => {
  const list = await open();
  for (const [args, printed] of [
    [['decide', 'accepted', 'A@a.example', 'b@b.example', '--by', 'Ada'], '2 accepted\n'],
    [['decide', 'accepted', 'c@c.example'], 'has not applied'],
    [['decide', 'declined', 'b@b.example'], 'stays as it is: accepted by Ada; --seen accepted'],
    [['decide', 'waiting', 'b@b.example'], '--seen is missing'],
    [TELL, 'nothing was changed'],
    [[...TELL, '--yes'], '1 declined\nmessages queued: 1\n'],
    [NEXT, 'would be invited: 1; nothing was sent\n'],
    [[...NEXT, '--yes'], 'invitations queued: 1\n'],
  ] as const) {
    expect(await list([...args])).toContain(printed);
  }
  expect(await list(NEXT, '')).toContain('SMTP_URL');
});

test('a mailing is stored, counted, sent by its number, paused and listed', async () => {
  const list = await open();
  const file = join(temporaryFolder(), 'mailing.json');
  const words = { en: { subject: 'It is here', text: 'Hello {name}', link: null } };
  const audience = { types: ['beta'], states: ['waiting'], languages: [] };
  writeFileSync(file, `\ufeff${JSON.stringify({ audience, words })}`);
  const id = (await list(['mailing', 'draft', file])).trim();
  const send = (people: string) => ['mailing', 'send', id, '--people', people, '--yes'];
  for (const [args, printed] of [
    [['mailing', 'send', id], 'would go to: 2; left out: not confirmed'],
    [send('3'), 'expected 2, the number of recipients now; nothing was sent'],
    [send('2'), 'it is sent from now on\n'],
    [['mailing', 'pause', id], 'done\n'],
    [['mailing'], `${id}  paused  0 of 2 sent  0 in doubt  It is here\n`],
    [['mailing', 'again', id], '0 in doubt\n'],
  ] as const) {
    expect(await list([...args])).toContain(printed);
  }
  expect(await list(['secret'])).toMatch(/^[\w-]{43}\n$/);
});
