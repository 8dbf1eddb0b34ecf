import { Hono } from 'hono';
import type { Access } from '#shared/growth';
import { GROWTH_PATH } from '#shared/growth-console';
import type { Audience } from '#shared/list';
import type { Site } from '#shared/site';
import { utcQuarter } from '#shared/time';
import { createAnswerError } from './answer-faults.ts';
import { consentRoutes } from './consent/consent-routes.ts';
import { createLeaveToNewer, type LeaveToNewer } from './consent/newer-build.ts';
import { createDecide } from './consent/record-consent.ts';
import { createGrowthConsole, type GrowthConsoleDeps } from './console/console-service.ts';
import { entryRoutes } from './console/entry-routes.ts';
import { growthReportsRoutes } from './console/growth-report-routes.ts';
import { growthRoutes } from './console/growth-routes.ts';
import { createGrowthSessions } from './console/growth-sessions.ts';
import { healthRoutes } from './console/health-routes.ts';
import type { Problem } from './console/problems.ts';
import type { ClientCounts } from './counts/count-clients.ts';
import type { QuarterCounts } from './counts/quarter-counts.ts';
import type { SiteStore } from './database/site-store.ts';
import { type Bodies, createBodies } from './edge/body/bodies.ts';
import {
  type ByteBudget,
  createByteBudget,
  createCounters,
  createEventBudget,
  type EventBudget,
  uncounted,
} from './edge/budgets.ts';
import { type ClientOf, createClientOf, createIsHttps } from './edge/client-address.ts';
import type { EventEndpoint, Metrics } from './edge/metrics.ts';
import { metricsRoutes } from './edge/metrics-routes.ts';
import { nothingHere } from './edge/problem.ts';
import {
  createGuessLimit,
  createLimit,
  createRateLimits,
  type RateLimitDeps,
  tooManyRequests,
} from './edge/rate-limit.ts';
import { createReadSender, type ReadSender } from './edge/read-sender.ts';
import { type RequestEnv, requestFrame } from './edge/request-frame.ts';
import { ingestPath, requestPath } from './edge/request-url.ts';
import { sameOrigin } from './edge/same-origin.ts';
import { createEventIntake } from './events/event-intake.ts';
import { eventRoutes } from './events/event-routes.ts';
import { createQueueShares, type QueueShares } from './events/queue-shares.ts';
import type { World } from './lib/world.ts';
import { type GrowthListRouteDeps, growthListRoutes } from './list/growth-list-routes.ts';
import { createInvitations } from './list/invitations.ts';
import { createListDesk } from './list/list-desk.ts';
import type { Mail } from './mail/mail-sender.ts';
import type { MailingPreview } from './mail/mailing-preview.ts';
import { createPasskeys } from './people/passkeys.ts';
import { type PeopleRouteDeps, peopleRoutes } from './people/people-routes.ts';
import { myDataRoutes } from './persons/my-data-routes.ts';
import { createMyData } from './persons/my-data-service.ts';
import type { Deletions } from './posthog/delivery/deletion.ts';
import type { Relay } from './posthog/delivery/relay.ts';
import { posthogIngestRoutes } from './posthog/ingest/posthog-ingest.ts';
import { createTakeCapture } from './posthog/ingest/posthog-intake.ts';
import type { SharedReports } from './reports/ask-reports.ts';
import type { Channels } from './reports/load-channels.ts';
import { type Config, hasConsole } from './settings/config.ts';
import type { ProgramVersion } from './settings/program-version.ts';
import { createConfirmations } from './signups/confirm-signup.ts';
import { confirmationRoutes } from './signups/confirmation-routes.ts';
import type { Leaving } from './signups/leaving.ts';
import { mailPageRoutes, mailPath, refuseMailPage } from './signups/mail-page-routes.ts';
import { createSignUp } from './signups/sign-up.ts';
import { signupRoutes, tooManySignups } from './signups/signup-routes.ts';
import type { LaunchTexts, SignupWordings } from './signups/signup-wordings.ts';
import type { MailPages, Pages } from './site/render-pages.ts';
import type { Served } from './site/resource.ts';
import { siteRoutes } from './site/site-routes.ts';
import { type GrowthTeamRouteDeps, growthTeamRoutes } from './team/growth-team-routes.ts';
import type { Webhooks } from './team/webhooks/webhooks.ts';

