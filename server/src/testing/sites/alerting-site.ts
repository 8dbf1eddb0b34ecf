import { expect, onTestFinished, vi } from 'vitest';
import { HOUR_MS } from '#shared/limits';
import type { AlertFacts } from '../../alerts/alert-rules.ts';
import { createAlertJob } from '../../alerts/alert-watch.ts';
import { createLoadFacts } from '../../alerts/load-facts.ts';
import { createMail } from '../../mail/mail-sender.ts';
import { createMetrics } from '../../metrics.ts';
import { shareLease } from '../../outbox/shared-lease.ts';
import { EXAMPLE_SITE } from '../../site-config.ts';
import { newId, text } from '../../store/testing/store-contract-data.ts';
import { webhookSecret } from '../../webhooks/webhook-settings.ts';
import { createWebhooks } from '../../webhooks/webhooks.ts';
import { createManualClock } from '../manual-clock.ts';
import { openMailServer } from '../programs/mail-server.ts';
import { openWebhookReceiver, WEBHOOK_SECRET } from '../programs/webhook-receiver.ts';
import { newTestDatabase } from '../test-app.ts';
import { openTestStore } from '../test-database.ts';
import { createTestLog } from '../test-log.ts';
import { openTestReports } from '../test-reports.ts';
import { fixtureRender } from './fixture-site.ts';

const SOON = { timeout: 20_000, interval: 5 };
/** The full hour at which the clock of the site starts. */
export const START = Math.floor(Date.now() / HOUR_MS) * HOUR_MS;

/** A site whose alerts go to a real receiver and a real mail server. */
export async function openAlertingSite(given?: Partial<AlertFacts>, { delivers = false } = {}) {
  const receiver = await openWebhookReceiver();
  const mailServer = await openMailServer();
  onTestFinished(async () => void (await Promise.all([receiver.close(), mailServer.close()])));
  const database = await newTestDatabase();
  const store = await openTestStore(database);
  onTestFinished(() => store.close());
  await store.publishConsentTexts([text()]);
  const reports = openTestReports(database);
  const clock = createManualClock(START);
  const { log } = createTestLog(clock.now);
  const sending = {
    store,
    ...clock,
    newId,
    random: () => 1,
    log,
    metrics: createMetrics(),
  };
  const alertEmail = 'team@a.example';
  const mail = createMail({
    ...sending,
    site: EXAMPLE_SITE,
    render: fixtureRender,
    languages: ['en'],
    smtp: mailServer.smtp,
    config: {
      mailFrom: null,
      mailHourly: 200,
      unconfirmedRetentionDays: 30,
      alertEmail,
      digestEmails: [],
    },
  });
  const webhooks = createWebhooks({
    runAlone: shareLease(store),
    ...sending,
    site: EXAMPLE_SITE,
    config: {
      urls: [receiver.url],
      secret: webhookSecret.parse(WEBHOOK_SECRET),
      format: 'standard',
      includesPerson: false,
      tellsUnconfirmed: true,
      allowsPrivate: true,
    },
  });
  onTestFinished(async () => void (await Promise.all([webhooks.stop(), mail.stop()])));
  const loadFacts = createLoadFacts({
    reports,
    store,
    zone: 'UTC',
    delivers,
    mailHourly: 200,
    backsUp: true,
    now: clock.now,
  });
  const load = async () => ({ ...(await loadFacts(new AbortController().signal)), ...given });
  const openJob = () =>
    createAlertJob({
      store,
      loadFacts: load,
      webhooks,
      mail,
      alertEmail,
      now: clock.now,
      newId,
      log,
    });
  let job = openJob();
  return {
    database,
    ...sending,
    clock,
    receiver,
    mailServer,
    load,
    judge: () => job.run(new AbortController().signal),
    restart() {
      job = openJob();
    },
    async send() {
      webhooks.start();
      mail.start();
      await vi.waitFor(async () => {
        clock.advance(1_000);
        const states = await store.webhookStates();
        expect([states[0]?.waiting ?? 0, (await store.mailState()).waiting]).toEqual([0, 0]);
      }, SOON);
    },
  };
}
