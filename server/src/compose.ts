import type { RenderInput, RenderModule } from '#shared/page';
import type { Site } from '#shared/site';
import { uuidv7 } from '#shared/uuid';
import { describeConsentTexts } from './consent/consent-text.ts';
import { problemsOfStart } from './console/problems.ts';
import { createClientCounts } from './counts/count-clients.ts';
import { createQuarterCounts } from './counts/quarter-counts.ts';
import { type AppDeps, createApp } from './create-app.ts';
import { leavingFolderOf, openStore, orStartError } from './database/open-database.ts';
import { createMetrics } from './edge/metrics.ts';
import { createLog, openStderr } from './lib/log.ts';
import { createMail } from './mail/mail-sender.ts';
import { createMailingPreview } from './mail/mailing-preview.ts';
import { shareLease } from './mail/outbox/shared-lease.ts';
import { canAskToDelete, createDeletions, deletionSettings } from './posthog/delivery/deletion.ts';
import { createRelay } from './posthog/delivery/relay.ts';
import type { Channels } from './reports/load-channels.ts';
import { openReportsThread } from './reports/reports-thread.ts';
import { type Config, posthogTokenOf } from './settings/config.ts';
import type { DatabaseAddress } from './settings/database-address.ts';
import { readProgramVersion } from './settings/program-version.ts';
import { recipientOf } from './settings/webhook-settings.ts';
import { createLeaving } from './signups/leaving.ts';
import { hashSignupWordings, readLaunchTexts } from './signups/signup-wordings.ts';
import { createMachineFiles } from './site/machine-files.ts';
import { pastRecipientsOf, recipientsOf, untoldHosts } from './site/recipients.ts';
import { renderMailPages, type SiteData } from './site/render-pages.ts';
import type { Served } from './site/resource.ts';
import { createWebhooks } from './team/webhooks/webhooks.ts';

const OUTDATED =
  'another process asks for consent with a newer text, so answers on pages of this process do not count; upgrade this process too, or, to return to its text, stop the others and restart it';

/** Applies to events, decisions and signups (docs/decisions/010-intake.md). The wait is short compared with the network. */
const BETWEEN_TRANSACTIONS_MS = 10;

const later = (callback: () => void, delayMs: number) => {
  const timer = setTimeout(callback, delayMs);
  return () => clearTimeout(timer);
};

export interface CompositionOptions {
  config: Config;
  database: DatabaseAddress;
  /** With the effective address. */
  site: Site;
  channels: Channels;
  render: RenderModule;
  /** Whether events go to PostHog if `POSTHOG_KEY` is set. */
  delivers: boolean;
  /** Static files, by path. */
  files: ReadonlyMap<string, Served>;
  /** Creates the pages, once the consent text in force is known. */
  makePages(data: SiteData): Promise<Pick<AppDeps, 'pages' | 'growthPage'>>;
  /** Vite's manifest of the client build; null in development. */
  manifest: RenderInput['manifest'];
}

/**
 * Opens the database and builds the application on it. Production (main.ts) and development (scripts/dev.ts) share this
 * and differ in where pages come from. It starts nothing.
 *
 * @throws StartError when the database cannot be used
 */
export const compose = (options: CompositionOptions) =>
  orStartError(options.database, () => composeOn(options));

