import { accept, notify, signUp, toast } from '../visitor.ts';
import { expect, test } from './growth.ts';

test('the first hour of a launch', async ({ analyst, page, browser, site }) => {
  await analyst.open();
  const empty = page.getByRole('region', { name: 'Nothing has been counted yet' });
  await expect(empty).toBeVisible();
  const visitor = await (await browser.newContext()).newPage();
  await visitor.goto(`${site.url}/?utm_source=product_hunt&utm_medium=social`);
  const measured = visitor.waitForResponse('**/api/events');
  await accept(visitor);
  await measured;
  // Without a reload.
  await expect(empty).toHaveCount(0, { timeout: 15_000 });

  await notify(visitor).click();
  await visitor.route('**/rest/v1/**', (route) => route.abort(), { times: 1 });
  for (const said of ['Something went wrong', "You're on the waitlist!"]) {
    await signUp(visitor, { name: 'Ada', email: 'ada@example.org' });
    await expect(toast(visitor)).toContainText(said);
  }
  // Leaving sends what is still to be sent. Closing the context as well could stop that.
  await visitor.goto('about:blank');
  await expect(async () => {
    await page.reload();
    await analyst.settled();
    const hour = page.getByRole('region', { name: 'Last 60 minutes' });
    expect(await analyst.labelled('Signups', hour).locator('dd').textContent()).toMatch(/^1/);
    // The one person who was asked agreed.
    expect(await hour.locator('dd').last().textContent()).toContain('20.7 – 100.0');
    // Somebody who failed and then signed up has both outcomes.
    const outcomes = await analyst.cells('Outcome of the forms sent');
    expect(outcomes.map((row) => row.slice(0, 2)).sort()).toEqual([
      ['Failed', '1'],
      ['Signed up', '1'],
    ]);
    const channels = await analyst.cells('Signups by channel');
    expect(channels.map(([, people, , signedUp]) => [people, signedUp])).toEqual([['1', '1']]);
  }).toPass();
});
