import { Hono } from 'hono';
import type { Access } from '#shared/growth';
import { GROWTH_PATH } from '#shared/growth-console';
import type { Audience } from '#shared/list';
import type { Site } from '#shared/site';
import { utcQuarter } from '#shared/time';
import { createAnswerError } from './answer-faults.ts';
import { type Config, hasConsole } from './config.ts';
import { createCounters } from './counters.ts';
import { type Bodies, createBodies } from './http/body/bodies.ts';
import { type ClientOf, createClientOf } from './http/client-address.ts';
import { createIsHttps } from './http/https.ts';
import { problem } from './http/problem.ts';
import { createGuessLimits, createRateLimits, tooManyRequests } from './http/rate-limit.ts';
import { createReadSender, type ReadSender } from './http/read-sender.ts';
import { type RequestEnv, requestFrame } from './http/request-frame.ts';
import { requestPath } from './http/request-path.ts';
import { sameOrigin } from './http/same-origin.ts';
import { createSecurityHeaders } from './http/security-headers.ts';
import type { Channels } from './load-channels.ts';
import type { Log } from './log.ts';
import type { Mail } from './mail/mail-sender.ts';
import type { EventEndpoint, Metrics } from './metrics.ts';
import type { Deletions } from './posthog/delivery/deletion.ts';
import type { Relay } from './posthog/delivery/relay.ts';
import { ingestPath, posthogIngestRoutes } from './posthog/ingest/posthog-ingest.ts';
import { createTakeCapture } from './posthog/ingest/posthog-intake.ts';
import type { SharedReports } from './reports/ask-reports.ts';
import { confirmationRoutes } from './routes/confirmation-routes.ts';
import { consentRoutes } from './routes/consent-routes.ts';
import { eventRoutes } from './routes/event-routes.ts';
import { growthListRoutes } from './routes/growth-list-routes.ts';
import { growthReportsRoutes } from './routes/growth-report-routes.ts';
import { growthRoutes } from './routes/growth-routes.ts';
import { growthTeamRoutes } from './routes/growth-team-routes.ts';
import { healthRoutes } from './routes/health-routes.ts';
import {
  guardTokens,
  mailPageRoutes,
  mailPaths,
  refuseMailPage,
} from './routes/mail-page-routes.ts';
import { metricsRoutes } from './routes/metrics-routes.ts';
import { myDataRoutes } from './routes/my-data-routes.ts';
import { signupRoutes, tooManySignups } from './routes/signup-routes.ts';
import { siteRoutes } from './routes/site-routes.ts';
import { createConfirmations } from './services/confirm-signup.ts';
import { createGrowthConsole } from './services/console/console-service.ts';
import { createGrowthSessions } from './services/console/growth-sessions.ts';
import type { ClientCounts } from './services/count-clients.ts';
import { type ByteBudget, createByteBudget } from './services/intake/byte-budget.ts';
import { createEventBudget, type EventBudget } from './services/intake/event-budget.ts';
import { createTakeEnvelope } from './services/intake/event-envelope.ts';
import { createEventIntake } from './services/intake/event-intake.ts';
import { createQueueShares, type QueueShares } from './services/intake/queue-shares.ts';
import { createInvitations } from './services/list/invitation-service.ts';
import { createListDesk } from './services/list/list-desk.ts';
import { createMyData } from './services/my-data-service.ts';
import { createLeaveToNewer, type LeaveToNewer } from './services/newer-build.ts';
import type { Problem } from './services/problems.ts';
import type { QuarterCounts } from './services/quarter-counts.ts';
import { createDecide } from './services/record-consent.ts';
import { createSignUp } from './services/sign-up.ts';
import type { MailPages, Pages } from './site/render-pages.ts';
import type { Served } from './site/resource.ts';
import type { SignupWordings } from './site/signup-wordings.ts';
import type { Store } from './store/store.ts';
import type { Webhooks } from './webhooks/webhooks.ts';

export interface AppDeps {
  store: Store;
  /** Milliseconds since 1970 UTC. */
  now(): number;
  /** A UUID version 7 in lower case. */
  newId(): string;
  /** For the log and `X-Request-Id`: any unique text of 8 to 64 letters, digits and hyphens. */
  newRequestId(): string;
  /** Runs the callback after a delay in milliseconds. */
  later(callback: () => void, delayMs: number): void;
  /** The key for hashes of client addresses: random bytes, new at each start. */
  addressKey: Uint8Array;
  log: Log;
  metrics: Metrics;
  config: Pick<
    Config,
    | 'siteUrl'
    | 'publicKey'
    | 'trustedProxies'
    | 'metricsToken'
    | 'posthogKey'
    | 'growthToken'
    | 'growthViewerToken'
    | 'rateLimits'
    | 'timeZone'
    | 'mailHourly'
  >;
  /** The revision of the consent texts that this process asks with. */
  revision: number;
  /** The effective address: from the settings, or else from data/site.json. */
  siteUrl: string;
  /** What follows a redeemed invitation. */
  beta: Site['beta'];
  /** What people agree to when they sign up. */
  wordings: SignupWordings;
  pages: Pages;
  /** The document of the growth console. */
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
  mail: Pick<Mail, 'newRequest' | 'wake' | 'status' | 'preview' | 'sendPreview'> | null;
  /** The pages that links of messages lead to; null where no message was ever sent. */
  mailPages: MailPages | null;
}

