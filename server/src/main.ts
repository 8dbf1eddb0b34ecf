import { execFile } from 'node:child_process';
import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { constants, setPriority } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { promisify } from 'node:util';
import { GROWTH_PATH } from '#shared/growth-console';
import { countryCodeOf, type Site } from '#shared/site';
import { compose } from './compose.ts';
import { serve } from './edge/node/serve.ts';
import { announceServer } from './edge/node/served-folder.mjs';
import { createShutdown } from './edge/node/shutdown.ts';
import { errorFields } from './lib/log.ts';
import { printable } from './lib/printable.ts';
import { createScheduler, type Job } from './lib/scheduler.ts';
import { describeEnd } from './lib/start-error.ts';
import { createChunkJob } from './reports/event-chunks.ts';
import { loadChannels } from './reports/load-channels.ts';
import { type Config, hasConsole, loadConfig } from './settings/config.ts';
import { isPostgres, nameOf } from './settings/database-address.ts';
import { misnamedSettings } from './settings/misnamed-settings.ts';
import { copyExamples } from './settings/parse-file.ts';
import { describeVersion } from './settings/program-version.ts';
import { findProjectRoot, rootFrom } from './settings/project-root.ts';
import { loadBuild } from './site/load-build.ts';
import { loadRecordings } from './site/load-recordings.ts';
import { renderPages } from './site/render-pages.ts';
import type { Served } from './site/resource.ts';
import { fieldsOnExample, loadSite, ownUrl } from './site/site-config.ts';
import { createSocialImages } from './site/social-images.ts';
import { createAlertJob } from './team/alerts/alert-watch.ts';
import { createLoadFacts } from './team/alerts/load-facts.ts';
import { createDigestJob } from './team/digest/digest-job.ts';
import { createDrillJob } from './upkeep/drill-job.ts';
import { createRetentionJob } from './upkeep/retention.ts';

const FLUSH_MS = 5_000;
/** How long a request to leave waits once the database can be written again, at most. */
const LEAVING_MS = 10_000;
/** The pause between two small transactions of a job, so that the intake gets most of the time. */
const STEP_PAUSE_MS = 20;
const pause = () => sleep(STEP_PAUSE_MS);
const rest = (ms: number, signal: AbortSignal) => sleep(ms, undefined, { signal }).catch(() => {}); // stopped
const print = (line: string) => process.stdout.write(`${printable(line)}\n`);

const HELP = `npm start [FOLDER]

Serves the site of FOLDER, or else of this project. docs/operations.md lists the settings, which are variables of the
environment or lines of FOLDER/.env. With --version it prints the version and the commit, and ends.`;

// The reader of these lines may end, as `| head -1` does, and the server goes on.
process.stdout.on('error', () => {});
try {
  const args = process.argv.slice(2);
  if (/^(--help|-h)$/.test(args[0] ?? '')) process.stdout.write(`${HELP}\n`);
  else if (args[0] === '--version') print(describeVersion());
  else await start(rootFrom(args));
} catch (error) {
  process.stderr.write(`${describeEnd(error)}\n`);
  process.exit(1);
}

/** @param root the folder with `data/` and `dist/` */
async function start(root: string) {
  await announceServer(findProjectRoot()); // before it reads what a build would replace
  const config = loadConfig(root);
  copyExamples(join(root, 'data'));
  const loaded = loadSite(join(root, 'data/site.json'));
  const site = { ...loaded, url: config.siteUrl ?? loaded.url };
  const recordings = loadRecordings(join(root, 'data'), site);
  const channels = loadChannels(join(root, 'data/channels.json'));
  const { render, manifest, files } = await loadBuild(join(root, 'dist'));
  const pictures = createSocialImages(join(root, 'dist/client'), { files, brand: site.brand });
  // All connections come from the proxy, which limits those of its own clients.
  const limits = config.trustedProxies > 0 ? { maxPerAddress: null } : {};
  const isHttps = config.siteUrl?.startsWith('https:') ?? false;
  const { host, port, database } = config;
  const { url, answer, close } = await serve({ host, port }, { limits, isHttps });

  // Only now: a start that fails must not make every visitor answer again.
  const composition = await compose({
    config,
    database,
    site,
    channels,
    render,
    delivers: true,
    files: new Map<string, Served>([...files, ...pictures, ...recordings]),
    manifest,
    makePages: async (data) => ({
      pages: await renderPages({ render, manifest, data }),
      growthPage: await render.growthPage({
        site,
        siteUrl: ownUrl(site),
        sendsMail: config.smtp !== null,
        languages: data.languages,
        manifest,
      }),
    }),
  });
  const { app, log, store, flush, leaving, relay, mail, webhooks, deletions, reports, now, later } =
    composition;
  answer(app.fetch);
  relay?.start();
  mail?.start();
  webhooks.start();
  deletions.start();
  await noteVersion(composition, manifest);
  const told = webhooks.announceRemoved.expired;
  const scheduler = createScheduler({
    later,
    log,
    jobs: [
      { name: 'counts', everyMs: FLUSH_MS, firstAfterMs: FLUSH_MS, run: flush },
      { name: 'leaving', everyMs: LEAVING_MS, firstAfterMs: 0, run: leaving.carryOut },
      createRetentionJob({
        ...composition,
        config,
        told,
        ask: deletions.ask,
        backupDays: site.backupDays,
        pause,
      }),
      ...(isPostgres(database) ? [] : [createDrillJob({ store, now, drill: drillOf(database) })]),
      createChunkJob({ store, reports, now: () => performance.now(), rest }),
      ...teamJobs({ ...composition, config, site }),
    ],
  });
  scheduler.start();
  const stop = async () => {
    const senders = [relay, mail, webhooks, deletions];
    await Promise.all([close(), ...senders.map((one) => one?.stop()), scheduler.stop()]);
    await reports.close();
    await flush().catch((error) => log.warn('counts are lost', errorFields(error)));
    await store.close();
  };
  const onSignal = createShutdown({ stop, log, now, later, exit: process.exit });
  for (const signal of ['SIGTERM', 'SIGINT'] as const) process.on(signal, onSignal);
  report(root, url, config, site); // last: a reader of this line may send a signal at once
}

