import { expect, type Page, type test } from '@playwright/test';
import { findChromium } from '../../scripts/programs/chromium.mjs';

type LaunchOptions = NonNullable<Parameters<typeof test.use>[0]['launchOptions']>;

/** Playwright turns the back-forward cache off, because a page that comes back surprises most tests; the headless shell has none. */
export const withBackForwardCache: LaunchOptions = async ({ launchOptions }, use) => {
  const executablePath = findChromium();
  await use({
    ...launchOptions,
    ...(executablePath && { executablePath }),
    ignoreDefaultArgs: ['--disable-back-forward-cache'],
  });
};

/** Leaves a page that {@link comeBack} can tell from one that was loaded anew. */
export async function leave(page: Page, to = 'about:blank') {
  await page.evaluate(() => Object.assign(window, { left: true }));
  await page.goto(to);
}

/** Back to it, as it was left. */
export async function comeBack(page: Page) {
  // A page that is restored does not load.
  await page.goBack({ waitUntil: 'commit' });
  expect(await page.evaluate(() => 'left' in window)).toBe(true);
}
