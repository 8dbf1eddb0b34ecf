import { expect, test } from 'vitest';
import { HOUR_MS, MINUTE_MS } from '#shared/limits';
import { MAIL_KINDS, type MailHour, type MailKind } from '../store/mail-store.ts';
import { NOON } from '../store/testing/store-contract-data.ts';
import { createRandom } from '../testing/data/random.ts';
import { openOutbox } from '../testing/sites/outbox-site.ts';
import { runsOnPostgres } from '../testing/test-database.ts';
import { floorOf, paceOf, shareOf } from './hour-rule.ts';
import { ask, mailTo, sendAll } from './testing/store-contract-mail-hour.ts';

const NONE = { sent: 0, since: null, waits: false };
const hourOf = (change: Partial<MailHour> = {}): MailHour => ({
  ...{ team: NONE, asked: NONE, mailing: NONE, ...change },
});
const sent = (count: number) => ({ ...NONE, sent: count });
const waits = { ...NONE, waits: true };

test.each<[MailKind, Partial<MailHour>, number]>([
  ['asked', {}, 30],
  ['team', {}, 25],
  ['mailing', {}, 25],
  ['mailing', { asked: waits }, 15],
  ['mailing', { asked: waits, team: waits }, 10],
  ['mailing', { asked: sent(30) }, 5],
  ['asked', { team: sent(12), mailing: waits }, 18],
  ['asked', { team: sent(40) }, 10],
])('of 40 an hour, %s may have its share beside %j: %i', (kind, change, share) => {
  expect(shareOf(kind, hourOf(change), 40)).toBe(share);
});

test.each<[waiting: number, Partial<MailHour>, hourly: number, object]>([
  [25, {}, 40, { perHour: 25, endsAt: NOON }],
  [26, {}, 40, { perHour: 25, endsAt: NOON + HOUR_MS }],
  [
    76,
    { mailing: { ...sent(25), since: NOON - MINUTE_MS } },
    40,
    { perHour: 25, endsAt: NOON - MINUTE_MS + 4 * HOUR_MS },
  ],
  [
    15,
    { mailing: { waits: true, sent: 10, since: NOON - MINUTE_MS } },
    40,
    { perHour: 25, endsAt: NOON },
  ],
  [11, { asked: sent(40) }, 40, { perHour: 10, endsAt: NOON + HOUR_MS }],
  [1, { asked: waits }, 1, { perHour: 0, endsAt: null }],
])('%i more of a mailing, beside %j at %i an hour: %j', (waiting, change, hourly, pace) => {
  expect(paceOf({ waiting, now: NOON }, hourOf(change), hourly)).toEqual(pace);
});

test.skipIf(runsOnPostgres)(
  'whatever comes, no hour has more than its limit, and who waits for an hour gets the own part',
  async () => {
    const { store } = await openOutbox(NOON);
    const random = createRandom(7);
    await mailTo(store, 150);
    const steps: { at: number; sent: Record<MailKind, number>; waits: readonly MailKind[] }[] = [];
    for (let at = NOON; at < NOON + 6 * HOUR_MS; at += 10 * MINUTE_MS) {
      await ask(store, 'asked', random(14), at);
      await ask(store, 'team', random(6), at);
      const sent = await sendAll(store, at);
      const hour = await store.mailHour(at);
      steps.push({ at, sent, waits: MAIL_KINDS.filter((kind) => hour[kind].waits) });
    }
    let whole = 0;
    for (const [index] of steps.entries()) {
      const hour = steps.slice(index, index + 6);
      const sum = (kind: MailKind) => hour.reduce((all, { sent }) => all + sent[kind], 0);
      expect(sum('team') + sum('asked') + sum('mailing')).toBeLessThanOrEqual(40);
      const waiting = MAIL_KINDS.filter((kind) => hour.every(({ waits }) => waits.includes(kind)));
      if (hour.length < 6) continue;
      for (const kind of waiting) expect(sum(kind)).toBeGreaterThanOrEqual(floorOf(40, kind));
      whole += waiting.length;
    }
    expect(whole).toBeGreaterThan(20);
  },
);
