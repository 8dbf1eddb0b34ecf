import type { Browser, Page } from '@playwright/test';
import { expect, test } from '../fixtures.ts';
import { accept, signUp, toast } from '../visitor.ts';
import { cells, GROWTH_TOKEN, openConsole, settled } from './growth.ts';

test.use({ settings: { GROWTH_TOKEN } });

const section = (page: Page, name: string | RegExp) => page.getByRole('region', { name });
const signups = (page: Page) =>
  section(page, 'Last 60 minutes')
    .locator('dl > div', { has: page.getByText('Signups', { exact: true }) })
    .locator('dd');

/** Opens the site by a link of the launch, agrees, and goes to the form by the hero's button. */
async function comes(browser: Browser, url: string): Promise<Page> {
  const context = await browser.newContext();
  const visitor = await context.newPage();
  await visitor.goto(`${url}/?utm_source=product_hunt&utm_medium=social`);
  const measured = visitor.waitForResponse('**/api/events');
  await accept(visitor);
  await measured;
  await visitor.locator('#hero').getByRole('button', { name: 'Notify me' }).click();
  return visitor;
}

const outcomes = async (page: Page) =>
  (await cells(page, 'Outcome of the forms sent')).map(([name, people]) => [name, people]);

/** Leaves the site, which sends what is still to be sent. Closing the context as well could stop that. */
const leaves = (visitor: Page) => visitor.goto('about:blank');

test('the first hour of a launch: empty, a first visitor, a first signup, a failed form, and a link with a typo', async ({
  page,
  browser,
  site,
}) => {
  await openConsole(page, site);
  await expect(section(page, 'Nothing has been counted yet')).toBeVisible();
  const look = async (check: () => Promise<void>) =>
    expect(async () => {
      await page.reload();
      await settled(page);
      await check();
    }).toPass();

  const first = await comes(browser, site.url);
  // Without a reload.
  await expect(section(page, 'Nothing has been counted yet')).toHaveCount(0, { timeout: 15_000 });
  await look(async () => {
    await expect(section(page, 'Nothing has been counted yet')).toHaveCount(0, { timeout: 1_000 });
    expect(await signups(page).textContent()).toMatch(/^0/);
  });
  const consent = section(page, 'Last 60 minutes').locator('dd').last();
  await expect(consent.locator('b')).toHaveText('100.0 %');
  await expect(consent).toContainText('20.7 – 100.0 %, few');

  await signUp(first, { name: 'Ada', email: 'ada@example.org' }, 'Notify me');
  await expect(toast(first)).toContainText("You're on the waitlist!");
  await leaves(first);
  await look(async () => {
    expect(await signups(page).textContent()).toMatch(/^1/);
    expect(await outcomes(page)).toEqual([['Signed up', '1']]);
  });

  const second = await comes(browser, site.url);
  await second.route('**/rest/v1/**', (route) => route.abort('connectionreset'));
  await signUp(second, { name: 'Ben', email: 'ben@example.org' }, 'Notify me');
  await expect(toast(second)).toContainText('Something went wrong');
  await leaves(second);
  await look(async () => {
    expect((await outcomes(page)).sort()).toEqual([
      ['Failed', '1'],
      ['Signed up', '1'],
    ]);
    expect(await signups(page).textContent()).toMatch(/^1/);
    const channels = await cells(page, 'Signups by channel');
    expect(channels.map(([, people, , signedUp]) => [people, signedUp])).toEqual([['2', '1']]);
  });
  // The default funnel counts both, and the one who signed up.
  expect(await site.funnel()).toEqual([2, 1]);

  await page.goto(`${site.url}/growth?view=traffic`);
  await settled(page);
  await page.getByText('Make a campaign link').click();
  await page.getByRole('combobox', { name: 'Source' }).fill('Product-Hunt');
  await expect(page.getByText('2 people came with “product_hunt”.')).toBeVisible();
  await page.getByRole('button', { name: 'Use product_hunt' }).click();
  await expect(page.getByText('In use, 2 people')).toBeVisible();
});
