import type { Page } from '@playwright/test';
import { pages } from '../client/src/site/content/pages.ts';

export const infoPaths = pages.map(({ path }) => path).filter((path) => path !== '/');
/** Every page, and a path without a page. */
export const everyPath = ['/', ...infoPaths, '/no/such/page'];

/** Resolves when React has hydrated the page: until then no control works. */
export async function alive(page: Page): Promise<void> {
  await page.waitForFunction(() => {
    const button = document.querySelector('footer button');
    return button && Object.keys(button).some((key) => key.startsWith('__react'));
  });
}
