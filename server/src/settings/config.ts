import { resolve } from 'node:path';
import { z } from 'zod';
import { mailableAddress } from '#shared/email-address';
import { originSchema } from '#shared/site';
import { LOG_LEVELS } from '../lib/log.ts';
import { type DatabaseAddress, isPostgres } from './database-address.ts';
import { ConfigError, type Expectation, readEnvironment } from './environment.ts';
import { passwordFault, postgresUrl, smtpUrl } from './url-settings.ts';
import {
  ON_OFF,
  onOff,
  readWebhooks,
  timeZone,
  WEBHOOK_SECRET_EXAMPLE,
} from './webhook-settings.ts';

export type Config = ReturnType<typeof parseConfig>;

const DEFAULT_POSTHOG_HOST = 'https://eu.i.posthog.com';

/**
 * Reads the settings of this process from its environment, and unset ones from a `.env` file in `root`. The path of a
 * database becomes absolute.
 *
 * @throws ConfigError
 */
export function loadConfig(root: string): Config {
  const config = parseConfig(readEnvironment(root));
  const { database, stateDirectory } = config;
  return {
    ...config,
    database: isPostgres(database) ? database : resolve(root, database),
    stateDirectory: resolve(root, stateDirectory),
  };
}

/**
 * Parses every setting of the process from an environment, without side effects.
 *
 * @param names takes the names of the settings
 * @throws ConfigError for the first bad value
 */
