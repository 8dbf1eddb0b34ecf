import { expect, test } from 'vitest';
import { HOUR_MS, MINUTE_MS } from '#shared/limits';
import { MAIL_KINDS, type MailKind } from '../store/mail-store.ts';
import { NOON } from '../store/testing/store-contract-data.ts';
import { createRandom } from '../testing/data/random.ts';
import { openOutbox } from '../testing/sites/outbox-site.ts';
import { runsOnPostgres } from '../testing/test-database.ts';
import { floorOf } from './hour-rule.ts';
import { ask, mailTo, sendAll } from './testing/store-contract-mail-hour.ts';

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
