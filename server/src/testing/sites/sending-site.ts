import { expect, onTestFinished } from 'vitest';
import type { SiteStore } from '../../database/site-store.ts';
import { createMail, type MailDeps } from '../../mail/mail-sender.ts';
import { signup } from '../../store/testing/store-contract-data.ts';
import { openMailServer } from '../programs/mail-server.ts';
import { NOON } from '../test-app.ts';
import { openOutbox, soon } from './outbox-site.ts';

export { soon };

interface SendingSiteOptions extends Partial<Omit<MailDeps, 'config' | 'store'>> {
  store?: SiteStore;
  config?: Partial<MailDeps['config']>;
}

/** A site that sends mail to a real server, by a clock that the test moves. */
export async function openSendingSite({
  store: ownStore,
  config,
  ...own
}: SendingSiteOptions = {}) {
  const server = await openMailServer();
  onTestFinished(() => server.close());
  const { sending, mailConfig, ...site } = await openOutbox(NOON, ownStore);
  const { store, clock, attempts, settled } = site;
  /** Starts a sender as if in another process. */
  const startMail = (change: Partial<MailDeps> = {}) => {
    const deps = { ...sending, smtp: server.smtp, ...own, ...change };
    const mail = createMail({ ...deps, config: { ...mailConfig, ...config } });
    onTestFinished(() => mail.stop());
    mail.start();
    return mail;
  };
  const mail = startMail();
  /** @param client who asks; without one, each signup counts as somebody else's first */
  const signUp = async (email: string, name = 'Jane', client?: string) => {
    await store.insertSignup(
      signup({ email, name, createdAt: clock.now() }),
      mail.newRequest(client),
    );
    mail.wake();
  };
  /** Moves the clock, and waits until an attempt has been made. */
  const attempt = async (ms = 0) => {
    const before = attempts.length;
    await settled();
    clock.advance(ms);
    await soon(() => {
      clock.advance(1_000); // it looks every 30 s
      expect(attempts.length).toBeGreaterThan(before);
    });
    await soon(() => expect(mail.status().state).not.toBe('sending'));
  };
  /** Moves the clock to the time when the message that waits is tried again. */
  const tryAgain = async () => {
    const queue = { recipient: 'mail', now: clock.now(), hourly: 200 };
    const { dueAt } = await store.nextMessage(queue);
    await attempt((dueAt ?? 0) - clock.now());
  };
  const received = async (count: number) => {
    await soon(() => {
      clock.advance(0);
      expect(server.mailbox).toHaveLength(count);
    });
    return server.mailbox;
  };
  /** Waits until nothing is wrong and nothing waits, moving the clock by steps. */
  const idles = (stepMs = 0) =>
    soon(() => {
      clock.advance(stepMs);
      expect(mail.status()).toEqual({ state: 'idle', reason: null });
    });
  return { ...server, ...site, mail, startMail, signUp, attempt, tryAgain, received, idles };
}