export function parseConfig(env: Record<string, string | undefined>, names: string[] = []) {
  const read = reader(env, names);
  /** @param of what is counted, such as ` of days` */
  const readNumber = (name: string, usual: number, [min, max]: [number, number], of = '') =>
    read(name, wholeNumber(min, max).default(usual), {
      expected: `a whole number${of} from ${min} to ${max}`,
      example: String(usual),
    });
  const readDays = (name: string, usual: number) =>
    readNumber(name, usual, [1, 36_500], ' of days');
  const growthToken = read('GROWTH_TOKEN', token.nullable().default(null), TOKEN);
  const growthViewerToken = read('GROWTH_VIEWER_TOKEN', token.nullable().default(null), TOKEN);
  if (growthViewerToken !== null && growthViewerToken === growthToken) {
    throw new ConfigError(
      `GROWTH_VIEWER_TOKEN holds the value of GROWTH_TOKEN; expected another one, e.g. GROWTH_VIEWER_TOKEN=${TOKEN.example}`,
    );
  }
  const smtp = read('SMTP_URL', smtpUrl.nullable().default(null), {
    expected: 'smtp:// or smtps:// with a host, and user and password where it asks for them',
    example: 'smtp://user:password@mail.example.com:587',
    secret: true,
    mayHoldPassword: true,
  });
  const needsSmtp = <Value>(name: string, value: Value, isSet: boolean): Value => {
    if (!isSet || smtp !== null) return value;
    throw new ConfigError(`${name} is set without SMTP_URL; expected both, or neither`);
  };
  const alertEmail = read('ALERT_EMAIL', email.nullable().default(null), EMAIL);
  const digestEmails = read('DIGEST_EMAIL', emails.default([]), {
    expected: 'an e-mail address, or up to 20 with commas between them',
    example: 'team@example.com,boss@example.com',
  });
  return {
    host: read('HOST', z.string().regex(/^\S+$/).default('127.0.0.1'), {
      expected: 'a host name or an IP address',
      example: '0.0.0.0',
    }),
    /** 0 means any free port. */
    port: readNumber('PORT', 3000, [0, 65_535]),
    /** The path of a SQLite file, as written, relative to the project's root; or a `postgres://` URL. */
    database: read('DATABASE_URL', databaseUrl.default('data/site.db'), DATABASE),
    /** Where the server may write beside PostgreSQL, as `database` is written. systemd sets it. */
    stateDirectory: read('STATE_DIRECTORY', folder.default('data'), {
      expected: 'a folder that the server may write to',
      example: '/var/lib/dubkit',
    }),
    /** Canonical origin, or null to use that of data/site.json. */
    siteUrl: read('SITE_URL', originSchema.nullable().default(null), {
      expected: 'the http or https address of the site, without a path',
      example: 'https://www.example.com',
    }),
    publicKey: read('PUBLIC_KEY', secret.default('public-anon-key'), {
      expected: 'visible ASCII characters without blanks',
      example: 'public-anon-key',
      secret: true,
    }),
    posthogKey: read('POSTHOG_KEY', projectKey.nullable().default(null), {
      expected:
        'the project key of PostHog, not a personal one: at most 64 characters, without blanks',
      example: 'phc_…',
      secret: true,
    }),
    posthogHost: read('POSTHOG_HOST', originSchema.default(DEFAULT_POSTHOG_HOST), {
      expected: 'the http or https address of PostHog, without a path',
      example: DEFAULT_POSTHOG_HOST,
    }),
    posthogPersonalApiKey: read('POSTHOG_PERSONAL_API_KEY', secret.nullable().default(null), {
      expected: 'a personal API key of PostHog, without blanks',
      example: 'phx_…',
      secret: true,
    }),
    posthogProjectId: read('POSTHOG_PROJECT_ID', projectId.nullable().default(null), {
      expected: 'the number of the PostHog project',
      example: '12345',
    }),
    analyticsTransport: read(
      'ANALYTICS_TRANSPORT',
      z.enum(['beacon', 'posthog-js']).default('beacon'),
      { expected: 'beacon or posthog-js', example: 'beacon' },
    ),
    growthToken,
    /** Lets read figures, and nothing about single people. */
    growthViewerToken,
    /** Whether a token opens a session in a browser. Programs send one with each request. */
    growthTokenSignIn: read('GROWTH_TOKEN_SIGN_IN', onOff('on'), ON_OFF),
    auditMonths: readNumber('AUDIT_MONTHS', 24, [1, 120], ' of months'),
    metricsToken: read('METRICS_TOKEN', token.nullable().default(null), TOKEN),
    /** Proxies in front whose `X-Forwarded-…` headers are trusted; 0 trusts none. */
    trustedProxies: read(
      'TRUST_PROXY',
      z.union([z.literal('off').transform(() => 0), wholeNumber(1, 10)]).default(0),
      { expected: 'off, or the number of proxies in front, 1 to 10', example: '1' },
    ),
    eventRetentionDays: readDays('EVENT_RETENTION_DAYS', 395),
    signupRetentionDays: readDays('SIGNUP_RETENTION_DAYS', 730),
    /** The mail server; null when no mail is sent. */
    smtp,
    /** Null to use the support address of data/site.json. */
    mailFrom: read('MAIL_FROM', email.nullable().default(null), EMAIL),
    mailHourly: readNumber('MAIL_HOURLY', 200, [1, 1_000_000], ' of messages'),
    unconfirmedRetentionDays: readDays('UNCONFIRMED_RETENTION_DAYS', 30),
    webhooks: checkWebhooks(readWebhooks(read), smtp !== null),
    alertEmail: needsSmtp('ALERT_EMAIL', alertEmail, alertEmail !== null),
    digestEmails: needsSmtp('DIGEST_EMAIL', digestEmails, digestEmails.length > 0),
    /** Of the team: when the digest is sent, and which days it compares. */
    timeZone: read('SITE_TIMEZONE', timeZone.default('UTC'), {
      expected: 'the name of a time zone',
      example: 'Europe/Berlin',
    }),
    rateLimits: read('RATE_LIMITS', onOff('on'), ON_OFF),
    logLevel: read('LOG_LEVEL', z.enum(LOG_LEVELS).default('info'), {
      expected: 'debug, info, warn or error',
      example: 'info',
    }),
  };
}

const DATABASE: Expectation = {
  expected: 'file: and a path, or postgres:// with a host and the name of a database',
  example: 'file:data/site.db',
  mayHoldPassword: true,
};

/** Parses an address that is written like `DATABASE_URL`. @throws ConfigError */
export const parseDatabase = (name: string, value: string): DatabaseAddress =>
  reader({ [name]: value }, [])(name, databaseUrl, DATABASE);

