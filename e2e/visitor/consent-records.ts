import type { Page } from '@playwright/test';
import { expect } from '../fixtures.ts';
import type { Site } from '../site.ts';
import type { WatchedPage } from '../watched-page.ts';

// What tests of consent press, and what they read from the database and the network.

export const notify = (page: Page) =>
  page.locator('#hero').getByRole('button', { name: 'Notify me' });
export const off = (page: Page) => page.getByRole('button', { name: 'Turn analytics off' });
export const decisions = (site: Site) =>
  site.query('SELECT analytics, source FROM consents ORDER BY decided_at, rowid');
export const subjects = (site: Site) => site.query('SELECT DISTINCT consent_id FROM consents');
export const events = (site: Site) =>
  site.query<{ name: string; properties: string }>('SELECT * FROM events');
export const sentTo = (page: WatchedPage, door: RegExp) =>
  page.sentRequests.filter(({ url }) => door.test(new URL(url).pathname));

/** Waits until analytics runs, which reports the sections in view at the time of consent. */
export async function measured(site: Site) {
  await expect.poll(() => events(site).length).toBeGreaterThan(0);
}
