import { expect, test } from 'vitest';
import { HOUR_MS, MINUTE_MS } from '#shared/limits';
import { ask, mailTo, sendAll } from '../mail/testing/store-contract-mail-hour.ts';
import { NOON, newId } from '../store/testing/store-contract-data.ts';
import { openOutbox } from '../testing/sites/outbox-site.ts';
import { runsOnPostgres } from '../testing/test-database.ts';
import { createListDesk } from './list-desk.ts';

test.skipIf(runsOnPostgres).each([
  ['alone', 0, 25, 100],
  ['alone', 0, 25, 101],
  ['beside 15 signups an hour', 15, 20, 70],
  ['beside 30 signups an hour', 30, 10, 35],
])(
  'a mailing %s ends when the console says, at the pace that it says (%i, %i an hour, %i people)',
  async (_, signups, perHour, people) => {
    const { store, clock } = await openOutbox(NOON);
    const countAudience = () => Promise.reject(new Error('nobody asks'));
    const deps = { store, countAudience, mail: null, mailHourly: 40, now: clock.now, newId };
    const desk = createListDesk(deps);
    /** Who asks for more than its part delays the rest of the first hour. */
    const within = signups > 20 ? HOUR_MS : 2 * MINUTE_MS;
    let step = 0;
    const goOn = async () => {
      clock.advance(MINUTE_MS);
      step += 1;
      if (Math.floor((step * signups) / 60) > Math.floor(((step - 1) * signups) / 60))
        await ask(store, 'asked', 1, clock.now());
      await sendAll(store, clock.now());
    };
    for (let minute = 0; minute < 60; minute++) await goOn();
    const id = await mailTo(store, people);
    const promise = await desk.mailing(id);
    const endOf = (one: typeof promise) => Date.parse(one?.endsAt ?? '');
    expect(promise?.perHour).toBe(perHour);
    await sendAll(store, clock.now());
    while ((await desk.mailing(id))?.state === 'sending') {
      const now = await desk.mailing(id);
      expect(Math.abs(endOf(now) - endOf(promise))).toBeLessThan(within);
      await goOn();
    }
    expect(Math.abs(clock.now() - endOf(promise))).toBeLessThanOrEqual(2 * MINUTE_MS);
  },
);
