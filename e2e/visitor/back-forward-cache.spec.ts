import type { Page } from '@playwright/test';
import { expect, test } from '../fixtures.ts';
import type { Site } from '../site.ts';
import { accept, banner, eventDoors } from '../visitor.ts';
import { comeBack, leave, withBackForwardCache } from './back-forward-cache.ts';

test.use({ launchOptions: withBackForwardCache });

const notify = (page: Page) => page.locator('#hero').getByRole('button', { name: 'Notify me' });
const heroViews = (site: Site) =>
  site.query(`SELECT * FROM events WHERE properties = '{"section_name":"hero"}'`).length;
const clicks = (site: Site) => site.query("SELECT * FROM events WHERE name = 'button_click'");

test('a page that comes back counts as a new page view, and continues to measure', async ({
  page,
  site,
}) => {
  await page.goto(site.url);
  await accept(page);
  await expect.poll(() => heroViews(site)).toBe(1);
  await leave(page);
  await comeBack(page);
  await expect.poll(() => heroViews(site)).toBe(2);
  await notify(page).click();
  await expect.poll(() => clicks(site)).toHaveLength(1);
  expect(site.query('SELECT DISTINCT session_id FROM events')).toHaveLength(1);
});

test('a page that comes back without its consent cookie stops measuring, and asks', async ({
  page,
  site,
}) => {
  await page.goto(site.url);
  await accept(page);
  await expect.poll(() => heroViews(site)).toBe(1);
  await leave(page);
  // A choice in another tab would reach the page as a message, which evicts the page from the cache.
  await page.context().clearCookies();
  const requests: string[] = [];
  page.on('request', (request) => requests.push(request.url()));
  await comeBack(page);
  await expect(banner(page)).toBeVisible();
  await notify(page).click();
  await page.goto('about:blank');
  expect(requests.filter((url) => eventDoors.test(url))).toEqual([]);
  expect(heroViews(site)).toBe(1);
  expect(clicks(site)).toEqual([]);
});
