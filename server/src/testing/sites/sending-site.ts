import { expect, onTestFinished, vi } from 'vitest';
import { createMail, type MailDeps } from '../../mail/mail-sender.ts';
import { EXAMPLE_SITE } from '../../site-config.ts';
import type { Store } from '../../store/store.ts';
import { newId, signup } from '../../store/testing/store-contract-data.ts';
import { createManualClock } from '../manual-clock.ts';
import { openMailServer } from '../programs/mail-server.ts';
import { NOON, newTestDatabase } from '../test-app.ts';
import { openTestStore } from '../test-database.ts';
import { createTestLog } from '../test-log.ts';
import { fixtureRender } from './fixture-site.ts';

export const SOON = { timeout: 20_000, interval: 5 };

/** A site that sends mail to a real server, by a clock that the test moves. */
export async function openSendingSite(
  change: Partial<MailDeps['config']> = {},
  ownStore: Store | null = null,
) {
  const server = await openMailServer();
  onTestFinished(() => server.close());
  const database = await newTestDatabase();
  const store = ownStore ?? (await openTestStore(database));
  onTestFinished(() => store.close());
  const site = EXAMPLE_SITE;
  const clock = createManualClock(NOON);
  const { log, allLines } = createTestLog(clock.now);
  const attempts: string[] = [];
  const times: number[] = [];
  const openMail = (change2: Partial<MailDeps> = {}) =>
    createMail({
      store,
      render: fixtureRender,
      languages: fixtureRender.languages,
      site,
      config: {
        mailFrom: null,
        mailHourly: 200,
        unconfirmedRetentionDays: 30,
        alertEmail: null,
        digestEmails: [],
        ...change,
      },
      smtp: server.smtp,
      ...clock,
      newId,
      random: () => 1,
      log,
      metrics: {
        mail(outcome) {
          attempts.push(outcome);
          times.push(clock.now());
        },
      },
      ...change2,
    });
  const mail = openMail();
  onTestFinished(() => mail.stop());
  mail.start();
  /** @param client who asks; without one, each signup counts as somebody else's first */
  const signUp = async (email: string, name = 'Jane', client?: string) => {
    const outcome = await store.insertSignup(
      signup({ email, name, createdAt: clock.now() }),
      client === undefined ? mail.newRequest() : mail.newRequest({ client, email }),
    );
    mail.wake();
    return outcome;
  };
  /** The sender has done what it can, and waits for its next time. */
  const settled = () => vi.waitFor(() => expect(clock.timers()).toBeGreaterThan(0), SOON);
  /** Moves the clock, and waits until an attempt has been made. */
  const attempt = async (ms = 0) => {
    const before = attempts.length;
    await settled();
    clock.advance(ms);
    await vi.waitFor(() => {
      clock.advance(1_000); // it looks every 30 s
      expect(attempts.length).toBeGreaterThan(before);
    }, SOON);
    await vi.waitFor(() => expect(mail.status().state).not.toBe('sending'), SOON);
  };
  const received = async (count: number) => {
    await vi.waitFor(() => {
      clock.advance(0);
      expect(server.mailbox).toHaveLength(count);
    }, SOON);
    return server.mailbox;
  };
  return {
    ...server,
    database,
    site,
    store,
    clock,
    mail,
    openMail,
    signUp,
    settled,
    attempt,
    received,
    attempts,
    times,
    allLines,
  };
}
