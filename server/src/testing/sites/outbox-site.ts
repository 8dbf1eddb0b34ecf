import { expect, onTestFinished, vi } from 'vitest';
import type { SiteStore } from '../../database/site-store.ts';
import { parseConfig } from '../../settings/config.ts';
import { EXAMPLE_SITE } from '../../site/site-config.ts';
import { newId } from '../../store/testing/store-contract-data.ts';
import { createManualClock } from '../manual-clock.ts';
import { WEBHOOK_SECRET } from '../programs/webhook-receiver.ts';
import { newTestDatabase } from '../test-app.ts';
import { openTestStore } from '../test-database.ts';
import { createTestLog } from '../test-log.ts';
import { fixtureRender } from './fixture-site.ts';

/** Waits until a condition holds. */
export const soon = <T>(check: () => T | Promise<T>): Promise<T> =>
  vi.waitFor(check, { timeout: 20_000, interval: 5 });

const { webhooks: webhookConfig, ...mailConfig } = parseConfig({
  WEBHOOK_SECRET,
  WEBHOOK_ALLOW_PRIVATE: 'on',
});

/** A store of messages, and what those need that send them, by a clock that the test moves. */
export async function openOutbox(start: number, ownStore?: SiteStore) {
  const database = await newTestDatabase();
  const store = ownStore ?? (await openTestStore(database));
  onTestFinished(() => store.close());
  const clock = createManualClock(start);
  const { log, lines, allLines } = createTestLog(clock.now);
  const attempts: string[] = [];
  const times: number[] = [];
  const note = (outcome: string) => {
    attempts.push(outcome);
    times.push(clock.now());
  };
  const sending = {
    ...{ store, ...clock, newId, random: () => 1, log },
    metrics: { mail: note, webhook: note },
    ...{ site: EXAMPLE_SITE, render: fixtureRender, languages: fixtureRender.languages },
  };
  /** The sender has done what it can, and waits for its next time. */
  const settled = () => soon(() => expect(clock.timers()).toBeGreaterThan(0));
  const told = { attempts, times, lines, allLines };
  return { database, store, clock, sending, mailConfig, webhookConfig, settled, ...told };
}