export interface AppDeps extends Pick<World, 'now' | 'newId' | 'log'> {
  store: SiteStore;
  /** For the log and `X-Request-Id`: any unique text of 8 to 64 letters, digits and hyphens. */
  newRequestId(): string;
  /** The key for hashes of client addresses: random bytes, new at each start. */
  addressKey: Uint8Array;
  metrics: Metrics;
  config: Config;
  /** What `/healthz` says is running. */
  program: ProgramVersion;
  /** The revision of the consent texts that this process asks with. */
  revision: number;
  /** The effective address: from the settings, or else from data/site.json. */
  siteUrl: string;
  /** What follows a redeemed invitation. */
  beta: Site['beta'];
  /** What people agree to when they sign up. */
  wordings: SignupWordings;
  launchTexts: LaunchTexts;
  pages: Pages;
  growthPage: string;
  /** Answers the console's queries, on another thread. */
  reports: SharedReports;
  /** The host that events are delivered to; null when they stay here. */
  recipient: string | null;
  files: ReadonlyMap<string, Served>;
  pageCounts: Pick<QuarterCounts, 'count'>;
  /** For the alerts. */
  clientCounts: Pick<ClientCounts, 'count' | 'countEvents'>;
  /** What stays wrong until the next start, for the console. */
  startProblems: readonly Problem[];
  /** Delivers to PostHog; null without a key for it. */
  relay: Pick<Relay, 'wake' | 'status'> | null;
  /** How visits are named that webhooks are told of. */
  channels: Channels;
  deletions: Pick<Deletions, 'ask' | 'wake' | 'status'>;
  webhooks: Pick<Webhooks, 'announce' | 'announceRemoved' | 'wake' | 'statuses'>;
  /** Asks for confirmations by mail; null when no mail is sent. */
  mail: Pick<Mail, 'newRequest' | 'wake' | 'status' | 'sendPreview'> | null;
  preview: MailingPreview;
  leaving: Pick<Leaving, 'leave'>;
  /** The pages that links of messages lead to; null where no message was ever sent. */
  mailPages: MailPages | null;
}

/** Assembles everything that answers a request: middleware and routes. It starts nothing. */
export function createApp(deps: AppDeps) {
  const { config, now } = deps;
  const { trustedProxies } = config;
  const isHttps = createIsHttps(config);
  const clientOf = createClientOf({ trustedProxies, key: deps.addressKey });
  const counter = config.rateLimits ? createCounters(deps) : uncounted;
  const limits = { ...deps, counter, clientOf };
  const limit = createRateLimits(limits);
  const onRefused = (name: string) => deps.metrics.rateLimited(`events-of-${name}`);
  const shared: Shared = {
    bodies: createBodies({ clientOf }),
    budget: createEventBudget({ counter, onRefused }),
    bytes: openByteBudget(deps, counter),
    readSender: createReadSender(clientOf),
    shares: createQueueShares(),
    leaveToNewer: createLeaveToNewer(deps),
  };
  const { bodies, leaveToNewer } = shared;
  const app = new Hono<RequestEnv>({
    getPath: (request) => mailPath(ingestPath(requestPath(request))),
  });
  app.use(requestFrame({ ...deps, trustedProxies, isHttps }));
  app.onError(createAnswerError(deps));

  app.use('/api/*', sameOrigin(deps.siteUrl));
  app.use('/api/consents', limit('consents'));
  const decide = createDecide({ ...deps, leaveToNewer, bytes: shared.bytes });
  app.route('/api/consents', consentRoutes({ ...deps, decide, bodies, isHttps, clientOf }));
  app.use('/api/events', limit('events'));
  app.route('/api/events', eventRoutes({ ...shared, ...openIntake(deps, shared, 'events') }));
  app.use('/api/my-data', limit('my-data'));
  app.route('/api/my-data', myDataRoutes({ ...deps, myData: createMyData(deps) }));
  confirmingRoutes(app, { ...deps, bodies, clientOf, limits });
  app.all('/api/*', nothingHere);
  app.use('/rest/v1/*', limit('signups', tooManySignups));
  app.route(
    '/rest/v1',
    signupRoutes({
      ...deps,
      clientOf,
      signUp: createSignUp({ ...deps, ...shared }),
      bodies,
      publicKey: config.publicKey,
    }),
  );
  app.use('/ingest/*', limit('ingest', tooManyRequests(503)));
  app.route('/ingest', posthogEvents(deps, shared));
  const { metricsToken } = config;
  if (metricsToken !== null) app.route('/metrics', metricsRoutes({ ...deps, metricsToken }));
  const tokens = { people: config.growthToken, figures: config.growthViewerToken };
  if (hasConsole(config)) {
    const tokenSignIn = config.growthTokenSignIn;
    const sessions = createGrowthSessions({ tokens, tokenSignIn, store: deps.store, now });
    const secret = `${tokens.people} ${tokens.figures}`;
    const passkeys = createPasskeys({ ...deps, secret });
    app.get(`${GROWTH_PATH}/`, (c) => c.redirect(GROWTH_PATH + new URL(c.req.url).search, 308));
    const behindSignIn = createConsoleRoutes({ ...deps, bodies });
    const limitSignIn = createLimit(limits, 'growth-sign-in', tooManyRequests(429)).count;
    const limitPasskeys = limit('growth-passkeys');
    const ofEntry = { tokens, tokenSignIn, sessions, passkeys, limitSignIn, limitPasskeys };
    const entry = entryRoutes({ ...deps, ...ofEntry, bodies, isHttps });
    const limitBearer = createGuessLimit(limits, 'growth-bearer');
    app.route(GROWTH_PATH, growthRoutes({ ...deps, ...behindSignIn, entry, limitBearer }));
  }
  app.route('/', healthRoutes(deps));
  app.route('/', siteRoutes({ ...deps, clientOf }));
  return app;
}

