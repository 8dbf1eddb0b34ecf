import type { Page } from '@playwright/test';
import { codeOf } from '../built-code.ts';
import { expect, test } from '../fixtures.ts';
import { alive } from '../pages.ts';
import type { Site } from '../site.ts';
import { accept, banner, hold } from '../visitor.ts';

const CAMPAIGN = '/?utm_source=newsletter&utm_medium=e-mail&utm_campaign=launch#signup';
const formLink = (page: Page) =>
  page.locator('#signup form').getByRole('link', { name: 'Privacy policy' });
const bannerLink = (page: Page) => banner(page).getByRole('link', { name: 'Cookie policy' });

/** Agrees on a policy's page, presses a button there, and expects the event to name the campaign. */
async function agreeThere(page: Page, site: Site) {
  await expect(page).toHaveURL(/\/(cookies|privacy)$/);
  await alive(page);
  await accept(page);
  await expect
    .poll(async () => {
      await page.getByRole('banner').getByRole('button', { name: 'Notify me' }).click();
      return site.query('SELECT DISTINCT utm_source, utm_medium, utm_campaign FROM events');
    })
    .toEqual([{ utm_source: 'newsletter', utm_medium: 'e-mail', utm_campaign: 'launch' }]);
}

for (const [where, link] of [
  ['the banner', bannerLink],
  ['the form', formLink],
] as const) {
  test(`the campaign is known when the visitor agrees on the policy that ${where} links to`, async ({
    page,
    site,
  }) => {
    await page.goto(site.url + CAMPAIGN);
    await alive(page);
    await expect(banner(page)).toBeVisible();
    await link(page).click();
    await agreeThere(page, site);
    // The page was not loaded again: the links lead through the router.
    const [loaded] = await page.evaluate(() =>
      performance.getEntriesByType('navigation').map(({ name }) => name),
    );
    expect(loaded).toBe(site.url + CAMPAIGN);
  });

  test(`a modified click on the link of ${where} opens another tab, which knows the campaign too`, async ({
    page,
    context,
    site,
  }) => {
    await page.goto(site.url + CAMPAIGN);
    await alive(page);
    await expect(banner(page)).toBeVisible();
    const opened = context.waitForEvent('page');
    await link(page).click({ modifiers: ['ControlOrMeta'] });
    await (await opened).close();
    const openedToo = context.waitForEvent('page');
    await link(page).click({ button: 'middle' });
    await agreeThere(await openedToo, site);
    expect(page.url()).toBe(site.url + CAMPAIGN);
  });
}

test('the campaign is known also when the link was followed before the page’s code has arrived', async ({
  page,
  site,
}) => {
  const arrive = await hold(page, codeOf('client/src/site/pages/home-page.tsx'));
  await page.goto(site.url + CAMPAIGN);
  await expect(banner(page)).toBeVisible();
  await bannerLink(page).click();
  await expect(page).toHaveURL(`${site.url}/cookies`);
  arrive();
  await agreeThere(page, site);
});

test.describe('without JavaScript', () => {
  test.use({ javaScriptEnabled: false });

  test('the form’s link is a link', async ({ page, site }) => {
    await page.goto(site.url + CAMPAIGN);
    await formLink(page).click();
    await expect(page).toHaveURL(`${site.url}/privacy`);
  });
});
