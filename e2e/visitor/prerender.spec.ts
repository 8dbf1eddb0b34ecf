import type { Page } from '@playwright/test';
import { expect, test } from '../fixtures.ts';
import { alive } from '../pages.ts';
import { accept, analyticsCode, banner, eventDoors } from '../visitor.ts';

/** Lets the page believe that it is prerendered, because a browser under test only prefetches. */
function prerender() {
  Object.defineProperty(document, 'prerendering', { value: true, configurable: true });
}

async function show(page: Page) {
  await page.evaluate(() => {
    Object.defineProperty(document, 'prerendering', { value: false });
    document.dispatchEvent(new Event('prerenderingchange'));
  });
}

test('a prerendered page asks, counts and measures nothing before it is shown', async ({
  page,
  site,
}) => {
  await page.addInitScript(prerender);
  const idle = async () => {
    await alive(page);
    await page.evaluate(() => new Promise((resolve) => requestIdleCallback(resolve)));
  };
  await page.goto(site.url);
  await idle();
  await expect(banner(page)).toHaveCount(0);
  await show(page);
  await accept(page);
  await expect.poll(() => site.query('SELECT * FROM events')).toHaveLength(1);

  const before = page.sentRequests.length;
  await page.goto(site.url);
  await idle();
  await page.locator('#signup').evaluate((section) => section.scrollIntoView());
  const asked = page.sentRequests.slice(before).map(({ url }) => url);
  expect(asked.filter((url) => eventDoors.test(url) || analyticsCode.test(url))).toEqual([]);
  await show(page);
  const sections = () => site.query("SELECT properties FROM events WHERE name = 'section_view'");
  await expect.poll(() => sections().at(-1)).toEqual({ properties: '{"section_name":"signup"}' });
  expect(sections()).toHaveLength(2);
});
