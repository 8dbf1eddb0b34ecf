// Not react-dom/static: its AsyncLocalStorage would slow down every promise of the server (docs/decisions/010-intake.md).
import { prerender } from 'react-dom/static.edge';
import type { PageData, RenderInput, RenderModule } from '#shared/page';
import { App } from '../site/app.tsx';
import { consentText } from '../site/content/consent.ts';
import { findPage, notFoundMeta, pages } from '../site/content/pages.ts';
import { findRoute, preloadPage } from '../site/pages/page-routes.tsx';
import { type Ports, PortsProvider } from '../site/ports.ts';
import { headTags } from '../site/seo/head-tags.ts';
import { structuredData } from '../site/seo/structured-data.ts';
import { webManifest } from '../site/seo/web-manifest.ts';
import { growthPage } from './console-document.ts';
import { servable } from './servable.ts';
import { renderDocument } from './site-document.ts';

export const paths: RenderModule['paths'] = pages.map((page) => page.path);

export async function render(path: string, input: RenderInput) {
  await preloadPage(path);
  const page = findPage(path);
  const errors: unknown[] = [];
  const { prelude } = await prerender(
    <PortsProvider value={serverPorts(input.data)}>
      <App ssrPath={path} />
    </PortsProvider>,
    // Otherwise a large page is served as a fallback, a hidden div and an inline script.
    {
      progressiveChunkSize: Number.POSITIVE_INFINITY,
      onError: (error) => void errors.push(error),
    },
  );
  if (errors.length > 0) throw errors[0];
  const html = renderDocument({
    head: headTags(page ?? notFoundMeta, input.data.site),
    structuredData: page ? structuredData(page, input.data.site) : null,
    body: servable(await new Response(prelude).text()),
    modules: findRoute(path).modules,
    later: findRoute(path).later ?? [],
    leadingFace: findRoute(path).leadingFace ?? 'text',
    input,
  });
  return { status: page ? (200 as const) : (404 as const), html };
}

export { consentText, growthPage, webManifest };

const nothing = () => {};

function serverPorts(data: PageData): Ports {
  const status = 'unknown';
  const none = { consentId: null, decidedAt: null, isRecorded: true };
  const view = { status, gpc: data.gpc, ...none } as const;
  return {
    data,
    track: nothing,
    pageView: nothing,
    consent: {
      get: () => view,
      subscribe: () => nothing,
      openPreferences: nothing,
      turnOff: nothing,
      erased: nothing,
    },
  };
}
