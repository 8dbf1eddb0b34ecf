import { join } from 'node:path';
import { expect, test } from 'vitest';
import { postJson } from '../testing/data/visitor.ts';
import { runEntry } from '../testing/sites/built-process.ts';
import { createBuiltSite, startBuiltSite } from '../testing/sites/built-site.ts';
import { query } from '../testing/sites/server-process.ts';

async function signUp(url: string, name: string) {
  const row = { name, email: `${name}@example.org`, signup_type: 'notifyme' };
  const headers = { apikey: 'public-anon-key' };
  expect((await postJson(`${url}/rest/v1/notifyme_signups`, row, headers)).status).toBe(201);
}

test('a self-hoster backs up, erases a person on request, and restores the backup', async () => {
  const root = createBuiltSite();
  const data = (...args: string[]) =>
    runEntry('data', args, { DATABASE_URL: `file:${join(root, 'data/site.db')}` });
  const emails = () => query(root, 'SELECT email FROM notifyme_signups');
  const { url, stop } = await startBuiltSite(root);
  await signUp(url, 'ann');
  const backup = join(root, 'copy.db');
  expect(await data('backup', backup)).toMatchObject({ code: 0, stderr: '' });
  await signUp(url, 'ben');

  const erased = await data('erase', '--email', 'ann@example.org');
  expect(erased.stdout).toMatch(/^signups +1 erased$/m);
  expect(emails()).toEqual([{ email: 'ben@example.org' }]);
  expect((await data('verify')).stdout).toMatch(/^intact +\d+ rules hold$/m);

  const refused = await data('restore', backup);
  expect(refused).toMatchObject({
    code: 1,
    stderr: expect.stringContaining('a server is using the'),
  });
  await stop('SIGKILL');
  const restored = await data('restore', backup);
  expect(restored.stdout).toMatch(/^to do +1 signups that you erased after the backup are back/m);
  await startBuiltSite(root);
  expect(emails()).toEqual([{ email: 'ann@example.org' }]);
}, 90_000);
