import { expect, test } from 'vitest';
import { newId, newRequest, signup } from '../../store/testing/store-contract-data.ts';
import { openKeptSite } from '../../testing/sites/kept-site.ts';
import { runData, tryData } from '../../testing/sites/run-data.ts';
import { NOON } from '../../testing/test-app.ts';
import { openTestStore, rowsOf } from '../../testing/test-database.ts';
import { askCommand } from './ask.ts';
import { eraseCommand } from './erase.ts';
import { exportCommand } from './export-person.ts';
import { declineCommand, restrictCommand } from './restrict.ts';

const at = expect.stringMatching(/^\S+Z$/);

// store-contract-launch.ts has what a restriction and a block stop.
test('signups of an address, in any spelling, are restricted and no longer; an export says since when, and erasing still works', async () => {
  const { database, store } = await openKeptSite(openTestStore);
  const who = ['--email', ' JANE@example.org'];
  const exported = async () => JSON.parse(await runData(exportCommand, database, who)).signups;
  expect(await runData(restrictCommand, database, who)).toMatch(/^signups +1 restricted$/m);
  expect(await exported()).toMatchObject([{ restrictedAt: at }]);
  expect(await store.readSignups('john@example.org')).toHaveLength(1);
  const rows = await rowsOf(database, 'notifyme_signups');
  expect(rows.filter((row) => row['restricted_at'] !== null)).toHaveLength(1);
  const lift = [...who, '--lift'];
  expect(await runData(restrictCommand, database, lift)).toMatch(
    /^signups +1 no longer restricted$/m,
  );
  expect(await exported()).toMatchObject([{ restrictedAt: null }]);
  await runData(restrictCommand, database, who);
  expect(await runData(eraseCommand, database, who)).toMatch(/^signups +1 erased$/m);
  expect(await runData(restrictCommand, database, who)).toMatch(/^signups +0 restricted$/m);
});

test('a restriction needs an address, and repeats none that is wrong', async () => {
  const { database } = await openKeptSite(openTestStore);
  const failing = async (...args: string[]) =>
    (await tryData(restrictCommand, database, args)).problem;
  expect(await failing()).toContain('expected --email');
  expect(await failing('--email', 'jane')).toMatch(/^--email is not an e-mail address/);
  expect(await failing('--consent-id', 'x')).toContain('unknown option');
});

test.each([
  ['Jill@Example.org', 'jill@example.org'],
  ['jill+news@example.org', 'jill@example.org'],
  ['j.ane+x@googlemail.com', 'jane@gmail.com'],
  ['ann@xn--mller-kva.example', 'ANN@müller.example'],
  [' ann@Müller.example ', 'ann@xn--mller-kva.example'],
])(
  '%s lets messages go to %s again, which a link had blocked; an export said so, and nothing is erased',
  async (given, blocked) => {
    const { database, store } = await openKeptSite(openTestStore);
    const before = await store.countRows();
    const request = newRequest();
    await store.insertSignup(signup({ email: blocked }), request);
    expect(await store.leave(request.token, NOON, undefined, true)).toBe('left');
    const exported = async () =>
      JSON.parse(await runData(exportCommand, database, ['--email', given]));
    expect(await exported()).toMatchObject({ signups: [], neverWrittenToSince: at });
    const unblock = () => runData(eraseCommand, database, ['--unblock', given]);
    expect(await unblock()).toMatch(/^address +no longer blocked$/m);
    expect(await unblock()).toMatch(/^address +was not blocked$/m);
    expect(await exported()).not.toHaveProperty('neverWrittenToSince');
    expect(await store.insertSignup(signup({ email: blocked }), newRequest())).toBe('created');
    expect(await store.countRows()).toEqual({ ...before, signups: before.signups + 1 });
  },
);

test('who writes is spared the launch message, and keeps the signup', async () => {
  const { database } = await openKeptSite(openTestStore);
  const who = ['--email', ' JANE@example.org'];
  expect(await runData(declineCommand, database, who)).toMatch(
    /^signups +1 get no launch message$/m,
  );
  const exported = async () => JSON.parse(await runData(exportCommand, database, who));
  expect(await exported()).toMatchObject({ signups: [{ launchDeclinedAt: at }] });
  const failing = (await tryData(declineCommand, database, [])).problem;
  expect(failing).toContain('expected --email');
});

test('who signed up while mail was off is asked once, and nobody else', async () => {
  const { database, store } = await openKeptSite(openTestStore);
  for (let index = 0; index < 101; index++)
    await store.insertSignup(signup({ email: `${index}@a.example` }));
  await store.restrictSignups('0@a.example', NOON, true);
  await store.insertSignup(signup({ email: 'asked@a.example' }), newRequest());
  expect((await tryData(askCommand, database, [])).problem).toContain('set SMTP_URL first');
  const smtp = { host: 'mail.example', port: 587, secure: false, login: null };
  const ask = () => runData(askCommand, database, [], { smtp });
  const { confirmedAt } = (await store.readSignups('jane@example.org'))[0] ?? {};
  expect(confirmedAt).toBeNull();
  expect(await ask()).toMatch(/^signups +102 asked to confirm$/m); // with the two of the site
  expect(await ask()).toMatch(/^signups +0 asked to confirm$/m);
  expect(await rowsOf(database, 'confirmations')).toHaveLength(103);
});

test('who objects is erased and never written to again; a dry run says so and does nothing', async () => {
  const { database, store } = await openKeptSite(openTestStore);
  const who = ['--email', 'jane@example.org', '--block'];
  const dry = await runData(eraseCommand, database, [...who, '--dry-run']);
  expect(dry).toMatch(/^address +would never be written to again$/m);
  expect(await store.readBlock('jane@example.org')).toBeNull();
  const printed = await runData(eraseCommand, database, who);
  expect(printed).toMatch(/^signups +1 erased\n(.*\n)*address +is never written to again$/m);
  expect(await store.insertSignup(signup({ email: 'jane+x@example.org' }), newRequest())).toBe(
    'created',
  );
  expect(await store.readSignups('jane+x@example.org')).toEqual([]);
  const failing = await tryData(eraseCommand, database, ['--consent-id', newId(), '--block']);
  expect(failing.problem).toContain('--block needs --email');
});

test('unblocking stands alone: with anything else, nothing is done', async () => {
  const { database, store } = await openKeptSite(openTestStore);
  const request = newRequest();
  await store.insertSignup(signup({ email: 'ann@example.org' }), request);
  await store.leave(request.token, NOON, undefined, true);
  const unblock = ['--unblock', 'ann@example.org'];
  for (const more of [['--dry-run'], ['--block'], ['--email', 'jane@example.org']])
    expect((await tryData(eraseCommand, database, [...unblock, ...more])).problem).toContain(
      '--unblock stands alone',
    );
  expect((await tryData(eraseCommand, database, ['--unblock', 'ann'])).problem).toMatch(
    /^--unblock is not an e-mail address/,
  );
  expect(await store.readBlock('ann@example.org')).toBe(NOON);
  expect(await store.readSignups('jane@example.org')).toHaveLength(1);
});
