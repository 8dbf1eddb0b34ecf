import type { Browser, Page } from '@playwright/test';
import { accept, signUp, toast } from '../visitor.ts';
import { expect, test } from './growth.ts';

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

/** Sends the form and leaves, which sends what is still to be sent. Closing the context as well could stop that. */
async function submits(visitor: Page, name: string, said: string) {
  await signUp(visitor, { name, email: `${name}@example.org` }, 'Notify me');
  await expect(toast(visitor)).toContainText(said);
  await visitor.goto('about:blank');
}

test('the first hour of a launch', async ({ analyst, page, browser, site }) => {
  await analyst.open();
  const empty = page.getByRole('region', { name: 'Nothing has been counted yet' });
  await expect(empty).toBeVisible();
  const first = await comes(browser, site.url);
  // Without a reload.
  await expect(empty).toHaveCount(0, { timeout: 15_000 });

  await submits(first, 'Ada', "You're on the waitlist!");
  const second = await comes(browser, site.url);
  await second.route('**/rest/v1/**', (route) => route.abort('connectionreset'));
  await submits(second, 'Ben', 'Something went wrong');
  await expect(async () => {
    await page.reload();
    await analyst.settled();
    const hour = page.getByRole('region', { name: 'Last 60 minutes' });
    expect(await analyst.labelled('Signups', hour).locator('dd').textContent()).toMatch(/^1/);
    // Of two people who were asked, two agreed.
    expect(await hour.locator('dd').last().textContent()).toContain('34.2 – 100.0');
    const outcomes = await analyst.cells('Outcome of the forms sent');
    expect(outcomes.map((row) => row.slice(0, 2)).sort()).toEqual([
      ['Failed', '1'],
      ['Signed up', '1'],
    ]);
    const channels = await analyst.cells('Signups by channel');
    expect(channels.map(([, people, , signedUp]) => [people, signedUp])).toEqual([['2', '1']]);
  }).toPass();
  // The default funnel counts both, and the one who signed up.
  expect(await site.funnel()).toEqual([2, 1]);
});
