// The server as main.ts makes it, with Vite in front: client code from its sources with hot reloading,
// each page rendered anew. Vite's inline scripts are why pages have no Content-Security-Policy here.
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { join, resolve } from 'node:path';
import { getRequestListener } from '@hono/node-server';
import { createServer as createVite } from 'vite';
import { createApp } from '../server/src/app.ts';
import { loadConfig } from '../server/src/config.ts';
import { createLog } from '../server/src/log.ts';
import { createPageCounts } from '../server/src/services/page-counts.ts';
import { describeConsentText } from '../server/src/site/consent-text.ts';
import { createMachineFiles } from '../server/src/site/machine-files.ts';
import { createResource } from '../server/src/site/resource.ts';
import { loadSite } from '../server/src/site-config.ts';
import { openSqliteStore } from '../server/src/store/sqlite/sqlite-store.ts';
import type { PageData, RenderModule } from '../shared/src/page.ts';
import { uuidv7 } from '../shared/src/uuid.ts';
import { root } from './run.mjs';

const { now } = Date;
const config = loadConfig(root);
const store = openSqliteStore(resolve(root, config.databaseFile));
const http = createServer();
const vite = await createVite({
  mode: 'client',
  appType: 'custom',
  server: { middlewareMode: true, hmr: { server: http } },
});
const loadRender = async () =>
  (await vite.ssrLoadModule('/client/src/entry-server.tsx')) as RenderModule;

const text = describeConsentText(await loadRender(), null);
const revision = await store.publishConsentText({ ...text, publishedAt: now() });

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
  log: createLog({ level: config.logLevel, now, write: (line) => console.error(line) }),
  config,
  revision,
  pages: { byPath: new Map(), notFound: { plain: none, gpc: none } },
  files: await createMachineFiles({
    site: loadSite(join(root, 'data/site.json')),
    render: await loadRender(),
    now,
  }),
  pageCounts: createPageCounts({ store, now }),
  relay: null, // what is tried out stays here, whatever POSTHOG_KEY says
});
const answerApi = getRequestListener(app.fetch);
/** Everything that is not for the server's own routes is a page, or a path that has none. */
const isApi =
  /^\/(api|rest|ingest|healthz|readyz|metrics|robots\.txt|sitemap\.xml|manifest\.webmanifest|\.well-known)(\/|$)/;

async function answerPage({ url = '/', headers }: IncomingMessage, response: ServerResponse) {
  const { pathname } = new URL(url, 'http://dev');
  const data: PageData = {
    site: loadSite(join(root, 'data/site.json')),
    publicKey: config.publicKey,
    revision,
    textHash: text.hash,
    posthogHost: null,
    gpc: headers['sec-gpc'] === '1',
    eventRetentionDays: config.eventRetentionDays,
    signupRetentionDays: config.signupRetentionDays,
  };
  const { render } = await loadRender();
  const { status, html } = await render(pathname, { data, manifest: null });
  response.writeHead(status, {
    'Content-Type': 'text/html; charset=utf-8',
    'Cache-Control': 'no-store',
  });
  response.end(await vite.transformIndexHtml(url, html));
}

http.on('request', (request, response) => {
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
});
http.listen(config.port, config.host, () => {
  const address = http.address();
  const port = typeof address === 'object' ? address?.port : config.port;
  console.log(`development at http://${config.host}:${port}`);
});

for (const signal of ['SIGINT', 'SIGTERM'] as const) {
  process.once(signal, async () => {
    await store.close(); // Vite holds nothing that must be closed, and may take seconds
    process.exit(0);
  });
}
