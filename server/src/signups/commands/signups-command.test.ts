import { expect, test } from 'vitest';
import { DAY_MS } from '#shared/limits';
import { funnelCommand } from '../../reports/commands/funnel-command.ts';
import { signup } from '../../testing/sites/console-site.ts';
import { runGrowth } from '../../testing/sites/run-growth.ts';
import { filledDatabase, NOON } from '../../testing/test-app.ts';
import { signupsCommand } from './signups-command.ts';

test('signups are counted by the day they signed up, all of them or only the confirmed ones, also beside the funnel', async () => {
  const confirmedLater = { confirmedAt: NOON + 9 * DAY_MS };
  const database = await filledDatabase(async (store) => {
    await store.insertSignup(signup('a@a.test', confirmedLater));
    await store.insertSignup(signup('b@a.test'));
    await store.insertSignup(signup('c@a.test', { ...confirmedLater, signupType: 'beta' }));
    await store.insertSignup(signup('d@a.test', { createdAt: NOON + DAY_MS }));
  });
  const all = await runGrowth(signupsCommand, database, []);
  expect(all).toMatch(/^2026-03-14 +2 +1 +3 /m);
  expect(all).toMatch(/^2026-03-15 +1 +0 +1 /m);
  expect(all).toContain(
    'Applications: 1; 1 confirmed (after 9\u00a0d), 0 accepted, 0 invited, 0 redeemed; 0 declined\n',
  );
  const confirmed = await runGrowth(signupsCommand, database, ['--confirmed']);
  expect(confirmed).toMatch(/^2026-03-14 +1 +1 +2 /m);
  expect(confirmed).toMatch(/^Only those who have confirmed .* 2 people signed up\.$/m);
  expect(confirmed).not.toContain('2026-03-15');
  const json = JSON.parse(await runGrowth(signupsCommand, database, ['--confirmed', '--json']));
  expect(json).toMatchObject({
    summary: '2 people signed up.',
    signups: [{ day: '2026-03-14', type: 'beta', count: 1, confirmed: 1 }, { type: 'notifyme' }],
    stages: { applied: 1, confirmed: 1, accepted: 0 },
  });
  const args = ['--from', '2026-03-14', '--to', '2026-03-14'];
  expect(await runGrowth(funnelCommand, database, args)).toMatch(
    /^confirmed +2 of the 3 signups in the table \(66\.7 %\), measured or not$/m,
  );
});
