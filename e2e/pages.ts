import type { Page } from '@playwright/test';
import { pages } from '../client/src/site/content/page-list.ts';

export const infoPaths = pages.map(({ path }) => path).filter((path) => path !== '/');
/** The paths of every page, and one path without a page. */
export const everyPath = ['/', ...infoPaths, '/no/such/page'];

/** Resolves when the page's code runs. Until then no control responds. */
export async function alive(page: Page): Promise<void> {
  await page.locator('html[data-code="running"]').waitFor();
}

/** Opens a page in a window as large as a phone's, and resolves when the page's code runs. */
export async function openOnPhone(page: Page, url: string): Promise<void> {
  await page.setViewportSize({ width: 390, height: 844 });
  await page.goto(url);
  await alive(page);
}
