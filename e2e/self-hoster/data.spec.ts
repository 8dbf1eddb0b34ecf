import { join } from 'node:path';
import { expect, test } from '../fixtures.ts';
import { startEntry } from '../server.ts';
import type { Site } from '../site.ts';

/** `npm run data` of the finished build, beside the running site. */
async function data(site: Site, ...args: string[]) {
  const settings = { DATABASE_URL: `file:${site.databasePath}` };
  const { exited, stdout, stderr } = startEntry('data', args, settings);
  const { code } = await exited;
  return { code, stdout: stdout(), stderr: stderr() };
}

async function signUp(site: Site, name: string) {
  const row = { name, email: `${name}@example.org`, signup_type: 'notifyme' };
  const answer = await fetch(`${site.url}/rest/v1/notifyme_signups`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json', apikey: 'public-anon-key' },
    body: JSON.stringify(row),
  });
  expect(answer.status).toBe(201);
}

test('a self-hoster backs up, erases somebody who asks, and goes back to the backup', async ({
  site,
}) => {
  await signUp(site, 'ann');
  const backup = join(site.folder, 'copy.db');
  expect(await data(site, 'backup', backup)).toMatchObject({ code: 0, stderr: '' });
  await signUp(site, 'ben');

  const erased = await data(site, 'erase', '--email', 'ann@example.org');
  expect(erased.stdout).toMatch(/^signups +1 erased$/m);
  expect(site.query('SELECT email FROM notifyme_signups')).toEqual([{ email: 'ben@example.org' }]);
  expect((await data(site, 'verify')).stdout).toMatch(/^intact +\d+ rules hold$/m);

  const refused = await data(site, 'restore', backup);
  expect(refused).toMatchObject({
    code: 1,
    stderr: expect.stringContaining('a server is using the'),
  });
  await site.kill();
  const restored = await data(site, 'restore', backup);
  expect(restored.stdout).toMatch(/^to do +1 erasures of signups/m);
  await site.restart();
  expect(site.query('SELECT email FROM notifyme_signups')).toEqual([{ email: 'ann@example.org' }]);
});