/** What the routes behind the console's sign-in need: of a server, or of a command. */
export type ConsoleRoutesDeps = Omit<GrowthConsoleDeps, 'reports' | 'store'> &
  Omit<GrowthTeamRouteDeps, 'config' | 'store'> &
  Omit<PeopleRouteDeps, 'store'> &
  Pick<GrowthListRouteDeps, 'reports' | 'mail' | 'preview'> &
  Pick<AppDeps, 'store' | 'mail'> & {
    config: Pick<Config, 'timeZone' | 'mailHourly' | 'eventRetentionDays'>;
  };

/** Returns the routes of the console's interface. Who asks has to be known before. */
export function createConsoleRoutes(deps: ConsoleRoutesDeps) {
  const consoleFor = (access: Access) =>
    createGrowthConsole({ ...deps, reports: deps.reports.of(access) }, access);
  const consoles = { people: consoleFor('people'), figures: consoleFor('figures') };
  const countAudience = (audience: Audience) => deps.reports.of('people').audience(audience);
  const desk = createListDesk({ ...deps, countAudience, mailHourly: deps.config.mailHourly });
  return {
    people: peopleRoutes(deps),
    team: growthTeamRoutes(deps),
    list: growthListRoutes({ ...deps, desk }),
    reports: growthReportsRoutes({ ...deps, consoles }),
  };
}

/** What people do with a message that asks for a confirmation. Links work after mail was turned off, too. */
function confirmingRoutes(
  app: Hono<RequestEnv>,
  deps: AppDeps & Pick<Shared, 'bodies'> & { clientOf: ClientOf; limits: RateLimitDeps },
) {
  const { limits, mail, mailPages: pages } = deps;
  if (pages === null) return;
  const confirmations = createConfirmations(deps);
  if (mail !== null) {
    const limit = createLimit(limits, 'confirmations', tooManyRequests(429));
    app.route('/api/confirmations', confirmationRoutes({ ...deps, confirmations, limit }));
  }
  const limit = createLimit(limits, 'mail-pages', refuseMailPage(pages));
  const invitations = createInvitations({ ...deps, mail });
  app.route('/', mailPageRoutes({ ...deps, confirmations, invitations, pages, limit }));
}

/** What both endpoints for events share. */
interface Shared {
  bodies: Bodies;
  budget: EventBudget;
  bytes: ByteBudget;
  readSender: ReadSender;
  shares: QueueShares;
  leaveToNewer: LeaveToNewer;
}

/** An alert is judged by the mark. One write a quarter of an hour is enough for it. */
function openByteBudget(deps: AppDeps, counter: ReturnType<typeof createCounters>): ByteBudget {
  const { store, now, metrics, config } = deps;
  const marked = { client: '', site: '' };
  return createByteBudget({
    counter,
    now,
    freeBytes: async () => (config.rateLimits ? (await store.usage()).freeBytes : null),
    onRefused(whose) {
      metrics.rateLimited(`bytes-of-${whose}`);
      const at = now();
      const value = utcQuarter(at);
      if (value === marked[whose]) return;
      marked[whose] = value;
      store.mark({ name: `bytes:${whose}`, value, at }).catch(() => {}); // the next quarter tries again
    },
  });
}

function posthogEvents(deps: AppDeps, shared: Shared) {
  const intake = openIntake(deps, shared, 'ingest');
  const takeCapture = createTakeCapture({ ...intake, newId: deps.newId });
  const { posthogKey } = deps.config;
  return posthogIngestRoutes({ ...shared, ...intake, takeCapture, now: deps.now, posthogKey });
}

/** The same pipeline for each endpoint, with separate counts. */
function openIntake(deps: AppDeps, shared: Shared, endpoint: EventEndpoint) {
  const metrics = deps.metrics.intake(endpoint);
  const onEvents = () => deps.relay?.wake();
  return { metrics, take: createEventIntake({ ...deps, ...shared, metrics, onEvents }) };
}
