// Not react-dom/static: its AsyncLocalStorage would slow down every promise of the server (docs/decisions/010-intake.md).
import { prerender } from 'react-dom/static.edge';
import type { PageData, RenderInput, RenderModule } from '#shared/page';
import { prefixOf } from '#shared/site-languages';
import { App } from '../site/app.tsx';
import { lawFor } from '../site/content/identity.ts';
import { loadWording, type Wording, writtenLanguages } from '../site/content/languages.ts';
import { findPage, pages } from '../site/content/page-list.ts';
import { sentenceGap } from '../site/content/sentence-gap.ts';
import { preloadPage } from '../site/pages/page-routes.tsx';
import { type Ports, PortsProvider, unknownView } from '../site/ports.ts';
import { webManifest as describeManifest } from '../site/seo/web-manifest.ts';
import { confirmMessage } from './confirm-message.ts';
import { growthPage } from './console-document.ts';
import { listMessage } from './list-message.ts';
import { mailPage } from './mail-page.tsx';
import { servable } from './servable.ts';
import { renderDocument } from './site-document.ts';

export const languages: RenderModule['languages'] = writtenLanguages;
export const paths: RenderModule['paths'] = pages.map((page) => page.path);

export async function render(path: string, input: RenderInput) {
  const wording = await loadWording(input.data.language);
  const data = await withPromises(input.data, wording);
  await Promise.all([preloadPage(path, wording), wording.load('signup')]);
  const words = await wording.load('heads');
  const errors: unknown[] = [];
  const { prelude } = await prerender(
    <PortsProvider value={serverPorts(data, wording)}>
      <App ssrPath={prefixOf(data.language) + path} />
    </PortsProvider>,
    // Otherwise a large page is served as a fallback, a hidden div and an inline script.
    {
      progressiveChunkSize: Number.POSITIVE_INFINITY,
      onError: (error) => void errors.push(error),
    },
  );
  if (errors.length > 0) throw errors[0];
  const body = servable(await new Response(prelude).text());
  const html = renderDocument(path, body, wording, words, { ...input, data });
  return { status: findPage(path) ? (200 as const) : (404 as const), html };
}

export const consentText: RenderModule['consentText'] = async (language, facts) => {
  const { consentParts } = await (await loadWording(language)).load('consent');
  const { information, recorded, ...text } = consentParts(facts);
  const join = (parts: string[]) => parts.join(sentenceGap(language));
  return {
    language,
    ...text,
    analyticsDescription: join(recorded),
    information: join(information),
  };
};

export const signupWording: RenderModule['signupWording'] = async (language, sends) => {
  const wording = await loadWording(language);
  return (await wording.load('offers')).purposeOf(sends);
};

export const launchText: RenderModule['launchText'] = async (language, kind, site) => {
  const wording = await loadWording(language);
  return (await wording.load('signup')).signupContent.launch[kind](site);
};

export { confirmMessage, growthPage, listMessage, mailPage };

export const webManifest: RenderModule['webManifest'] = async (site, language) => {
  const wording = await loadWording(language);
  await wording.load('heads');
  return describeManifest(site, wording);
};

/** Adds what the site promises in this language, and what it says of what people enter. */
async function withPromises({ site, ...data }: RenderInput['data'], wording: Wording) {
  const words = await wording.load('offers');
  const { offers: _, codesUntil: __, formerRecipients: ___, ...rest } = site;
  const offers = words.offersOf(site);
  return {
    ...data,
    site: rest,
    offers,
    entryNote: words.entryNote({ ...data, site }),
    ...(lawFor(site) === 'us' && { californiaNotice: words.californiaNotice(offers) }),
  };
}

const nothing = () => {};

function serverPorts(data: PageData, wording: Wording): Ports {
  return {
    data,
    wording,
    track: nothing,
    pageView: nothing,
    consent: {
      get: () => unknownView,
      subscribe: () => nothing,
      openPreferences: nothing,
      asked: () => data,
      decide: nothing,
      withdraw: nothing,
      refresh: nothing,
    },
  };
}
