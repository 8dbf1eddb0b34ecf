import { expect, test } from 'vitest';

import { batch, scroll, signup } from '../../store/testing/store-contract-data.ts';
import { openKeptSite } from '../../testing/sites/kept-site.ts';
import { runData } from '../../testing/sites/run-data.ts';
import { NOON } from '../../testing/test-app.ts';
import { openTestStore } from '../../testing/test-database.ts';
import { retentionCommand } from './retention-command.ts';

const DAY = 86_400_000;

test('by hand: a dry run counts, a run deletes the same rows and says what PostHog did not get', async () => {
  const { database, store } = await openKeptSite(openTestStore);
  await store.recordEvents(
    batch({ receivedAt: NOON - 11 * DAY, events: [scroll(25), scroll(50)] }),
  );
  await store.insertSignup(signup({ email: 'old@example.org', createdAt: NOON - 21 * DAY }));
  const posthog = { posthogKey: 'phc_x' };
  const dry = await runData(retentionCommand, database, ['--dry-run'], posthog);
  expect(dry).toMatch(
    /^events +2 would be deleted, older than \d+ days, 2 of them not yet delivered\nsignups +1 would be deleted, older than \d+ days\nconsents +0 would be deleted$/m,
  );
  expect(await store.countRows()).toEqual({ signups: 3, consents: 2, events: 8 });
  expect(await runData(retentionCommand, database)).toMatch(
    /^events +2 deleted, older than \d+ days\nsignups +1 deleted, older than \d+ days\nconsents +0 deleted$/m,
  );
  expect(await store.countRows()).toEqual({ signups: 2, consents: 2, events: 6 });
  expect(await store.readAudit()).toMatchObject([
    { kind: 'retention', counts: { events: 2, signups: 1, consents: 0 } },
  ]);
});
