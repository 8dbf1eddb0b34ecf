import type { PageData } from '#shared/page';
import { prefixOf } from '#shared/site-languages';
import { loadCode } from '../ui/load-code.ts';

/** Returns the data that the server wrote into the page. Throws when the page has none. */
export const readPageData = (page: Document): PageData =>
  JSON.parse(page.getElementById('page-data')?.textContent ?? '');

/** Returns the page's entry script, whose name changes with any code or words of the site. */
const entryOf = (page: Document) =>
  page.querySelector<HTMLElement>('[data-modules]')?.dataset['modules']?.split(' ')[0];

/**
 * Fetches the data of the site as it is now, in the language of this page. Returns null if that fails, and if the data is
 * of a question that this page cannot ask: its words are in another language, or those of another build. A proof would
 * then name words that nobody was shown. The page of another build is loaded instead, unless that would lose what was typed.
 *
 * @param known the data that this page has
 */
export async function fetchPageData({ language, textHash }: PageData): Promise<PageData | null> {
  try {
    const text = await (await fetch(`${location.origin}${prefixOf(language)}/`)).text();
    const page = new DOMParser().parseFromString(text, 'text/html');
    const data = readPageData(page);
    if (data.language !== language) return null;
    if (data.textHash !== textHash && entryOf(page) !== entryOf(document))
      return await loadCode(() => Promise.reject(new Error('another build')), { optional: true });
    return data;
  } catch {
    return null;
  }
}
