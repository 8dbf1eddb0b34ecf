import type { BrowserContext, Page } from '@playwright/test';
import { codeOf } from './built-code.ts';

/** Scrolls to the end in steps of human size, so that every section comes into view on the way. */
export async function scrollToEnd(page: Page): Promise<void> {
  await page.evaluate(async () => {
    const end = () => document.documentElement.scrollHeight - innerHeight - 1;
    while (scrollY < end()) {
      scrollBy({ top: innerHeight / 3, behavior: 'instant' });
      await new Promise((resolve) => setTimeout(resolve, 50));
    }
  });
}

export interface Person {
  name: string;
  email: string;
  useCase?: string;
}

/** Fills in the form of the open tab and sends it. A toast then shows the outcome. */
export async function signUp(page: Page, person: Person, submit: string): Promise<void> {
  const form = page.locator('#signup form');
  await form.getByLabel('Name').fill(person.name);
  await form.getByLabel('Email').fill(person.email);
  if (person.useCase) await form.getByLabel('Use case').fill(person.useCase);
  await form.getByRole('button', { name: submit }).click();
}

/** After a success: brings the form back, which is empty then. */
export const signUpAnother = (page: Page) =>
  page.getByRole('button', { name: 'Sign somebody else up' }).click();

/** Returns a locator of the form's message. */
export const toast = (page: Page) => page.getByRole('region', { name: /^Notifications/ });

export const banner = (page: Page) => page.getByRole('region', { name: /measure/ });
export const accept = (page: Page) =>
  banner(page)
    .getByRole('button', { name: /^Accept/ })
    .click();
export const reject = (page: Page) =>
  banner(page)
    .getByRole('button', { name: /^Reject/ })
    .click();

/** Delays requests, like a slow connection, until the returned function is called. */
export async function hold(from: Page | BrowserContext, url: string | RegExp): Promise<() => void> {
  let release = () => {};
  const held = new Promise<void>((resolve) => {
    release = resolve;
  });
  await from.route(url, async (route) => {
    await held;
    await route.continue();
  });
  return release;
}

/** The paths of events with either transport, and the files of the code that sends them. */
export const eventDoors = /\/(api\/events|ingest)\b/;
export const analyticsCode = codeOf('client/src/site/features/analytics/');

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

/** Returns the consent cookie's value. */
export async function choiceCookie(page: Page) {
  const cookie = (await page.context().cookies()).find(({ name }) => name === 'cc_cookie');
  if (!cookie) throw new Error('no cc_cookie');
  return { ...cookie, content: JSON.parse(decodeURIComponent(cookie.value)) };
}

/** Makes a browser send Global Privacy Control. In Chromium a test cannot set a `Sec-` header on requests. */
export const signalGpc = (context: BrowserContext, value: '0' | '1') =>
  context.route(/\/[^.]*$/, async (route) => {
    const headers = { ...route.request().headers(), 'Sec-GPC': value };
    await route.fulfill({ response: await route.fetch({ headers }) });
  });
