import { DAY_MS } from '#shared/limits';
import type { PastRecipient, Recipient, UntoldHost } from '#shared/page';
import type { Site } from '#shared/site';
import type { Config } from '../settings/config.ts';
import { eachHost, isPostgres } from '../settings/database-address.ts';
import { recipientOf } from '../settings/webhook-settings.ts';

type Settings = Pick<Config, 'smtp' | 'webhooks' | 'database' | 'trustedProxies'>;

/** The field of data/site.json that is about each recipient, and whom it names. */
const WANTED: Readonly<Record<Recipient, [field: Exclude<Recipient, 'webhook'>, whom: string]>> = {
  mail: ['mail', 'whom SMTP_URL leads to'],
  team: ['team', 'whom WEBHOOK_URL leads to'],
  webhook: ['team', 'whom WEBHOOK_URL leads to'],
  database: ['database', 'whom DATABASE_URL leads to'],
  proxy: ['proxy', 'whom TRUST_PROXY leads to'],
  hosting: ['hosting', 'who runs your server'],
  mailbox: ['mailbox', 'who holds your own mailbox'],
  backups: ['backups', 'where your backups are kept'],
  shop: ['shop', 'which shop gets the discount codes'],
};

/**
 * Returns who else receives personal data, besides PostHog: whom the settings imply, unless data/site.json says `null`,
 * that the operator runs it, and those of whom only that file can tell (`untoldOf`). Pages, doctor and console all ask this
 * function, so that none knows another list.
 */
export function recipientsOf(
  { smtp, webhooks: { urls, includesPerson }, database, trustedProxies }: Settings,
  { mailProvider, backupDays, recipients = {} }: Site,
): Recipient[] {
  const { mail, team, database: store, proxy, hosting, mailbox, backups, shop } = recipients;
  const isAbroad = urls.some((url) => !isOwnHost(new URL(url).hostname));
  const implied: Record<Recipient, boolean> = {
    mail: smtp !== null && (!!mailProvider || !!mail || (mail !== null && !isOwnHost(smtp.host))),
    team: urls.length > 0 && includesPerson && team !== null,
    webhook: isAbroad && !includesPerson && team !== null,
    database: isPostgres(database) && (!!store || (store !== null && isElsewhere(database))),
    // One that only passes connections on needs no TRUST_PROXY.
    proxy: !!proxy || (trustedProxies > 0 && proxy !== null),
    hosting: !!hosting,
    mailbox: !!mailbox,
    backups: !!backups && backupDays !== 0,
    shop: !!shop,
  };
  return (Object.keys(implied) as Recipient[]).filter((who) => implied[who]);
}

/**
 * Returns which of mail and PostgreSQL are at an address of this machine while data/site.json says nothing of them: who takes
 * mail there may hand it on, and a tunnel may lead elsewhere.
 */
export const untoldHosts = (
  { smtp, database }: Pick<Settings, 'smtp' | 'database'>,
  { mailProvider, recipients = {} }: Pick<Site, 'mailProvider' | 'recipients'>,
): UntoldHost[] => [
  ...(smtp && isOwnHost(smtp.host) && !mailProvider && recipients.mail === undefined
    ? ['mail' as const]
    : []),
  ...(isPostgres(database) && !isElsewhere(database) && recipients.database === undefined
    ? ['database' as const]
    : []),
];

/** Returns a line for each recipient that the pages can only describe, because data/site.json does not name it. */
export const unnamedRecipients = (config: Settings, site: Site): string[] =>
  recipientsOf(config, site).flatMap((who) => {
    const [field, whom] = WANTED[who];
    const isMail = field === 'mail';
    if (isMail ? site.mailProvider : site.recipients?.[field]?.name) return [];
    const named = isMail ? 'mailProvider' : `recipients.${field}.name`;
    return [`${named}: ${whom}; or recipients.${field}: null if you run it yourself`];
  });

interface Received {
  /** When each ended; null while it goes on. */
  posthog: readonly { host: string; until: number | null }[];
  /** The team's services that were told who signed up, as they were described then, and the last time. */
  team: readonly { recipient: string; name: string; retentionDays: number | null; at: number }[];
}

interface ReceivesNow {
  posthogHost: string | null;
  /** The one that an erasure asks to delete. */
  askedHost: string | null;
  recipients: readonly Recipient[];
  /** Where the team is told. */
  urls: readonly string[];
  site: Site;
  now: number;
}

/**
 * Returns who received personal data earlier and may still have some: PostHog and the team's services, which the database
 * remembers, and whom data/site.json names. For as long as that file said then that they keep it, and for ever where it said
 * nothing. A successor's period says nothing of them.
 */
export function pastRecipientsOf(
  { posthog, team }: Received,
  { posthogHost, askedHost, recipients, urls, site, now }: ReceivesNow,
): PastRecipient[] {
  const told = new Set(recipients.includes('team') ? urls.map(recipientOf) : []);
  const hosts = posthog.flatMap(({ host, until }) =>
    host === posthogHost || until === null ? [] : [{ who: 'posthog' as const, name: host, until }],
  );
  const lastHost = posthogHost === null ? Math.max(...hosts.map(({ until }) => until)) : null;
  const ended = [
    ...hosts.map((one) => ({
      ...one,
      days: one.until === lastHost ? site.recipients?.posthog?.retentionDays : null,
    })),
    ...team
      .filter(({ recipient }) => !told.has(recipient))
      .map(({ name, retentionDays: days, at: until }) => {
        return { who: 'team' as const, name: name || null, until, days };
      }),
    ...(site.formerRecipients ?? []).map(({ name, until, retentionDays: days, ...place }) => {
      return { who: 'provider' as const, name, until: Date.parse(until), days, place };
    }),
  ];
  return ended
    .filter(({ until, days }) => now - until < (days ?? Number.POSITIVE_INFINITY) * DAY_MS)
    .map(({ who, name, until, ...rest }) => {
      const isAsked = who === 'posthog' && name === askedHost;
      const day = new Date(until).toISOString().slice(0, 10);
      const place = 'place' in rest && { place: rest.place };
      return { who, name, until: day, ...(isAsked && { isAsked }), ...place };
    });
}

const isElsewhere = (database: string) =>
  isPostgres(database) &&
  eachHost(database).some((url) => {
    const { hostname, searchParams } = new URL(url);
    const host = searchParams.get('host') ?? decodeURIComponent(hostname);
    // A path is that of a socket.
    return host !== '' && !host.startsWith('/') && !isOwnHost(host);
  });

const isOwnHost = (host: string) => /^(localhost|127\.[\d.]+|\[?::1\]?|.*\.localhost)$/i.test(host);
