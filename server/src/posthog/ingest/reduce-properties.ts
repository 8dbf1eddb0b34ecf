import type { EventContext } from '#shared/events';
import { LANGUAGES } from '#shared/site-languages';
import { AFTER_PATH, isPlainText, looksLikeEmail, MAX_UTM } from '#shared/text';
import { uuidPattern } from '#shared/uuid';

/** Our own name, which the site's transport sends and the relay passes on: `$browser_language` is what a browser prefers. */
const SITE_LANGUAGE = 'site_language';

/** Click ids that advertisers append to links. posthog-js adds them to every event. */
const CLICK_IDS: ReadonlySet<string> = new Set([
  ...['gclid', 'gad_source', 'gclsrc', 'dclid', 'gbraid', 'wbraid', 'fbclid', 'msclkid', 'twclid'],
  ...[
    'li_fat_id',
    'mc_cid',
    'igshid',
    'ttclid',
    'rdt_cid',
    'epik',
    'qclid',
    'sccid',
    'irclid',
    '_kx',
  ],
]);

const isPosthogs = (name: string) =>
  name.startsWith('$') ||
  /^(amp;)*utm_/i.test(name) ||
  name === 'token' ||
  name === 'distinct_id' ||
  name === SITE_LANGUAGE ||
  CLICK_IDS.has(name);

/** Keeps the event's own properties unchanged. Of PostHog's, it keeps only those that our context has a field for. */
export function reduceProperties(captured: Record<string, unknown>) {
  const own = Object.entries(captured).filter(([name]) => !isPosthogs(name));
  const sessionId = captured['$session_id'];
  return {
    properties: Object.fromEntries(own),
    sessionId: isUuid(sessionId) ? sessionId.toLowerCase() : null,
    context: readContext(captured),
  };
}

const isUuid = (value: unknown): value is string =>
  typeof value === 'string' && uuidPattern.test(value);

function readContext(captured: Record<string, unknown>): Partial<EventContext> {
  const context: Partial<EventContext> = {};
  const page = parseUrl(captured['$current_url']);
  const path = readPath(captured['$pathname']) ?? readPath(page?.pathname);
  if (path !== undefined && path.length <= 500) context.path = path;
  const referrer = readReferrer(captured['$referring_domain']);
  if (referrer !== undefined && referrer !== page?.hostname) context.referrerHost = referrer;
  // SDKs name the usual spelling only, and two campaigns do not mix.
  const utm = readUtm(Object.entries(captured)) ?? readUtm(page?.searchParams ?? []);
  if (utm) context.utm = utm;
  const viewport = readViewport(captured['$viewport_width'] ?? captured['$screen_width']);
  if (viewport) context.viewport = viewport;
  const language = LANGUAGES.find((known) => known === captured[SITE_LANGUAGE]);
  if (language) context.language = language;
  return context;
}

/** Longer than any address that browsers send; the host in it is at most as long as DNS allows. */
const MAX_URL = 2_048;
const MAX_HOST = 253;

/** Checks the length of the host before parsing: a long host of ideographs takes seconds to convert to ASCII. */
function parseUrl(value: unknown): URL | undefined {
  if (typeof value !== 'string' || value.length > MAX_URL) return undefined;
  const [, host = ''] = /^https?:[/\\]*([^/\\?#]*)/i.exec(value) ?? [];
  if (host === '' || host.length > MAX_HOST || !URL.canParse(value)) return undefined;
  return new URL(value);
}

const readPath = (value: unknown) =>
  typeof value === 'string' && value.length <= MAX_URL && value.startsWith('/')
    ? value.replace(AFTER_PATH, '')
    : undefined;

/** `$direct` is posthog-js's value for no referrer. */
function readReferrer(value: unknown): string | undefined {
  if (typeof value !== 'string' || value.length > MAX_HOST || value.startsWith('$')) return;
  const host = parseUrl(`http://${value}`)?.hostname;
  return host && host.length <= MAX_HOST ? host : undefined;
}

type Utm = NonNullable<EventContext['utm']>;
const UTM_NAME = /^(?:amp;)*utm_(source|medium|campaign|term|content)$/;

/** Some programs write the names in capitals, and some write `&` as `&amp;`. The first value of each counts. */
function readUtm(parameters: Iterable<[name: string, value: unknown]>): EventContext['utm'] {
  const utm: Utm = {};
  for (const [name, value] of parameters) {
    const [, found] = UTM_NAME.exec(name.toLowerCase()) ?? [];
    const key = found as keyof Utm | undefined;
    if (!key || utm[key] !== undefined) continue;
    // An e-mail address in a link is dropped; the event itself is still good.
    const isText = typeof value === 'string' && value !== '' && value.length <= MAX_UTM;
    if (isText && isPlainText(value) && !looksLikeEmail(value)) utm[key] = value;
  }
  return Object.keys(utm).length > 0 ? utm : undefined;
}

function readViewport(width: unknown): EventContext['viewport'] {
  if (typeof width !== 'number') return undefined;
  return width < 640 ? 'small' : width < 1024 ? 'medium' : 'large';
}
