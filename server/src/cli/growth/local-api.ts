import { join } from 'node:path';
import { Hono } from 'hono';
import { GROWTH_PATH } from '#shared/growth-console';
import type { Site } from '#shared/site';
import { LANGUAGES } from '#shared/site-languages';
import { uuidv7 } from '#shared/uuid';
import { problemsOfStart } from '../../console/problems.ts';
import { answerReportFault } from '../../console/report-faults.ts';
import { createConsoleRoutes } from '../../create-app.ts';
import type { SiteStore } from '../../database/site-store.ts';
import { createBodies } from '../../edge/body/bodies.ts';
import type { GrowthEnv } from '../../edge/growth-env.ts';
import { createLocalExchange } from '../../edge/node/exchange.ts';
import { problem } from '../../edge/problem.ts';
import type { Log } from '../../lib/log.ts';
import { didYouMean } from '../../lib/nearest-name.ts';
import { printable } from '../../lib/printable.ts';
import { StartError } from '../../lib/start-error.ts';
import { createMail, type MailDeps } from '../../mail/mail-sender.ts';
import { createMailingPreview } from '../../mail/mailing-preview.ts';
import { createReports } from '../../reports/ask-reports.ts';
import { createChannelOf } from '../../reports/load-channels.ts';
import type { Config } from '../../settings/config.ts';
import { findProjectRoot } from '../../settings/project-root.ts';
import { loadBuild } from '../../site/load-build.ts';
import type { StoreReader } from '../../store/store.ts';
import { announceRemovedTo } from '../../team/webhooks/webhooks.ts';
import type { GrowthContext } from '../frame/growth-context.ts';

const API = `${GROWTH_PATH}/api`;
const { now } = Date;
const newId = () => uuidv7(now(), crypto.getRandomValues(new Uint8Array(10)));

interface Opened extends Pick<GrowthContext, 'config' | 'channels' | 'loadSite' | 'warn'> {
  reader: StoreReader;
  store: SiteStore;
}

/** The console's interface in this process, for somebody with all rights. */
export function createLocalApi({ reader, store, config, channels, loadSite, warn }: Opened) {
  const loaded = loadSite();
  const site = { ...loaded, url: config.siteUrl ?? loaded.url };
  const print = (message: string, fields = {}) =>
    warn(printable(`${message} ${JSON.stringify(fields)}`));
  const log: Log = { debug() {}, info() {}, warn: print, error: print, isEnabled: () => false };
  const reports = createReports(reader, createChannelOf(channels));
  const routes = createConsoleRoutes({
    ...{ store, config, now, newId, log, reports: { of: () => reports } },
    bodies: createBodies({ clientOf: () => 'command' }),
    siteUrl: site.url,
    preview: createMailingPreview({ render, site }),
    mail: openMail(config, { store, site, now, newId, log }),
    // What the senders of a running server know is not known here. They find what is queued.
    relay: null,
    webhooks: {
      statuses: () => [],
      announceRemoved: announceRemovedTo(config.webhooks, { newId, now }),
      wake() {},
    },
    deletions: { status: () => ({ state: 'idle', reason: null }) },
    startProblems: problemsOfStart({ config, site, isOutdated: false }),
    recipient: config.posthogKey === null ? null : new URL(config.posthogHost).host,
  });
  const app = new Hono<GrowthEnv>();
  app.use(async (c, next) => {
    c.set('access', 'people');
    c.set('by', { personId: null, doneBy: 'command', at: now() });
    await next();
  });
  app.onError(answerReportFault);
  for (const part of [routes.people, routes.team, routes.list, routes.reports])
    app.route(API, part);
  const paths = new Map<string, string[]>();
  for (const { method, path } of app.routes) {
    if (method === 'ALL') continue;
    const name = path.slice(API.length + 1);
    paths.set(name, [...(paths.get(name) ?? []), method]);
  }
  app.notFound((c) => {
    const near = didYouMean(c.req.path.slice(API.length + 1), [...paths.keys()]);
    const message = `There is nothing at this path${near || '.'} npm run growth -- api lists the paths.`;
    return problem(c, 404, { code: 'not_found', message });
  });
  return {
    paths,
    /** @param path with or without what stands before it at a server */
    async ask(method: string, path: string, pairs: [string, string][], body: string) {
      const own = path.replace(new RegExp(`^(${API})?/?`), '');
      const url = new URL(`${API}/${own}`, site.url);
      for (const [name, value] of pairs) url.searchParams.append(name, value);
      const exchange = createLocalExchange(method, body);
      const answer = await app.fetch(new Request(url, { method }), exchange);
      const text = await answer.text();
      if (exchange.outgoing.destroyed) throw new StartError('the answer was interrupted');
      const isJson = answer.headers.get('Content-Type')?.startsWith('application/json') ?? false;
      return { ok: answer.ok, isJson, text };
    },
  };
}

type Sending = Pick<MailDeps, 'store' | 'now' | 'newId' | 'log'> & { site: Site };

const loadRender = async () => (await loadBuild(join(findProjectRoot(), 'dist'))).render;
/** Loaded with the first message. */
const render: MailDeps['render'] = {
  confirmMessage: async (input) => (await loadRender()).confirmMessage(input),
  listMessage: async (input) => (await loadRender()).listMessage(input),
};

/** Queues messages, and sends previews. It is not started: a server sends what is queued. */
function openMail(config: Config, sending: Sending) {
  const { smtp } = config;
  if (smtp === null) return null;
  return createMail({
    ...{ ...sending, config, smtp },
    render,
    languages: sending.site.languages ?? LANGUAGES,
    random: Math.random,
    later: () => () => {},
    metrics: { mail() {} },
  });
}
