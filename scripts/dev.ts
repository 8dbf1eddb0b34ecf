// The server as compose.ts builds it, with Vite in front: client code from its sources with hot reloading, and each page
// rendered when it is asked for. Pages have no Content-Security-Policy here, because Vite adds inline scripts. It has a
// database of its own, data/dev.db: consent words that are tried out must not raise the consent revision of the real one.
import { join, resolve } from 'node:path';
import { RESPONSE_ALREADY_SENT } from '@hono/node-server/utils/response';
import { createServer as createVite } from 'vite';
import { compose } from '../server/src/compose.ts';
import { serve } from '../server/src/edge/node/serve.ts';
import { isGpc } from '../server/src/edge/read-sender.ts';
import { ingestPath } from '../server/src/edge/request-url.ts';
import { describeEnd } from '../server/src/lib/start-error.ts';
import { loadChannels } from '../server/src/reports/load-channels.ts';
import { hasConsole, loadConfig } from '../server/src/settings/config.ts';
import { copyExamples } from '../server/src/settings/parse-file.ts';
import { mailPath, mailPaths } from '../server/src/signups/mail-page-routes.ts';
import { loadRecordings } from '../server/src/site/load-recordings.ts';
import { pageDataOf } from '../server/src/site/render-pages.ts';
import { loadSite, ownUrl } from '../server/src/site/site-config.ts';
import { GROWTH_PATH } from '../shared/src/growth-console.ts';
import type { RenderModule } from '../shared/src/page.ts';
import { prefixOf } from '../shared/src/site-languages.ts';
import { root } from './steps/run.mjs';

const siteFile = join(root, 'data/site.json');
/** The first argument, which only tests pass, or the project's own. */
const databaseFile = resolve(process.argv[2] ?? join(root, 'data/dev.db'));
/** Everything that is not for the server's own routes is a page, or a path that has none. */
const isApi =
  /^\/(api|growth\/api|rest|ingest|media|healthz|readyz|metrics|robots\.txt|sitemap\.xml|([\w-]+\/)?manifest\.webmanifest|\.well-known)(\/|$)/;

try {
  await start();
} catch (error) {
  console.error(describeEnd(error));
  process.exit(1);
}

async function start() {
  // Node 20 lacks this property. React's renderer reads it of an empty buffer, and without it warns of lost text at each
  // empty attribute (`value=""`).
  if (!('detached' in ArrayBuffer.prototype)) {
    Object.defineProperty(ArrayBuffer.prototype, 'detached', { value: false });
  }
  const config = loadConfig(root);
  copyExamples(join(root, 'data'));
  const loadOwnSite = () => {
    const loaded = loadSite(siteFile);
    return { ...loaded, url: config.siteUrl ?? loaded.url };
  };
  const site = loadOwnSite();
  const { url, server, answer } = await serve(config);
  const vite = await createVite({
    mode: 'client',
    appType: 'custom',
    server: { middlewareMode: true, hmr: { server } },
  });
  const loadRender = async () =>
    (await vite.ssrLoadModule('/client/src/render/entry-server.tsx')) as RenderModule;
  const { app, store, mail, pageData } = await compose({
    config,
    database: databaseFile,
    site,
    channels: loadChannels(join(root, 'data/channels.json')),
    render: await loadRender(),
    delivers: false, // PostHog gets nothing, whatever POSTHOG_KEY says; but where SMTP_URL is set, mail is really sent
    files: loadRecordings(join(root, 'data'), site),
    manifest: null,
    // Rendered below.
    makePages: async () => ({ pages: { byPath: new Map(), notFound: new Map() }, growthPage: '' }),
  });
  /** Renders a page with the code and the site as they are now. */
  const renderPage = async (pathname: string, gpc: boolean) => {
    const current = loadOwnSite();
    const { growthPage, render } = await loadRender();
    if (pathname === GROWTH_PATH && hasConsole(config)) {
      const { languages } = pageData;
      const input = {
        site: current,
        siteUrl: ownUrl(current),
        sendsMail: mail !== null,
        languages,
      };
      return { status: 200, html: await growthPage({ ...input, manifest: null }) };
    }
    const { languages } = pageData;
    const language =
      languages.find((each) => pathname.startsWith(`${prefixOf(each)}/`) && each !== 'en') ?? 'en';
    const data = pageDataOf({ ...pageData, site: current }, language, gpc);
    return render(pathname.slice(prefixOf(language).length), { data, manifest: null });
  };
  mail?.start();
  answer((request, exchange) => {
    const { pathname } = new URL(request.url);
    const isOfMail = mail !== null && mailPaths.includes(mailPath(pathname));
    if (isOfMail || isApi.test(ingestPath(pathname))) return app.fetch(request, exchange);
    const { incoming, outgoing } = exchange;
    const answerPage = async () => {
      const gpc = isGpc(request.headers.get('Sec-GPC') ?? undefined);
      const { status, html } = await renderPage(pathname, gpc);
      outgoing.writeHead(status, {
        'Content-Type': 'text/html; charset=utf-8',
        'Cache-Control': 'no-store',
      });
      outgoing.end(await vite.transformIndexHtml(incoming.url ?? '/', html));
    };
    // Vite answers first.
    vite.middlewares(incoming, outgoing, () => {
      answerPage().catch((error: Error) => {
        vite.ssrFixStacktrace(error);
        console.error(error.stack);
        outgoing.writeHead(500, { 'Content-Type': 'text/plain' }).end(error.stack);
      });
    });
    return RESPONSE_ALREADY_SENT;
  });
  console.log(`development at ${url}`);
  for (const signal of ['SIGINT', 'SIGTERM'] as const) {
    process.once(signal, async () => {
      await store.close(); // Vite holds nothing that must be closed, and may take seconds
      process.exit(0);
    });
  }
}
