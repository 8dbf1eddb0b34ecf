import type { PageData } from '#shared/page';

/** Returns the data that the server wrote into the page. Throws when the page has none. */
export const readPageData = (page: Document): PageData =>
  JSON.parse(page.getElementById('page-data')?.textContent ?? '');

/** Fetches the page's current data from the server. Returns null if that fails. */
export async function fetchPageData(): Promise<PageData | null> {
  try {
    const page = await (await fetch(`${location.origin}/`)).text();
    return readPageData(new DOMParser().parseFromString(page, 'text/html'));
  } catch {
    return null;
  }
}
