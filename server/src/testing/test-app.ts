import { onTestFinished } from 'vitest';
import { createClientCounts } from '../counts/count-clients.ts';
import { createQuarterCounts } from '../counts/quarter-counts.ts';
import { type AppDeps, createApp } from '../create-app.ts';
import type { SiteStore } from '../database/site-store.ts';
import { createMetrics } from '../edge/metrics.ts';
import { createMailingPreview } from '../mail/mailing-preview.ts';
import { shippedChannels } from '../reports/load-channels.ts';
import type { ReportsThreadOptions } from '../reports/reports-thread.ts';
import { parseConfig } from '../settings/config.ts';
import { type DatabaseAddress, isPostgres } from '../settings/database-address.ts';
import { createLeaving } from '../signups/leaving.ts';
import { readLaunchTexts } from '../signups/signup-wordings.ts';
import { loadFiles } from '../site/load-files.ts';
import { createMachineFiles } from '../site/machine-files.ts';
import { renderPages } from '../site/render-pages.ts';
import { EXAMPLE_SITE } from '../site/site-config.ts';
import { newSqliteFile } from '../store/sqlite/testing/sqlite-site.ts';
import { newId, text } from '../store/testing/store-contract-data.ts';
import { holdToDocument } from './hold-to-document.ts';
import { openPostgresDatabase } from './programs/postgres.ts';
import { createRequests } from './requests.ts';
import { fixtureData, fixtureMailPages, fixtureRender } from './sites/fixture-site.ts';
import { temporaryFile } from './temporary-folder.ts';
import { type OpenTestStore, openTestStore, runsOnPostgres } from './test-database.ts';
import { createTestLog } from './test-log.ts';
import { openTestReports, openTestThread } from './test-reports.ts';

export const NOON = Date.UTC(2026, 2, 14, 12);

/** A database of this test's own; its tables are empty. */
export const newTestDatabase = async (): Promise<DatabaseAddress> =>
  runsOnPostgres ? openPostgresDatabase() : newSqliteFile();

/** The setting that names a database. */
export const urlOf = (database: DatabaseAddress): string =>
  isPostgres(database) ? database : `file:${database}`;

/** A database of this test's own with what is stored here; no process has it open. */
export async function filledDatabase(
  fill: (store: SiteStore) => Promise<unknown>,
): Promise<DatabaseAddress> {
  const database = await newTestDatabase();
  const store = await openTestStore(database);
  await fill(store);
  await store.close();
  return database;
}

/** Opens a store in a database of this test's own, which asks for consent and closes itself. */
export async function openAskingStore(openStore: OpenTestStore = openTestStore) {
  const database = await newTestDatabase();
  const store = await openStore(database);
  onTestFinished(() => store.close());
  await store.publishConsentTexts([text()]);
  return { database, store };
}

type Replaced = 'relay' | 'mail' | 'mailPages' | 'webhooks' | 'recipient' | 'startProblems';

export interface TestAppOptions extends Partial<Pick<AppDeps, Replaced>> {
  openStore?: OpenTestStore;
  config?: Partial<AppDeps['config']>;
  /** The consent revision in force; revision 1 is the text that the grants of tests are for. */
  revision?: number;
  /** Static files to serve. */
  folder?: string;
  /** The reports have a thread of their own, as in production, with these options. */
  reports?: ReportsThreadOptions;
  siteUrl?: string;
}

const CONFIG = { ...parseConfig({}), rateLimits: false };

/** A site that asks nobody else to delete. */
export const NO_DELETIONS: AppDeps['deletions'] = {
  ask: () => [],
  wake() {},
  status: () => ({ state: 'idle', reason: null }),
};

/** A site without webhooks. */
export const NO_WEBHOOKS: AppDeps['webhooks'] = {
  announce: () => [],
  announceRemoved: { left: () => [], expired: () => [] },
  wake: () => {},
  statuses: () => [],
};

export type TestApp = Awaited<ReturnType<typeof createTestApp>>;

/** The whole application on a database of its own. */
export async function createTestApp(options: TestAppOptions = {}) {
  const { folder, relay = null, mail = null, recipient = null, startProblems = [] } = options;
  const { mailPages = mail && fixtureMailPages, webhooks = NO_WEBHOOKS, revision = 1 } = options;
  const { database, store } = await openAskingStore(options.openStore);
  for (let later = 2; later <= revision; later++)
    await store.publishConsentTexts([text(`${later}`)]);
  const reports = options.reports
    ? openTestThread(database, options.reports)
    : openTestReports(database);
  const clock = { now: NOON };
  const now = () => clock.now;
  const { log, lines, allLines } = createTestLog(now);
  const leaving = await createLeaving({
    store,
    webhooks,
    now,
    log,
    folder: temporaryFile('leaving'),
  });
  let requests = 0;
  const pageCounts = createQuarterCounts({ write: store.addPageCounts, now });
  const clientCounts = createClientCounts({ write: store.addClientCounts, now });
  const { fetch, routes } = createApp({
    ...{ store, now, pageCounts, clientCounts, reports, recipient, startProblems },
    preview: createMailingPreview({ render: fixtureRender, site: EXAMPLE_SITE }),
    ...{ relay, mail, mailPages, webhooks, leaving, deletions: NO_DELETIONS },
    newId,
    newRequestId: () => `request-${++requests}`,
    addressKey: new Uint8Array(32),
    log,
    metrics: createMetrics(),
    config: { ...CONFIG, ...options.config },
    program: { version: '1.0.0', commit: '0123456789ab' },
    revision,
    siteUrl: options.siteUrl ?? fixtureData.site.url,
    wordings: new Map([['de', 'hash-of-german']]),
    launchTexts: await readLaunchTexts(fixtureRender, EXAMPLE_SITE),
    beta: undefined,
    pages: await renderPages({ render: fixtureRender, data: fixtureData, manifest: null }),
    growthPage: await fixtureRender.growthPage({
      ...fixtureData,
      siteUrl: null,
      sendsMail: false,
      manifest: null,
    }),
    files: new Map([
      ...(folder === undefined ? [] : loadFiles(folder)),
      ...(await createMachineFiles({
        site: fixtureData.site,
        render: fixtureRender,
        languages: fixtureData.languages,
        now,
      })),
    ]),
    channels: shippedChannels(),
  });
  return {
    /** The application: `request` sends a request over a connection, `fetch` is for a server of the test's own. */
    app: { fetch, routes, ...createRequests(fetch, holdToDocument) },
    ...{ store, database, lines, allLines, leaving },
    reports,
    /** Moves only when a test moves it. */
    clock,
    /** Writes what was counted of pages and clients. */
    flush: () => Promise.all([pageCounts.flush(), clientCounts.flush()]),
  };
}
