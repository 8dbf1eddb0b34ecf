import type { Page } from '@playwright/test';
import { codeOf } from './built-code.ts';
import type { Site } from './built-site.ts';
import { expect } from './fixtures.ts';
import type { WatchedPage } from './watched-page.ts';

export const header = (page: Page) => page.getByRole('banner');
export const footer = (page: Page) => page.getByRole('contentinfo');
export const form = (page: Page) => page.locator('#signup form');
export const openTab = (page: Page, name: string) =>
  page.getByRole('tab', { name, selected: true });
/** Returns a locator of the form's message. */
export const toast = (page: Page) => page.getByRole('region', { name: /^Notifications/ });
/** The first button of the home page. */
export const notify = (page: Page) =>
  page.locator('#hero').getByRole('button', { name: 'Notify me' });

export const banner = (page: Page) => page.getByRole('region', { name: /measure/ });
export const settings = (page: Page) => page.getByRole('button', { name: 'Cookie settings' });
export const settingsDialog = (page: Page) => page.getByRole('dialog', { name: 'Cookie settings' });
export const off = (page: Page) => page.getByRole('button', { name: 'Turn analytics off' });
const answerWith = (name: RegExp) => (page: Page) =>
  banner(page).getByRole('button', { name }).click();
export const accept = answerWith(/^Accept/);
export const reject = answerWith(/^Reject/);

/** Opens a page, accepts, and waits until analytics runs and has reported the sections in view. */
export async function agree(page: Page, site: Site, path = '/'): Promise<void> {
  await page.goto(path);
  await accept(page);
  await expect.poll(() => events(site).length).toBeGreaterThan(0);
}

/** Scrolls the page to its end in steps of human size, so that every section comes into view on the way. */
export async function scrollOn(): Promise<void> {
  const end = () => document.documentElement.scrollHeight - innerHeight - 1;
  while (scrollY < end()) {
    scrollBy({ top: innerHeight / 3, behavior: 'instant' });
    await new Promise((resolve) => setTimeout(resolve, 50));
    // On a busy machine no frame may have been drawn meanwhile, and nothing was seen.
    await new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)));
  }
}
export const scrollToEnd = (page: Page) => page.evaluate(scrollOn);

export const jumpTo = (page: Page, top: number) =>
  page.evaluate((place) => scrollTo({ top: place, behavior: 'instant' }), top);

export interface Person {
  name: string;
  email: string;
  useCase?: string;
}

/** Fills in the form of the open tab and sends it. A toast then shows the outcome. */
export async function signUp(page: Page, person: Person, submit = 'Notify me'): Promise<void> {
  await form(page).getByLabel('Name').fill(person.name);
  await form(page).getByLabel('Email').fill(person.email);
  if (person.useCase) await form(page).getByLabel('Use case').fill(person.useCase);
  await form(page).getByRole('button', { name: submit }).click();
}

/** Returns a promise, and what resolves it. */
export function gate() {
  let open = () => {};
  const opened = new Promise<void>((resolve) => {
    open = resolve;
  });
  return { open, opened };
}

/** Delays requests, like a slow connection, until the returned function is called. */
export async function hold(page: Page, url: string | RegExp): Promise<() => void> {
  const { open, opened } = gate();
  await page.route(url, async (route) => {
    await opened;
    await route.continue().catch(() => {}); // the page may have aborted it
  });
  return open;
}

/** The paths of events with either transport, and the files of the code that sends them. */
export const eventEndpoints = /\/(api\/events|ingest)\b/;
export const analyticsCode = codeOf('client/src/site/features/analytics/');

export const sentTo = (page: WatchedPage, path: RegExp) =>
  page.sentRequests.filter(({ url }) => path.test(new URL(url).pathname));

interface EventRow {
  id: string;
  consent_id: string;
  session_id: string;
  name: string;
  properties: string;
  occurred_at: number;
}

/** Returns the stored events, or those with a name, in order. */
export const events = (site: Site, name?: string) =>
  site
    .query<EventRow>('SELECT * FROM events ORDER BY seq')
    .filter((event) => name === undefined || event.name === name);
export const decisions = (site: Site) =>
  site.query('SELECT analytics, source FROM consents ORDER BY decided_at, rowid');

/** Expects that no choice is stored, nothing was measured, and the code for it was not even loaded. */
export function expectUnmeasured(page: WatchedPage, site: Site): void {
  expect(decisions(site)).toEqual([]);
  expect(events(site)).toEqual([]);
  for (const path of [eventEndpoints, analyticsCode]) expect(sentTo(page, path)).toEqual([]);
}

/** Returns everything that this origin has stored on the device. */
export async function stored(page: Page) {
  const cookies = await page.context().cookies();
  const rest = await page.evaluate(async () => ({
    local: Object.keys(localStorage),
    session: Object.keys(sessionStorage),
    databases: (await indexedDB.databases()).map((database) => database.name),
    caches: await caches.keys(),
    workers: (await navigator.serviceWorker.getRegistrations()).length,
  }));
  return { cookies, rest };
}

export const nothingElse = { local: [], session: [], databases: [], caches: [], workers: 0 };

/** Returns the consent cookie, with its content. */
export async function choiceCookie(page: Page) {
  const cookie = (await page.context().cookies()).find(({ name }) => name === 'cc_cookie');
  if (!cookie) throw new Error('no cc_cookie');
  return { ...cookie, content: JSON.parse(decodeURIComponent(cookie.value)) };
}
