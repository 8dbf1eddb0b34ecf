import type { PageData } from '#shared/page';

/** Returns the data that the server wrote into the page. Throws when the page has none. */
export const readPageData = (page: Document): PageData =>
  JSON.parse(page.getElementById('page-data')?.textContent ?? '');

/** Returns the page's data as the server has it now, or null when it cannot be had. */
export async function fetchPageData(): Promise<PageData | null> {
  try {
    const page = await (await fetch(`${location.origin}/`)).text();
    return readPageData(new DOMParser().parseFromString(page, 'text/html'));
  } catch {
    return null;
  }
}