/** Assembles everything that answers a request: middleware and routes. It starts nothing. */
export function createApp(deps: AppDeps) {
  const { config, now } = deps;
  const { trustedProxies } = config;
  const isHttps = createIsHttps(config);
  const clientOf = createClientOf({ trustedProxies, key: deps.addressKey });
  const counter = createCounters(deps);
  const enabled = config.rateLimits;
  const limits = { ...deps, counter, clientOf, enabled };
  const limit = createRateLimits(limits);
  const onRefused = (name: string) => deps.metrics.rateLimited(`events-of-${name}`);
  const shared: Shared = {
    bodies: createBodies({ clientOf }),
    budget: createEventBudget({ counter, onRefused, enabled }),
    bytes: openByteBudget(deps, counter),
    readSender: createReadSender(clientOf),
    shares: createQueueShares(),
    leaveToNewer: createLeaveToNewer(deps),
  };
  const { bodies, leaveToNewer } = shared;
  const app = new Hono<RequestEnv>({ getPath: (request) => ingestPath(requestPath(request)) });
  const securityHeaders = createSecurityHeaders(isHttps);
  app.use(requestFrame({ ...deps, trustedProxies, securityHeaders }));
  app.onError(createAnswerError(deps));

  app.use('/api/*', sameOrigin(deps.siteUrl));
  app.use('/api/consents', limit('consents'));
  const decide = createDecide({ ...deps, leaveToNewer, bytes: shared.bytes });
  app.route('/api/consents', consentRoutes({ ...deps, decide, bodies, isHttps, clientOf }));
  app.use('/api/events', limit('events'));
  app.route('/api/events', ownEvents(deps, shared));
  app.use('/api/my-data', limit('my-data'));
  app.route('/api/my-data', myDataRoutes({ ...deps, myData: createMyData(deps) }));
  confirmingRoutes(app, { ...deps, bodies, clientOf, limit });
  app.all('/api/*', (c) =>
    problem(c, 404, { code: 'not_found', message: 'There is nothing at this path.' }),
  );
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
    const sessions = createGrowthSessions({ tokens, store: deps.store, now });
    const consoleFor = (access: Access) =>
      createGrowthConsole({ ...deps, reports: deps.reports.of(access) }, access);
    const consoles = { people: consoleFor('people'), figures: consoleFor('figures') };
    const reports = growthReportsRoutes({ ...deps, consoles });
    app.get(`${GROWTH_PATH}/`, (c) => c.redirect(GROWTH_PATH + new URL(c.req.url).search, 308));
    const limitSignIn = limit('growth-sign-in');
    const limitBearer = createGuessLimits(limits)('growth-bearer');
    const team = growthTeamRoutes({ ...deps, bodies });
    const countAudience = (audience: Audience) => deps.reports.of('people').audience(audience);
    const desk = createListDesk({ ...deps, countAudience, mailHourly: config.mailHourly });
    const list = growthListRoutes({ ...deps, desk, bodies });
    const behindSignIn = { team, list, reports };
    const signIn = { bodies, tokens, sessions, isHttps, limitSignIn, limitBearer };
    app.route(GROWTH_PATH, growthRoutes({ ...deps, ...behindSignIn, ...signIn }));
  }
  app.route('/', healthRoutes(deps));
  app.route('/', siteRoutes({ ...deps, clientOf }));
  return app;
}

/** What people do with a message that asks for a confirmation. Links work after mail was turned off, too. */
function confirmingRoutes(
  app: Hono<RequestEnv>,
  deps: AppDeps &
    Pick<Shared, 'bodies'> & { clientOf: ClientOf; limit: ReturnType<typeof createRateLimits> },
) {
  const { limit, mail, mailPages: pages } = deps;
  if (pages === null) return;
  const confirmations = createConfirmations(deps);
  if (mail !== null) {
    app.use('/api/confirmations', limit('confirmations'));
    app.route('/api/confirmations', confirmationRoutes({ ...deps, confirmations }));
  }
  app.use(guardTokens);
  const limitPages = limit('mail-pages', refuseMailPage(pages));
  for (const path of mailPaths) app.use(path, limitPages);
  const invitations = createInvitations({ ...deps, mail });
  app.route('/', mailPageRoutes({ ...deps, confirmations, invitations, pages }));
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
  const { store, now, metrics } = deps;
  const marked = { client: '', site: '' };
  return createByteBudget({
    counter,
    now,
    freeBytes: async () => (await store.usage()).freeBytes,
    onRefused(whose) {
      metrics.rateLimited(`bytes-of-${whose}`);
      const at = now();
      const value = utcQuarter(at);
      if (value === marked[whose]) return;
      marked[whose] = value;
      store.mark({ name: `bytes:${whose}`, value, at }).catch(() => {}); // the next quarter tries again
    },
    enabled: deps.config.rateLimits,
  });
}

function ownEvents(deps: AppDeps, shared: Shared) {
  const intake = openIntake(deps, shared, 'events');
  return eventRoutes({
    ...shared,
    ...intake,
    takeEnvelope: createTakeEnvelope({ ...shared, ...intake }),
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
