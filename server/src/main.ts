import { join, resolve } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { GROWTH_PATH } from '#shared/growth-console';
import type { Site } from '#shared/site';
import { uuidv7 } from '#shared/uuid';
import { createApp } from './app.ts';
import { type Config, loadConfig, posthogTokenOf } from './config.ts';
import { nameOf } from './database/database-address.ts';
import { openStore } from './database/open-database.ts';
import { createRetentionJob } from './jobs/retention.ts';
import { createScheduler } from './jobs/scheduler.ts';
import { createLog, errorFields, type Log, openStderr } from './log.ts';
import { createMetrics } from './metrics.ts';
import { serve } from './node/serve.ts';
import { createShutdown } from './node/shutdown.ts';
import { createRelay, type Relay } from './posthog/delivery/relay.ts';
import { printable } from './printable.ts';
import { findProjectRoot } from './project-root.ts';
import { openReportsThread } from './reports/reports-thread.ts';
import { createPageCounts } from './services/page-counts.ts';
import { describeConsentText } from './site/consent-text.ts';
import { loadBuild } from './site/load-build.ts';
import { createMachineFiles } from './site/machine-files.ts';
import { renderPages } from './site/render-pages.ts';
import { fieldsOnExample, loadSite } from './site-config.ts';
import { describeEnd } from './start-error.ts';
import type { Store } from './store/store.ts';

const FLUSH_MS = 5_000;
/** Between two small transactions of the retention: the intake gets most of the time. */
const STEP_PAUSE_MS = 20;
const OUTDATED =
  'another process asks for consent with a newer text, so answers on pages of this process do not count; upgrade this process too, or, to return to its text, stop the others and restart it';
const { now } = Date;
const newId = () => uuidv7(now(), crypto.getRandomValues(new Uint8Array(10)));
const later = (callback: () => void, delayMs: number) => {
  const timer = setTimeout(callback, delayMs);
  return () => clearTimeout(timer);
};
const print = (line: string) => process.stdout.write(`${printable(line)}\n`);

/** The folder with `data/` and `dist/`: the one argument, or the project that this file belongs to. */
const root = resolve(process.argv[2] ?? findProjectRoot());

try {
  await start();
} catch (error) {
  process.stderr.write(`${describeEnd(error)}\n`);
  process.exit(1);
}

async function start() {
  const config = loadConfig(root);
  const log = createLog({ level: config.logLevel, now, to: openStderr() });
  const loaded = loadSite(join(root, 'data/site.json'));
  const site = { ...loaded, url: config.siteUrl ?? loaded.url };
  const build = await loadBuild(join(root, 'dist'));
  const machineFiles = await createMachineFiles({ site, render: build.render, now });
  // A proxy opens all of the connections; it limits its own clients'.
  const limits = config.trustedProxies > 0 ? { maxPerAddress: null } : {};
  const isHttps = config.siteUrl?.startsWith('https:') ?? false;
  const { host, port } = config;
  const { url, answer, close } = await serve({ host, port }, { limits, isHttps });

  // Only now: a start that fails must not ask every visitor anew.
  const posthogHost = config.posthogKey === null ? null : new URL(config.posthogHost).host;
  const consentText = describeConsentText(build.render, posthogHost);
  const { database } = config;
  const metrics = createMetrics({ process: config.metricsToken !== null });
  const { store, revision, newer } = await openStore(
    database,
    { ...consentText, publishedAt: now() },
    { onCommit: metrics.commit },
  );
  if (newer !== null) log.warn(OUTDATED, { revision, newer });
  const { publicKey, eventRetentionDays, signupRetentionDays } = config;
  const pages = await renderPages({
    render: build.render,
    manifest: build.manifest,
    data: {
      site,
      publicKey,
      revision,
      textHash: consentText.hash,
      posthogHost,
      posthogToken: posthogTokenOf(config),
      eventRetentionDays,
      signupRetentionDays,
    },
  });
  const pageCounts = createPageCounts({ store, now });
  const relay = openRelay(config, { store, log, siteUrl: site.url });
  const reports = openReportsThread(database);
  const app = createApp({
    store,
    now,
    newId,
    newRequestId: () => crypto.randomUUID(),
    later,
    addressKey: crypto.getRandomValues(new Uint8Array(32)),
    log,
    metrics,
    config,
    siteUrl: site.url,
    pages,
    growthPage: build.render.growthPage({ site, manifest: build.manifest }),
    files: new Map([...build.files, ...machineFiles]),
    pageCounts,
    relay,
    reports,
    recipient: posthogHost,
  });
  answer(app.fetch);
  relay?.start();
  const { flush } = pageCounts;
  const scheduler = createScheduler({
    later,
    log,
    jobs: [
      { name: 'page counts', everyMs: FLUSH_MS, firstAfterMs: FLUSH_MS, run: flush },
      createRetentionJob({ store, now, config, log, pause: () => sleep(STEP_PAUSE_MS) }),
    ],
  });
  scheduler.start();
  const stop = async () => {
    await Promise.all([close(), relay?.stop(), scheduler.stop()]);
    await reports.close();
    await flush().catch((error) => log.warn('page counts are lost', errorFields(error)));
    await store.close();
  };
  const onSignal = createShutdown({ stop, log, now, later, exit: process.exit });
  for (const signal of ['SIGTERM', 'SIGINT'] as const) process.on(signal, onSignal);
  report(url, config, site); // last: whoever reads it may send a signal at once
}

/** Null where there is no key: events stay here. */
function openRelay(
  { posthogKey, posthogHost }: Config,
  { store, log, siteUrl }: { store: Store; log: Log; siteUrl: string },
): Relay | null {
  if (posthogKey === null) return null;
  const { random } = Math;
  const settings = { posthogKey, posthogHost, siteUrl };
  return createRelay({ store, fetch, now, random, later, log, config: settings });
}

function report(url: string, { database, ...config }: Config, site: Site) {
  print(`${site.brand} is at ${url}`);
  print(`  database   ${nameOf(database)}`);
  print(`  site       ${site.url}`);
  print(
    `  analytics  ${config.analyticsTransport}, ${config.posthogKey === null ? 'kept here only (no POSTHOG_KEY)' : `for ${config.posthogHost}`}`,
  );
  if (config.growthToken !== null) print(`  growth     ${url}${GROWTH_PATH}`);
  const examples = fieldsOnExample(site);
  if (examples.length > 0) {
    print(
      `  warning    data/site.json still holds the shipped example for ${examples.join(', ')}; edit it and restart`,
    );
  }
}
