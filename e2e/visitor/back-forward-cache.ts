import { expect, type Page, type test } from '@playwright/test';
import { findChromium } from '../../server/src/testing/programs/find-programs.ts';

type LaunchOptions = NonNullable<Parameters<typeof test.use>[0]['launchOptions']>;

/**
 * Playwright disables the back-forward cache, because a restored page surprises most tests; the headless shell has
 * none.
 */
export const withBackForwardCache: LaunchOptions = async ({ launchOptions }, use) => {
  const executablePath = findChromium();
  await use({
    ...launchOptions,
    ...(executablePath && { executablePath }),
    ignoreDefaultArgs: ['--disable-back-forward-cache'],
  });
};

/** Leaves a page, so that {@link comeBack} can tell whether it was restored or loaded again. */
export async function leave(page: Page, to = 'about:blank') {
  await page.evaluate(() => Object.assign(window, { left: true }));
  await page.goto(to);
}

/** Goes back to the page and checks that it was restored. */
export async function comeBack(page: Page) {
  // A restored page fires no load event.
  await page.goBack({ waitUntil: 'commit' });
  expect(await page.evaluate(() => 'left' in window)).toBe(true);
}
