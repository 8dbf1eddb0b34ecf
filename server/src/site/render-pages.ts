import { type Language, prefixOf } from '#shared/languages';
import {
  MAIL_PAGES,
  type MailPage,
  type PageData,
  type RenderInput,
  type RenderModule,
} from '#shared/page';
import { siteIn } from '#shared/site';
import type { RenderQueue } from './render-queue.ts';
import { compressAtStart, createResource, type Resource } from './resource.ts';

/** One page in one language, in its two variants. The second answers requests with `Sec-GPC: 1`. */
export interface Page {
  /** Its path without the prefix of its language: the same for all languages. */
  path: string;
  /** Resolves once the page is rendered, which it is at the latest when it is asked for. */
  plain(): Promise<Resource>;
  gpc(): Promise<Resource>;
}

export interface Pages {
  /** By the path that is requested, with the prefix of the language. */
  byPath: ReadonlyMap<string, Page>;
  /** By the prefix of the language, which is empty for English. */
  notFound: ReadonlyMap<string, Page>;
}

/** What the pages of all languages have in common. */
export interface SiteData extends Omit<PageData, 'gpc' | 'language' | 'textHash'> {
  /** `textHash` of the pages in each language. */
  textHashes: ReadonlyMap<Language, string>;
}

export interface RenderPagesOptions {
  render: RenderModule;
  data: SiteData;
  manifest: RenderInput['manifest'];
  queue: RenderQueue;
}

/** Returns the data of the pages in one language. */
export const pageDataOf = (
  { textHashes, ...data }: SiteData,
  language: Language,
  gpc: boolean,
): PageData => ({
  ...data,
  site: siteIn(data.site, language),
  textHash: textHashes.get(language) ?? '',
  language,
  gpc,
});

/** A path that will never be a page. */
const NO_PAGE = '/404';

/**
 * Renders every page once in each language, so that serving one is a lookup. Resolves after the English ones; the queue
 * renders the others.
 */
export async function renderPages(options: RenderPagesOptions): Promise<Pages> {
  const { render, data, manifest, queue } = options;
  const variant = (path: string, language: Language, gpc: boolean) =>
    queue.add(async () => {
      const { html } = await render.render(path, {
        data: pageDataOf(data, language, gpc),
        manifest,
      });
      return createResource({
        ...(await compressAtStart(html)),
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
    if (language === 'en') await queue.finish();
  }
  return { byPath, notFound };
}

/** Returns the document of a page behind a link of a message. In English if the site is no longer offered in the language. */
export type MailPages = (page: MailPage, language: Language) => Promise<string>;

/** Renders the pages behind the links of a message in each language, when the queue has the time. */
export function renderMailPages({ render, data, manifest, queue }: RenderPagesOptions): MailPages {
  const documents = new Map<string, () => Promise<string>>();
  for (const language of data.languages) {
    const input = { data: pageDataOf(data, language, false), manifest };
    for (const page of MAIL_PAGES) {
      documents.set(
        `${language} ${page}`,
        queue.add(() => render.mailPage(page, input)),
      );
    }
  }
  return async (page, language) => {
    const document = documents.get(`${language} ${page}`) ?? documents.get(`en ${page}`);
    return document ? document() : '';
  };
}