async function composeOn(options: CompositionOptions) {
  const { config, database, site, channels, render, delivers, files, makePages } = options;
  const { now } = Date;
  const newId = () => uuidv7(now(), crypto.getRandomValues(new Uint8Array(10)));
  const log = createLog({ level: config.logLevel, now, to: openStderr() });
  const languages = render.languages.filter((each) => site.languages?.includes(each) ?? true);
  const machineFiles = await createMachineFiles({ site, render, languages, now });
  const posthogKey = delivers ? config.posthogKey : null;
  const posthogHost = posthogKey === null ? null : new URL(config.posthogHost).host;
  const recipients = recipientsOf({ ...config, database }, site);
  const untold = untoldHosts({ ...config, database }, site);
  const { publicKey, eventRetentionDays, signupRetentionDays } = config;
  const said = {
    ...{ posthogHost, recipients, eventRetentionDays, site },
    ...(untold.length > 0 && { untoldHosts: untold }),
  };
  const texts = await describeConsentTexts(render, said);
  const metrics = createMetrics({ process: config.metricsToken !== null });
  const publishedAt = now();
  const { store, revision, since, newer } = await openStore(
    database,
    texts.map((text) => ({ ...text, publishedAt })),
    { onCommit: metrics.commit, betweenMs: BETWEEN_TRANSACTIONS_MS },
  );
  // Before visitors' rows are dated by it.
  await store.judgeClock(now());
  if (newer !== null) log.warn(OUTDATED, { revision, newer });
  const deleting = await deletionSettings({ ...config, posthogKey }, store);
  const askedHost = canAskToDelete(deleting) ? new URL(config.posthogHost).host : null;
  const pastRecipients = pastRecipientsOf(
    { posthog: await store.readPosthogHosts(), team: await store.readTold() },
    { posthogHost, askedHost, recipients, urls: config.webhooks.urls, site, now: publishedAt },
  );
  const pageData: SiteData = {
    ...said,
    languages,
    publicKey,
    revision,
    textHashes: new Map(texts.map(({ language, hash }) => [language, hash])),
    textsSince: since,
    posthogToken: posthogTokenOf(config),
    ...(askedHost !== null && { asksPosthogToDelete: true }),
    eventRetentionDays,
    signupRetentionDays,
    ...(pastRecipients.length > 0 && { pastRecipients }),
    ...(config.smtp && { unconfirmedRetentionDays: config.unconfirmedRetentionDays }),
    ...((await store.hasConfirmations()) && {
      askedRetentionDays: config.unconfirmedRetentionDays,
    }),
  };
  const pages = await makePages(pageData);
  const pageCounts = createQuarterCounts({ write: store.addPageCounts, now });
  const clientCounts = createClientCounts({ write: store.addClientCounts, now });
  const reports = openReportsThread(database, { channels });
  const { random } = Math;
  const { smtp } = config;
  const sending = { store, site, now, newId, random, later, log, metrics };
  const relay =
    posthogKey === null
      ? null
      : createRelay({
          ...sending,
          fetch,
          config: { posthogKey, posthogHost: config.posthogHost, siteUrl: site.url },
        });
  const runAlone = shareLease(store);
  const mail = smtp && createMail({ ...sending, render, languages, config, smtp });
  const webhooks = createWebhooks({ ...sending, runAlone, config: config.webhooks });
  const deletions = createDeletions({ ...sending, runAlone, fetch, config: deleting });
  await store.forgetSwitchedOff(config.webhooks.urls.map(recipientOf));
  const { manifest } = options;
  const isAnybodyAsked = mail !== null || pageData.askedRetentionDays !== undefined;
  const mailPages = isAnybodyAsked ? renderMailPages({ render, manifest, data: pageData }) : null;
  const folder = leavingFolderOf(database, config.stateDirectory);
  const leaving = await createLeaving({ store, webhooks, now, log, folder });
  const app = createApp({
    store,
    now,
    newId,
    newRequestId: () => crypto.randomUUID(),
    addressKey: crypto.getRandomValues(new Uint8Array(32)),
    log,
    metrics,
    config,
    program: readProgramVersion(),
    revision,
    siteUrl: site.url,
    wordings: await hashSignupWordings(render, smtp !== null),
    launchTexts: await readLaunchTexts(render, site),
    beta: site.beta,
    ...pages,
    files: new Map([...files, ...machineFiles]),
    pageCounts,
    clientCounts,
    relay,
    mail,
    preview: createMailingPreview({ render, site }),
    mailPages,
    leaving,
    webhooks,
    deletions,
    channels,
    reports,
    recipient: posthogHost,
    startProblems: problemsOfStart({
      config: { ...config, database },
      site,
      isOutdated: newer !== null,
    }),
  });
  return {
    app,
    pageData,
    log,
    store,
    newId,
    async flush() {
      await pageCounts.flush();
      await clientCounts.flush();
    },
    relay,
    mail,
    leaving,
    webhooks,
    deletions,
    reports,
    now,
    later,
  };
}
