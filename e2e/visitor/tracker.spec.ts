import type { Page } from '@playwright/test';
import { expect, test } from '../fixtures.ts';
import type { Site } from '../site.ts';
import { accept } from '../visitor.ts';
import type { WatchedPage } from '../watched-page.ts';
import { comeBack, leave, withBackForwardCache } from './back-forward-cache.ts';

// Our own transport against a failing network and a failing server. Time is the page's own clock, which tests advance.

test.use({ launchOptions: withBackForwardCache });

const EVENTS = '**/api/events';
const MINUTE = 60_000;

const notify = (page: Page) => page.locator('#hero').getByRole('button', { name: 'Notify me' });
const clicks = (site: Site) =>
  site.query<{ id: string; session_id: string }>(
    "SELECT id, session_id FROM events WHERE name = 'button_click'",
  );
/** Returns the bodies of all batches that the page has tried to send, in order. */
const tries = (page: WatchedPage) =>
  page.sentRequests
    .filter(({ url }) => new URL(url).pathname === '/api/events')
    .map(({ body }) => JSON.parse(body ?? '') as { events: { id: string; name: string }[] });

/** Opens a page that measures, has nothing to report now, and whose clock can be set. */
async function measuring(page: WatchedPage, site: Site) {
  await page.clock.install();
  await page.goto(site.url);
  await accept(page);
  await expect.poll(() => site.query('SELECT * FROM events').length).toBeGreaterThan(0);
  await notify(page).click(); // scrolls to the form; what is seen on the way is reported with it
  await expect.poll(() => clicks(site).length).toBe(1);
  await page.clock.runFor(5_000);
  return { before: tries(page).length };
}

/** Answers the page's next batches with these in turn, then lets batches through. */
async function answer(page: Page, answers: { status: number; headers?: Record<string, string> }[]) {
  const left = [...answers];
  await page.route(EVENTS, (route) => {
    const next = left.shift();
    return next ? route.fulfill({ ...next, body: '{}' }) : route.continue();
  });
}

test('a tab that becomes hidden sends waiting events at once', async ({ page, site }) => {
  await measuring(page, site);
  await page.clock.pauseAt(Date.now() + 60 * MINUTE); // so that no timer can send it
  await notify(page).click();
  expect(clicks(site)).toHaveLength(1);
  await page.evaluate(() => {
    Object.defineProperty(document, 'visibilityState', { get: () => 'hidden' });
    document.dispatchEvent(new Event('visibilitychange'));
  });
  await expect.poll(() => clicks(site).length).toBe(2);
});

test('a keepalive request that exceeds the 64 KiB quota is repeated as a plain one', async ({
  page,
  site,
}) => {
  page.allowFailed(0);
  let answered = 0;
  page.on('requestfinished', (request) => {
    if (new URL(request.url()).pathname === '/api/events') answered += 1;
  });
  const { before } = await measuring(page, site);
  // A batch that is still on its way would have a part of the quota.
  await expect.poll(() => answered).toBe(before);
  await page.route('**/used-up', () => {}); // never answered
  const isUsedUp = await page.evaluate(async () => {
    const keepalive = (length: number) =>
      fetch('/used-up', { method: 'POST', keepalive: true, body: 'x'.repeat(length) });
    void keepalive(65_500);
    return keepalive(100).then(
      () => false,
      () => true,
    );
  });
  expect(isUsedUp).toBe(true);
  await notify(page).click();
  await page.clock.runFor(MINUTE);
  await expect.poll(() => clicks(site).length).toBe(2);
  expect(tries(page).slice(before).length).toBeLessThanOrEqual(2);
});

test('leaving sends as much as beacons can carry; after a return from the back-forward cache the rest follows, each event once', async ({
  page,
  site,
}) => {
  page.allowFailed(503);
  await measuring(page, site);
  await answer(page, [{ status: 503, headers: { 'Retry-After': '1800' } }]);
  const COUNT = 700;
  await page.evaluate((count) => {
    for (let i = 0; i < count; i += 1) document.querySelector<HTMLElement>('#hero button')?.click();
  }, COUNT);
  await leave(page);
  await expect.poll(() => clicks(site).length).toBeGreaterThan(1);
  const before = tries(page).length;
  await comeBack(page);
  await page.clock.runFor(31 * MINUTE);
  await expect.poll(() => clicks(site).length).toBe(1 + COUNT);
  const isClick = ({ name }: { name: string }) => name === 'button_click';
  const rest = tries(page)
    .slice(before)
    .flatMap(({ events }) => events.filter(isClick));
  const handedOver = COUNT - rest.length;
  expect(handedOver).toBeGreaterThan(0);
  expect(rest.length).toBeGreaterThan(0);
  expect(handedOver * JSON.stringify(rest[0]).length).toBeLessThanOrEqual(65_536);
});
