import { existsSync, readFileSync, statfsSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { GROWTH_PATH } from '#shared/growth-console';
import type { Site } from '#shared/site';
import { describeFault } from '../database/database-faults.ts';
import { whyNotReachable } from '../edge/node/post.ts';
import { printable } from '../lib/printable.ts';
import { StartError } from '../lib/start-error.ts';
import { canAskToDelete } from '../posthog/delivery/deletion.ts';
import { loadChannels } from '../reports/load-channels.ts';
import { type Config, hasConsole, loadConfig } from '../settings/config.ts';
import { type DatabaseAddress, isPostgres, nameOf } from '../settings/database-address.ts';
import { misnamedSettings } from '../settings/misnamed-settings.ts';
import { describeVersion } from '../settings/program-version.ts';
import { findProjectRoot, rootFrom } from '../settings/project-root.ts';
import { loadRecordings } from '../site/load-recordings.ts';
import { loadSite } from '../site/site-config.ts';
import { checkDatabase } from '../store/sqlite/connection/check-database.ts';
import { LITTLE_SPACE_BYTES } from '../store/store.ts';
import { checkLegal } from './doctor/check-legal.ts';
import { checkSite } from './doctor/check-site.ts';
import { checkFilesAndClock, checkPeople, checkQueues } from './doctor/check-stored.ts';
import { sendTests, type Tests } from './doctor/send-tests.ts';
import { runCommand } from './frame/run-subcommands.ts';
import { command, flag, text } from './frame/subcommand.ts';
import { plural } from './frame/text-table.ts';

type Level = 'ok' | 'warning' | 'fault' | 'error';
type Finding = [level: Level, what: string, ...lines: string[]];

const INDENT = ' '.repeat(20);

const doctorCommand = command<null>()({
  usage: 'npm run doctor -- [FOLDER] [OPTIONS]',
  summary: 'checks what the site would start with',
  about: `Checks what the site would start with, and changes nothing: the version, Node, the settings (environment and .env), data/site.json,
data/channels.json, whose law the legal pages follow and what it wants, the database and its disk, the address, whether
cookies will be Secure, limits, PostHog and what waits for it, the console, mail and what waits to be sent, webhooks, alerts
and the digest. Nothing is sent without an option. The server may be running. With --version it prints the version and the commit.
FOLDER is the project's folder, if it is not the current one.

  ok       as it should be
  warning  the site starts; check that this is what you want
  fault    the site starts, but its pages say less than they must, or a test failed; the exit code is then 1
  error    the site does not start; the exit code is then 1`,
  options: {
    mail: text(
      'ADDRESS',
      'also sends one message to ADDRESS through the server in SMTP_URL, and prints the answer',
    ),
    webhooks: flag(
      'also sends each webhook an alert.raised with the name test, and prints the answers',
    ),
  },
  words: [0, 1],
  async run(tests, _, words) {
    const findings = await examine(rootFrom(words), tests);
    for (const [level, what, ...lines] of findings) {
      const text = lines.map(printable).join(`\n${INDENT}`);
      console.log(`${level.padEnd(8)} ${what.padEnd(10)} ${text}`);
    }
    const count = (level: Level) => findings.filter(([own]) => own === level).length;
    const [errors, faults, warnings] = [count('error'), count('fault'), count('warning')];
    console.log(
      `\n${errors === 0 ? 'The site can start' : 'The site cannot start'}: ${plural(errors, 'error')}, ${faults === 0 ? '' : `${plural(faults, 'fault')}, `}${plural(warnings, 'warning')}.`,
    );
    if (errors + faults > 0) process.exitCode = 1;
  },
});

async function examine(root: string, tests: Tests): Promise<Finding[]> {
  const config = attempt('settings', () => loadConfig(root));
  const misnamed = attempt('settings', () => misnamedSettings(root));
  const site = attempt('identity', () => loadSite(join(root, 'data/site.json')));
  const recordings = attempt('recordings', () =>
    site.value ? loadRecordings(join(root, 'data'), site.value) : null,
  );
  const channels = attempt('channels', () => loadChannels(join(root, 'data/channels.json')));
  const env = existsSync(join(root, '.env')) ? 'from the environment and .env' : 'no .env file';
  return [
    ['ok', 'version', describeVersion()],
    checkNode(),
    config.value ? ['ok', 'settings', `all valid (${env})`] : config.finding,
    ...(misnamed.value ?? []).map((line): Finding => ['warning', 'settings', line]),
    ...(site.value ? checkSite(site.value, join(root, 'dist/client')) : [site.finding]),
    ...(config.value && site.value ? checkLegal(site.value, config.value) : []),
    ...('finding' in recordings ? [recordings.finding] : []),
    ...(channels.value ? [] : [channels.finding]),
    ...(config.value ? await checkSettings(config.value, site.value) : []),
    ...(config.value && site.value ? await sendTests(tests, config.value, site.value) : []),
  ];
}

const checkSettings = async (config: Config, site: Site | null): Promise<Finding[]> => [
  ...(await checkDatabaseAt(config.database, site?.backupDays)),
  ...(site ? checkAddress(config, site) : []),
  checkLimits(config),
  checkAnalytics(config),
  checkConsole(config, site),
  ...(hasConsole(config) ? await checkPeople(config) : []),
  ...(site ? [checkMail(config, site)] : []),
  ...(await checkTeam(config)),
  ...(await checkQueues(config)),
];

/** Returns the value, or a finding whose one line says what failed. @throws errors that are bugs */
function attempt<T>(what: string, load: () => T): { value: T } | { value: null; finding: Finding } {
  try {
    return { value: load() };
  } catch (error) {
    if (!(error instanceof StartError)) throw error;
    return { value: null, finding: ['error', what, error.message] };
  }
}

function checkNode(): Finding {
  const { engines } = JSON.parse(readFileSync(join(findProjectRoot(), 'package.json'), 'utf8')) as {
    engines: { node: string };
  };
  const { node } = process.versions;
  const least = engines.node.replace('>=', '');
  return node.localeCompare(least, 'en', { numeric: true }) >= 0
    ? ['ok', 'node', node]
    : ['error', 'node', `${node}; ${engines.node} is needed`];
}

async function checkDatabaseAt(database: DatabaseAddress, backupDays?: number): Promise<Finding[]> {
  try {
    const found = isPostgres(database) ? await checkServer(database) : checkFile(database);
    return [...found, ...(await checkFilesAndClock(database, backupDays))];
  } catch (error) {
    return [['error', 'database', describeFault(database, error)]];
  }
}

function checkFile(file: string): Finding[] {
  const isAbsent = checkDatabase(file) === 'absent';
  const text = isAbsent ? `${file} will be created at the first start` : file;
  return [['ok', 'database', text], ...(isAbsent ? [] : [checkSpace(file)])];
}

/** What a start does with the tables of PostgreSQL. */
const AT_START = {
  ready: '',
  older: '; it is of an older version, and the next start upgrades it',
  absent: '; its tables will be created at the first start',
};

/** Checks a PostgreSQL database. @throws Error that says why it cannot be used */
async function checkServer(url: string): Promise<Finding[]> {
  const { checkPostgres } = await import('../store/postgres/connection/check-database.ts');
  const { tables, losesCommits } = await checkPostgres(url);
  const findings: Finding[] = [['ok', 'database', `${nameOf(url)}${AT_START[tables]}`]];
  if (losesCommits) {
    const lost = `${losesCommits} is off: a power cut at the database server can lose what was acknowledged`;
    findings.push(['warning', 'durability', lost]);
  }
  return findings;
}

function checkSpace(file: string): Finding {
  const { bavail, bsize } = statfsSync(dirname(file));
  const text = `${Math.floor((bavail * bsize) / 1e6)} MB left on the disk of the database`;
  return bavail * bsize >= LITTLE_SPACE_BYTES
    ? ['ok', 'space', text]
    : ['warning', 'space', `${text}; free some space: without it the site stores nothing`];
}

function checkLimits({ rateLimits, trustedProxies }: Config): Finding {
  if (!rateLimits) return ['warning', 'limits', 'off (RATE_LIMITS): meant for benchmarks'];
  const whose =
    trustedProxies === 0
      ? 'the address that connects; behind a proxy set TRUST_PROXY=1'
      : `address ${trustedProxies} from the end of X-Forwarded-For (TRUST_PROXY)`;
  return ['ok', 'limits', `on; a client is ${whose}`];
}

function checkAddress({ siteUrl, trustedProxies }: Config, site: Site): Finding[] {
  const url = siteUrl ?? site.url;
  const address: Finding =
    siteUrl && siteUrl !== site.url
      ? ['warning', 'address', `${siteUrl}: SITE_URL overrides ${site.url} of data/site.json`]
      : [
          'ok',
          'address',
          `${url}, from ${siteUrl ? 'SITE_URL and data/site.json' : 'data/site.json'}`,
        ];
  return [address, checkCookies(siteUrl, trustedProxies, url)];
}

function checkCookies(siteUrl: string | null, trustedProxies: number, url: string): Finding {
  if (siteUrl?.startsWith('https:')) {
    return ['ok', 'cookies', 'always Secure, with HSTS, because SITE_URL is https'];
  }
  if (trustedProxies > 0) {
    const count = trustedProxies === 1 ? 'one proxy' : `first of ${trustedProxies} proxies`;
    return [
      'ok',
      'cookies',
      `Secure, with HSTS, when the ${count} in front says https (TRUST_PROXY)`,
    ];
  }
  const advice = url.startsWith('https:')
    ? `set SITE_URL=${url}, or TRUST_PROXY=1 behind one proxy`
    : 'a public site needs https: set SITE_URL=https://…';
  return ['warning', 'cookies', `not Secure, and no HSTS; ${advice}`];
}

function checkAnalytics(config: Config): Finding {
  const { posthogKey, posthogHost } = config;
  if (posthogKey === null) {
    return [
      'ok',
      'analytics',
      'kept here only: PostHog is not configured (POSTHOG_KEY is not set)',
    ];
  }
  const sent = `sent to PostHog at ${posthogHost}`;
  const who = canAskToDelete({ ...config, hasEvents: true })
    ? 'which is asked to delete the data of visitors who delete theirs'
    : 'which nobody asks to delete, so visitors are told to write to you; POSTHOG_PERSONAL_API_KEY and POSTHOG_PROJECT_ID change that';
  return ['ok', 'analytics', `${sent}, ${who}`];
}

function checkConsole(config: Config, site: Site | null): Finding {
  if (!hasConsole(config)) {
    return ['ok', 'console', 'off (neither GROWTH_TOKEN nor GROWTH_VIEWER_TOKEN is set)'];
  }
  const access = [
    ...(config.growthToken === null ? [] : ['everything with GROWTH_TOKEN']),
    ...(config.growthViewerToken === null ? [] : ['figures with GROWTH_VIEWER_TOKEN']),
  ].join(', ');
  const local =
    config.port === 0 ? '' : `, here at http://${config.host}:${config.port}${GROWTH_PATH}`;
  return ['ok', 'console', `${config.siteUrl ?? site?.url ?? ''}${GROWTH_PATH}${local}: ${access}`];
}

function checkMail({ smtp, mailFrom, mailHourly, siteUrl }: Config, site: Site): Finding {
  if (smtp === null) {
    return [
      'ok',
      'mail',
      'none is sent: signups count without a confirmation (SMTP_URL is not set)',
    ];
  }
  const way = `through ${smtp.host}:${smtp.port}, from ${mailFrom ?? site.email}`;
  const url = siteUrl ?? site.url;
  return url.startsWith('https:')
    ? ['ok', 'mail', `${way}, at most ${mailHourly} messages an hour; try it with --mail ADDRESS`]
    : ['warning', 'mail', `${way}, with links to ${url}: set SITE_URL to the https address`];
}

/** Says who is told what, and whether each URL leads to an address that is allowed. Nothing is sent. */
async function checkTeam({
  webhooks,
  alertEmail,
  digestEmails,
  timeZone,
}: Config): Promise<Finding[]> {
  const { urls, format, includesPerson, allowsPrivate } = webhooks;
  const findings = await Promise.all(
    urls.map(async (url): Promise<Finding> => {
      const { host, hostname, protocol } = new URL(url);
      const what = `${host}, as ${format}${includesPerson ? ', with names and addresses' : ''}`;
      const fault = await whyNotReachable(hostname, allowsPrivate);
      if (fault !== null) return ['warning', 'webhook', `${what}; ${fault}`];
      return protocol === 'https:' || allowsPrivate
        ? ['ok', 'webhook', what]
        : ['warning', 'webhook', `${what}; without https others can read it on the way`];
    }),
  );
  const team = [
    ...(alertEmail === null ? [] : [`alerts to ${alertEmail}`]),
    ...(digestEmails.length === 0 ? [] : [`the digest to ${digestEmails.join(', ')}`]),
    ...(urls.length === 0 ? [] : ['signups, alerts and the digest to webhooks']),
  ];
  const told = team.length === 0 ? 'nobody is told of signups and alerts' : team.join('; ');
  return [...findings, ['ok', 'team', `${told} (days of ${timeZone})`]];
}

await runCommand(doctorCommand);
