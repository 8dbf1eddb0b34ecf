import type { PageData } from '#shared/page';
import { type Site, siteIn } from '#shared/site';
import { testPageData } from '../../site/testing/test-page-data.ts';
import { render } from '../entry-server.tsx';

const ENTITIES: Record<string, string> = { amp: '&', '#x27': "'", quot: '"', lt: '<', gt: '>' };

/** Pages of the usual site, which many tests read. */
const usual = new Map<string, Promise<string>>();

/** Returns the HTML of a page. */
export function pageHtml(path: string, over?: Partial<PageData>): Promise<string> {
  const html =
    (!over && usual.get(path)) ||
    render(path, { data: testPageData(over), manifest: null }).then((page) => page.html);
  if (!over) usual.set(path, html);
  return html;
}

/** Returns the HTML of a page's own part, without header and footer. */
export const mainHtml = async (path: string, over?: Partial<PageData>) =>
  /<main[\s\S]*<\/main>/.exec(await pageHtml(path, over))?.[0] ?? '';

/** Returns what a reader finds, as one line. */
export const wordsOf = (html: string) =>
  html
    .replace(/<script[\s\S]*?<\/script>/g, '')
    .replace(/<[^>]+>/g, ' ')
    .replace(/&([#\w]+);/g, (whole, name: string) => ENTITIES[name] ?? whole)
    .replace(/\s+/g, ' ')
    .replace(/ ([.,;)])/g, '$1');

export const pageWords = async (path: string, over?: Partial<PageData>) =>
  wordsOf(await pageHtml(path, over));
export const mainWords = async (path: string, over?: Partial<PageData>) =>
  wordsOf(await mainHtml(path, over));

/** Returns what a site in another country sets. */
export function inCountry(country: string): Partial<Site> {
  const address = { street: 'Weg 1', postalCode: '1', city: 'Ort', country };
  return siteIn({ ...testPageData().site, address }, 'en');
}
