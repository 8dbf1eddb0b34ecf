import type { Page } from '@playwright/test';
import { findChromium } from '../../server/src/testing/programs/find-programs.ts';
import { expect, test } from '../fixtures.ts';
import { agree, banner, eventEndpoints, events, notify, sentTo } from '../visitor-actions.ts';
import type { WatchedPage } from '../watched-page.ts';

// Our own transport, where the page is hidden or left and comes back. Time is the page's own clock, which tests advance.

test.use({
  // Playwright disables the back-forward cache, because a restored page surprises most tests; the headless shell has
  // none.
  launchOptions: async ({ launchOptions }, use) => {
    const executablePath = findChromium();
    await use({
      ...launchOptions,
      ...(executablePath && { executablePath }),
      ignoreDefaultArgs: ['--disable-back-forward-cache'],
    });
  },
});

/** Leaves a page, so that {@link comeBack} can tell whether it was restored or loaded again. */
async function leave(page: Page) {
  await page.evaluate(() => Object.assign(window, { left: true }));
  await page.goto('about:blank');
}

/** Goes back to the page and checks that it was restored. */
async function comeBack(page: Page) {
  // A restored page fires no load event.
  await page.goBack({ waitUntil: 'commit' });
  expect(await page.evaluate(() => 'left' in window)).toBe(true);
}

/** Returns all batches that the page has tried to send, in order. */
const tries = (page: WatchedPage) =>
  sentTo(page, eventEndpoints).map(
    ({ body }) => JSON.parse(body ?? '') as { events: { id: string; name: string }[] },
  );

test('leaving sends what beacons can carry, a return the rest', async ({ page, site }) => {
  page.allowFailed(503);
  await page.clock.install();
  await agree(page, site);
  const answer = { status: 503, headers: { 'Retry-After': '1800' }, body: '{}' };
  await page.route(eventEndpoints, (route) => route.fulfill(answer), { times: 1 });
  const COUNT = 700;
  await page.evaluate((count) => {
    for (let i = 0; i < count; i += 1) document.querySelector<HTMLElement>('#hero button')?.click();
  }, COUNT);
  await leave(page);
  await expect.poll(() => events(site, 'button_click').length).toBeGreaterThan(0);
  const before = tries(page).length;
  await comeBack(page);
  await page.clock.runFor(31 * 60_000);
  await expect.poll(() => events(site, 'button_click')).toHaveLength(COUNT);
  const rest = tries(page)
    .slice(before)
    .flatMap((batch) => batch.events.filter(({ name }) => name === 'button_click'));
  const handedOver = COUNT - rest.length;
  expect(handedOver).toBeGreaterThan(0);
  expect(rest.length).toBeGreaterThan(0);
  expect(handedOver * JSON.stringify(rest[0]).length).toBeLessThanOrEqual(65_536);
});

test('a page that comes back is a new view; without consent it asks', async ({ page, site }) => {
  const heroViews = () =>
    events(site, 'section_view').filter(({ properties }) => properties.includes('hero')).length;
  await agree(page, site);
  await leave(page);
  await comeBack(page);
  await expect.poll(heroViews).toBe(2);
  await notify(page).click();
  await expect.poll(() => events(site, 'button_click')).toHaveLength(1);
  expect(new Set(events(site).map(({ session_id }) => session_id)).size).toBe(1);

  await leave(page);
  // A choice in another tab would reach the page as a message, which evicts the page from the cache.
  await page.context().clearCookies();
  const before = sentTo(page, eventEndpoints).length;
  await comeBack(page);
  await expect(banner(page)).toBeVisible();
  await notify(page).click();
  await page.goto('about:blank');
  expect(sentTo(page, eventEndpoints)).toHaveLength(before);
});