/**
 * Returns what tries the newest backup, in a process of its own, which gives way to this one: it reads the whole database
 * several times.
 */
function drillOf(file: string) {
  const args = [join(import.meta.dirname, 'data.js'), 'drill'];
  const env = { ...process.env, DATABASE_URL: `file:${file}` };
  return async (signal: AbortSignal) => {
    const running = promisify(execFile)(process.execPath, args, { env, signal });
    try {
      // 0 would be this process.
      if (running.child.pid) setPriority(running.child.pid, constants.priority.PRIORITY_LOW);
    } catch {
      // The unit of systemd forbids it.
    }
    await running;
  };
}

/** Notes that another build has started, of the pages or of the server. The first one of a database is not another one. */
async function noteVersion({ store, now, newId }: Composition, manifest: object) {
  const build = JSON.stringify(manifest) + readFileSync(import.meta.filename, 'utf8');
  const value = createHash('sha256').update(build).digest('hex').slice(0, 7);
  const at = now();
  const isFirst = (await store.readMark('build')) === null;
  const text = `new version ${value}`;
  const note = { id: newId(), at, kind: 'version' as const, text };
  await store.mark({ name: 'build', value, at }, isFirst ? {} : { note });
}

type Composition = Awaited<ReturnType<typeof compose>>;
type TeamParts = Composition & { config: Config; site: Site };

/** What tells the team. Without anybody to tell there is nothing to do. */
function teamJobs(parts: TeamParts): Job[] {
  const { config, reports, relay, mail } = parts;
  const { urls } = config.webhooks;
  const mailHourly = mail && config.mailHourly;
  const of = { delivers: relay !== null, mails: mail !== null, mailHourly, zone: config.timeZone };
  const deps = { ...parts, ...of, reports: reports.of('site') };
  const watches = urls.length > 0 || config.alertEmail !== null || hasConsole(config);
  const loadFacts = createLoadFacts({
    ...deps,
    backsUp: !isPostgres(config.database),
  });
  const wake = () => {
    deps.webhooks.wake();
    mail?.wake();
  };
  const writes = urls.length > 0 || config.digestEmails.length > 0;
  return [
    ...(watches ? [createAlertJob({ ...deps, loadFacts, alertEmail: config.alertEmail })] : []),
    ...(writes ? [createDigestJob({ ...deps, wake })] : []),
  ];
}

function report(root: string, url: string, { database, ...config }: Config, site: Site) {
  print(`${site.brand} is at ${url}`);
  print(`  version    ${describeVersion()}`);
  print(`  database   ${nameOf(database)}`);
  print(`  site       ${site.url}`);
  print(
    `  analytics  ${config.analyticsTransport}, ${config.posthogKey === null ? 'kept here only (no POSTHOG_KEY)' : `for ${config.posthogHost}`}`,
  );
  if (config.smtp !== null) print(`  mail       through ${config.smtp.host}:${config.smtp.port}`);
  for (const url of config.webhooks.urls) print(`  webhook    ${new URL(url).host}`);
  if (hasConsole(config)) print(`  growth     ${url}${GROWTH_PATH}`);
  for (const line of misnamedSettings(root)) print(`  warning    ${line}`);
  if (countryCodeOf(site) === undefined) {
    print(
      `  warning    data/site.json: address.country "${site.address.country}" is no country that we know, so the legal pages name no country's law; set address.countryCode, such as "GB"`,
    );
  }
  const examples = fieldsOnExample(site);
  if (examples.length > 0) {
    print(
      `  warning    data/site.json still holds the shipped example for ${examples.join(', ')}; edit it and restart`,
    );
  }
}
