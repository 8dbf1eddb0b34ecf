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

/** Resolves when React has taken over: until then no control answers. */
export async function alive(page: Page): Promise<void> {
  await page.waitForFunction(() => {
    const button = document.querySelector('footer button');
    return button && Object.keys(button).some((key) => key.startsWith('__react'));
  });
}
