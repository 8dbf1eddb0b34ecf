import { writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { expect, test } from 'vitest';
import { newRequest, signup } from '../store/testing/store-contract-data.ts';
import { runBuilt } from '../testing/sites/built-server.ts';
import { NOON, newTestDatabase } from '../testing/test-app.ts';
import { openTestStore } from '../testing/test-database.ts';

/** A database with two confirmed applications, and the command on it. */
async function open() {
  const database = await newTestDatabase();
  const store = await openTestStore(database);
  for (const email of ['a@a.example', 'b@b.example']) {
    const request = newRequest();
    await store.insertSignup(signup({ email, signupType: 'beta', useCase: 'Films' }), request);
    await store.confirmSignup(request.token, NOON);
  }
  await store.close();
  const DATABASE_URL = database.includes('://') ? database : `file:${database}`;
  const env = { DATABASE_URL, SMTP_URL: 'smtps://mail.example' };
  const list = (args: string[], more = {}) => runBuilt('list', args, { ...env, ...more });
  return { list, folder: database.includes('://') ? '/tmp' : dirname(database) };
}

test('applications are decided and invited, and nothing is sent without --yes', async () => {
  const { list } = await open();
  const decided = await list(['decide', 'accepted', 'A@a.example', 'b@b.example', '--by', 'Ada']);
  expect(decided).toMatchObject({ code: 0, stdout: '2 accepted\n' });
  expect((await list(['decide', 'maybe', 'a@a.example'])).stderr).toContain('accepted');
  expect((await list(['decide', 'accepted', 'c@c.example'])).stderr).toContain('has not applied');
  const other = await list(['decide', 'declined', 'b@b.example', '--by', 'Bea']);
  expect(other.stdout).toBe(
    '0 declined\nb@b.example stays as it is: accepted by Ada; --seen accepted changes that\n',
  );
  expect((await list(['decide', 'waiting', 'b@b.example'])).stderr).toContain('--seen is missing');
  const tell = ['decide', 'declined', 'b@b.example', '--tell', '--seen', 'accepted'];
  expect((await list(tell)).stdout).toContain('nothing was changed');
  expect((await list([...tell, '--yes'])).stdout).toBe('1 declined\nmessages queued: 1\n');
  expect((await list(['invite', '--next', '50'])).stdout).toBe(
    'would be invited: 1; nothing was sent\n',
  );
  expect((await list(['invite', '--next', '50', '--yes'])).stdout).toBe('invitations queued: 1\n');
  expect((await list(['invite', '--next', '50'], { SMTP_URL: '' })).stderr).toContain('SMTP_URL');
});

test('a mailing is stored, counted, sent by its number, paused and listed', async () => {
  const { list, folder } = await open();
  const file = join(folder, `mailing-${process.pid}.json`);
  const words = { en: { subject: 'It is here', text: 'Hello {name}', link: null } };
  const audience = { types: ['beta'], states: ['waiting'], languages: [] };
  writeFileSync(file, `\ufeff${JSON.stringify({ audience, words })}`);
  const id = (await list(['mailing', 'draft', file])).stdout.trim();
  expect((await list(['mailing', 'send', id])).stdout).toContain(
    'would go to: 2; left out: not confirmed',
  );
  const send = (people: string) => list(['mailing', 'send', id, '--people', people, '--yes']);
  expect((await send('3')).stderr).toContain(
    'expected 2, the number of recipients now; nothing was sent',
  );
  expect((await send('2')).stdout).toBe('it is sent from now on\n');
  expect((await list(['mailing', 'pause', id])).stdout).toBe('done\n');
  expect((await list(['mailing'])).stdout).toBe(
    `“It is here” is paused: it has reached 0 of 2 people.\n${id}  paused  0 of 2 sent  0 in doubt  It is here\n`,
  );
  expect((await list(['mailing', 'again', id])).stdout).toBe('0 in doubt\n');
  expect((await list(['mailing', 'fly', id])).stderr).toContain('there is no action "fly"');
  expect((await list(['secret'])).stdout).toMatch(/^[\w-]{43}\n$/);
});
