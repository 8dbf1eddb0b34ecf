// The server as main.ts makes it, with Vite in front: client code from its sources with hot reloading,
// each page rendered anew. Vite's inline scripts are why pages have no Content-Security-Policy here. Its database
// is its own, data/dev.db: words that are tried out must not raise the consent revision of the real one.
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { join, resolve } from 'node:path';
import { getRequestListener } from '@hono/node-server';
import { createServer as createVite, type ViteDevServer } from 'vite';
import { createApp } from '../server/src/app.ts';
import { loadConfig, posthogTokenOf } from '../server/src/config.ts';
import { openStore } from '../server/src/database/open-database.ts';
import { isGpc } from '../server/src/http/gpc.ts';
import { createLog, openStderr } from '../server/src/log.ts';
import { createMetrics } from '../server/src/metrics.ts';
import { listen } from '../server/src/node/serve.ts';
import { openReportsThread } from '../server/src/reports/reports-thread.ts';
import { createPageCounts } from '../server/src/services/page-counts.ts';
import { describeConsentText } from '../server/src/site/consent-text.ts';
import { createMachineFiles } from '../server/src/site/machine-files.ts';
import { createResource } from '../server/src/site/resource.ts';
import { loadSite } from '../server/src/site-config.ts';
import { describeEnd } from '../server/src/start-error.ts';
import type { Store } from '../server/src/store/store.ts';
import { GROWTH_PATH } from '../shared/src/growth-console.ts';
import type { PageData, RenderModule } from '../shared/src/page.ts';
import { uuidv7 } from '../shared/src/uuid.ts';
import { supportDetachedBuffers } from './steps/detached-buffers.ts';
import { root } from './steps/run.mjs';

const { now } = Date;
const siteFile = join(root, 'data/site.json');
/** The first argument, which only tests pass, or the project's own. */
const databaseFile = resolve(process.argv[2] ?? join(root, 'data/dev.db'));
/** Everything that is not for the server's own routes is a page, or a path that has none. */
const isApi =
  /^\/(api|growth\/api|rest|ingest|healthz|readyz|metrics|robots\.txt|sitemap\.xml|manifest\.webmanifest|\.well-known)(\/|$)/;

try {
  await start();
} catch (error) {
  console.error(describeEnd(error));
  process.exit(1);
}

async function start() {
  supportDetachedBuffers(); // before React is loaded
  const config = loadConfig(root);
  const site = loadSite(siteFile);
  const http = createServer();
  const vite = await createVite({
    mode: 'client',
    appType: 'custom',
    server: { middlewareMode: true, hmr: { server: http } },
  });
  const loadRender = async () =>
    (await vite.ssrLoadModule('/client/src/render/entry-server.tsx')) as RenderModule;
  const render = await loadRender();
  const text = describeConsentText(render, null);
  const published = { ...text, publishedAt: now() };
  const { store, revision } = await openStore(databaseFile, published);
  const none = createResource({
    type: 'text/plain',
    cacheControl: 'no-store',
    vary: '',
    identity: Buffer.from('no page'),
  });
  const app = createApp({
    store,
    now,
    newId: () => uuidv7(now(), crypto.getRandomValues(new Uint8Array(10))),
    newRequestId: () => crypto.randomUUID(),
    later: (callback, delayMs) => setTimeout(callback, delayMs),
    addressKey: crypto.getRandomValues(new Uint8Array(32)),
    log: createLog({ level: config.logLevel, now, to: openStderr() }),
    metrics: createMetrics(),
    config,
    siteUrl: config.siteUrl ?? site.url,
    pages: { byPath: new Map(), notFound: { plain: none, gpc: none } },
    growthPage: '', // rendered below, like every page
    files: await createMachineFiles({ site, render, now }),
    pageCounts: createPageCounts({ store, now }),
    reports: openReportsThread(databaseFile),
    recipient: null,
    relay: null, // what is tried out stays here, whatever POSTHOG_KEY says
  });
  http.on(
    'request',
    answerWith(vite, getRequestListener(app.fetch), async (pathname, gpc) => {
      const current = loadSite(siteFile);
      if (pathname === GROWTH_PATH && config.growthToken !== null) {
        const { growthPage } = await loadRender();
        return { status: 200, html: growthPage({ site: current, manifest: null }) };
      }
      const data: PageData = {
        site: current,
        publicKey: config.publicKey,
        revision,
        textHash: text.hash,
        posthogHost: null,
        posthogToken: posthogTokenOf(config),
        gpc,
        eventRetentionDays: config.eventRetentionDays,
        signupRetentionDays: config.signupRetentionDays,
      };
      return (await loadRender()).render(pathname, { data, manifest: null });
    }),
  );
  console.log(`development at ${await listen(http, config)}`);
  stopOnSignal(store);
}

type Answer = (request: IncomingMessage, response: ServerResponse) => void;
type RenderPage = (pathname: string, gpc: boolean) => ReturnType<RenderModule['render']>;

function answerWith(vite: ViteDevServer, answerApi: Answer, renderPage: RenderPage): Answer {
  const answerPage = async ({ url = '/', headers }: IncomingMessage, response: ServerResponse) => {
    const { pathname } = new URL(url, 'http://dev');
    const gpc = isGpc(headers['sec-gpc'] as string | undefined);
    const { status, html } = await renderPage(pathname, gpc);
    response.writeHead(status, {
      'Content-Type': 'text/html; charset=utf-8',
      'Cache-Control': 'no-store',
    });
    response.end(await vite.transformIndexHtml(url, html));
  };
  return (request, response) => {
    if (isApi.test(new URL(request.url ?? '/', 'http://dev').pathname)) {
      answerApi(request, response);
      return;
    }
    vite.middlewares(request, response, () => {
      answerPage(request, response).catch((error: Error) => {
        vite.ssrFixStacktrace(error);
        console.error(error.stack);
        response.writeHead(500, { 'Content-Type': 'text/plain' }).end(error.stack);
      });
    });
  };
}

function stopOnSignal(store: Store) {
  for (const signal of ['SIGINT', 'SIGTERM'] as const) {
    process.once(signal, async () => {
      await store.close(); // Vite holds nothing that must be closed, and may take seconds
      process.exit(0);
    });
  }
}
