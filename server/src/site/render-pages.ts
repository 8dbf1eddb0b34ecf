import type { MailPage, MailPageMore, RenderInput, RenderModule } from '#shared/page';
import { siteIn } from '#shared/site';
import { type Language, prefixOf } from '#shared/site-languages';
import { createRenderOnce } from './render-once.ts';
import { compressText, createResource, type Resource } from './resource.ts';

/** One page in one language, in its two variants. The second answers requests with `Sec-GPC: 1`. */
export interface Page {
  /** Its path without the prefix of its language: the same for all languages. */
  path: string;
  /** Renders the page if nobody has asked for it before. */
  plain(): Promise<Resource>;
  gpc(): Promise<Resource>;
}

export interface Pages {
  /** By the path that is requested, with the prefix of the language. */
  byPath: ReadonlyMap<string, Page>;
  /** By the prefix of the language, which is empty for English. */
  notFound: ReadonlyMap<string, Page>;
}

export interface SiteData extends Omit<RenderInput['data'], 'gpc' | 'language' | 'textHash'> {
  /** `textHash` of the pages in each language. */
  textHashes: ReadonlyMap<Language, string>;
}

export interface RenderPagesOptions {
  render: RenderModule;
  data: SiteData;
  manifest: RenderInput['manifest'];
}

/** Returns the data of the pages in one language. */
export const pageDataOf = (
  { textHashes, ...data }: SiteData,
  language: Language,
  gpc: boolean,
): RenderInput['data'] => ({
  ...data,
  site: siteIn(data.site, language),
  textHash: textHashes.get(language) ?? '',
  language,
  gpc,
});

/** A path that will never be a page. */
const NO_PAGE = '/404';

/**
 * Returns every page in each language, rendered once, so that serving one is a lookup. Resolves when the English ones are
 * rendered, those without GPC: a site that cannot be rendered does not start. Any other page is rendered when it is first
 * asked for. Rendering all of them at start would keep the first visitors waiting for another second.
 */
export async function renderPages(options: RenderPagesOptions): Promise<Pages> {
  const { render, data, manifest } = options;
  const once = createRenderOnce();
  const variant = (path: string, language: Language, gpc: boolean) =>
    once(async () => {
      const { html } = await render.render(path, {
        data: pageDataOf(data, language, gpc),
        manifest,
      });
      return createResource({
        ...compressText(html),
        type: 'text/html; charset=utf-8',
        cacheControl: 'no-cache',
        vary: 'Accept-Encoding, Sec-GPC',
      });
    });
  const pageAt = (path: string, language: Language): Page => ({
    path,
    plain: variant(path, language, false),
    gpc: variant(path, language, true),
  });
  const byPath = new Map<string, Page>();
  const notFound = new Map<string, Page>();
  for (const language of data.languages) {
    const prefix = prefixOf(language);
    for (const path of render.paths) byPath.set(prefix + path, pageAt(path, language));
    notFound.set(prefix, pageAt(NO_PAGE, language));
    if (language !== 'en') continue;
    for (const page of [...byPath.values(), ...notFound.values()]) await page.plain();
  }
  return { byPath, notFound };
}

/** Returns the document of a page behind a link of a message. In English if the site is no longer offered in the language. */
export type MailPages = (
  page: MailPage,
  language: Language,
  more?: MailPageMore,
) => Promise<string>;

/** Returns the pages behind the links of a message in each language, rendered when they are asked for. */
export function renderMailPages({ render, data, manifest }: RenderPagesOptions): MailPages {
  const once = createRenderOnce();
  const documents = new Map<string, () => Promise<string>>();
  return (page, language, more) => {
    const known = data.languages.includes(language) ? language : 'en';
    const draw = () =>
      render.mailPage(page, { data: pageDataOf(data, known, false), manifest }, more);
    if (more) return draw(); // of one person: it is not kept
    const name = `${known} ${page}`;
    const document = documents.get(name) ?? once(draw);
    documents.set(name, document);
    return document();
  };
}