/** @throws ConfigError */
function checkWebhooks(
  { includesUnconfirmed, ...webhooks }: ReturnType<typeof readWebhooks>,
  sendsMail: boolean,
) {
  const { urls, secret, format } = webhooks;
  if (urls.length > 0 && secret === null && format === 'standard') {
    throw new ConfigError(
      `WEBHOOK_URL is set without WEBHOOK_SECRET; expected both, e.g. WEBHOOK_SECRET=${WEBHOOK_SECRET_EXAMPLE}, or WEBHOOK_FORMAT=slack`,
    );
  }
  // Without mail nobody confirms, so every signup is told.
  return { ...webhooks, tellsUnconfirmed: includesUnconfirmed || !sendsMail };
}

const EMAIL: Expectation = { expected: 'an e-mail address', example: 'team@example.com' };

const TOKEN: Expectation = {
  expected: 'at least 16 visible ASCII characters',
  example: 'what `openssl rand -hex 32` prints',
  secret: true,
};

export const hasConsole = (config: Pick<Config, 'growthToken' | 'growthViewerToken'>): boolean =>
  config.growthToken !== null || config.growthViewerToken !== null;

/** posthog-js needs a key even without a project, and `/ingest` then accepts any. */
const NO_PROJECT = 'phc_none';

/** The project key that posthog-js sends from the page; null when the page uses our own beacon. */
export const posthogTokenOf = ({ analyticsTransport, posthogKey }: Config): string | null =>
  analyticsTransport === 'posthog-js' ? (posthogKey ?? NO_PROJECT) : null;

function reader(env: Record<string, string | undefined>, names: string[]) {
  return <T>(
    name: string,
    schema: z.ZodType<T>,
    { expected, example, secret, mayHoldPassword }: Expectation,
  ): T => {
    names.push(name);
    const value = env[name] || undefined; // an empty variable counts as unset
    const parsed = schema.safeParse(value);
    const fault = value !== undefined && mayHoldPassword && passwordFault(value, parsed.success);
    if (fault) throw new ConfigError(`${name} ${fault}, e.g. ${name}=${example}`);
    if (parsed.success) return parsed.data;
    const held = secret ? 'holds a value that cannot be used' : `is ${printable(value ?? '')}`;
    throw new ConfigError(`${name} ${held}; expected ${expected}, e.g. ${name}=${example}`);
  };
}

/** Quotes a value on one line. Of a URL with a password, and of any PostgreSQL URL, shows only the beginning. */
const printable = (value: string) =>
  JSON.stringify(
    value
      .replace(/:\/\/.*@.*/s, '://…')
      .replace(/^(postgres(ql)?:).*/s, '$1//…')
      .slice(0, 200),
  );

const wholeNumber = (min: number, max: number) =>
  z.string().regex(/^\d+$/).transform(Number).pipe(z.int().min(min).max(max));
const projectId = wholeNumber(1, 2 ** 31);
const folder = z.string().regex(/^\P{C}+$/u);
const secret = z.string().regex(/^[\x21-\x7e]+$/);
const token = secret.min(16);
/** As PostHog accepts it. A project key is public; a personal key must never reach the page. */
const projectKey = secret.max(64).regex(/^(?!phx_)/);

const databaseFile = z
  .string()
  // A file that another program has read may leave the end of its line, and a new site would be begun beside the old one.
  .regex(/^file:(?!\s)[^?#\p{C}]+(?<!\s)$/u)
  .transform((url) => url.slice('file:'.length).replace(/^\/\/(?=\/)/, ''));

const databaseUrl = z.union([databaseFile, postgresUrl]);

/** Of the site or its team. A domain of another script becomes the form that every mail server knows. */
const email = z
  .string()
  .transform(mailableAddress)
  .pipe(z.string().regex(/^[\x21-\x7e]+$/));
const emails = z
  .string()
  .transform((text) => text.split(',').map((address) => address.trim()))
  .pipe(z.array(email).max(20));
