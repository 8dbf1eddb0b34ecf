import { expect, onTestFinished } from 'vitest';
import { HOUR_MS } from '#shared/limits';
import { createMail } from '../../mail/mail-sender.ts';
import { shareLease } from '../../mail/outbox/shared-lease.ts';
import { text } from '../../store/testing/store-contract-data.ts';
import type { AlertFacts } from '../../team/alerts/alert-rules.ts';
import { createAlertJob } from '../../team/alerts/alert-watch.ts';
import { createLoadFacts } from '../../team/alerts/load-facts.ts';
import { createWebhooks } from '../../team/webhooks/webhooks.ts';
import { openMailServer } from '../programs/mail-server.ts';
import { openWebhookReceiver } from '../programs/webhook-receiver.ts';
import { openTestReports } from '../test-reports.ts';
import { openOutbox, soon } from './outbox-site.ts';

/** The full hour at which the clock of the site starts. */
export const START = Math.floor(Date.now() / HOUR_MS) * HOUR_MS;

/** A site whose alerts go to a real receiver and a real mail server. */
export async function openAlertingSite(given?: Partial<AlertFacts>, { delivers = false } = {}) {
  const receiver = await openWebhookReceiver();
  const mailServer = await openMailServer();
  onTestFinished(() => mailServer.close());
  const { database, clock, sending, mailConfig, webhookConfig } = await openOutbox(START);
  const { store } = sending;
  await store.publishConsentTexts([text()]);
  const reports = openTestReports(database);
  const alertEmail = 'team@a.example';
  const mail = createMail({
    ...sending,
    smtp: mailServer.smtp,
    config: { ...mailConfig, alertEmail },
  });
  const webhooks = createWebhooks({
    ...sending,
    runAlone: shareLease(store),
    config: { ...webhookConfig, urls: [receiver.url] },
  });
  onTestFinished(async () => void (await Promise.all([webhooks.stop(), mail.stop()])));
  const loadFacts = createLoadFacts({
    ...{ reports, store, zone: 'UTC', delivers, mailHourly: 200, backsUp: true },
    now: clock.now,
  });
  const load = async () => ({ ...(await loadFacts(new AbortController().signal)), ...given });
  const openJob = () => createAlertJob({ ...sending, loadFacts: load, webhooks, mail, alertEmail });
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
      await soon(async () => {
        clock.advance(1_000);
        const states = await store.webhookStates();
        expect([states[0]?.waiting ?? 0, (await store.mailState()).waiting]).toEqual([0, 0]);
      });
    },
  };
}
