import type { Page } from '@playwright/test';

export const infoPaths = [
  '/about',
  '/contact',
  '/privacy',
  '/terms',
  '/impressum',
  '/cookies',
  '/ccpa',
  '/gdpr',
  '/dpa',
];
/** Every page, and an address that is none. */
export const everyPath = ['/', ...infoPaths, '/no/such/page'];

/** Resolves when the page's code runs: until then no control answers. */
export async function alive(page: Page): Promise<void> {
  await page.locator('html[data-code="running"]').waitFor();
}
