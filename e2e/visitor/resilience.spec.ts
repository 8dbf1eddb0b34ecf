import { expect, test } from '../fixtures.ts';
import { accept, scrollToEnd } from '../visitor.ts';

test('accepting, turning it off and leaving before the server has answered ends turned off', async ({
  page,
  site,
  context,
}) => {
  page.allowFailed(0);
  const held: (() => void)[] = [];
  await context.route('**/api/consents', async (route) => {
    await new Promise<void>((resolve) => held.push(resolve));
    await route.continue().catch(() => {}); // aborted in the meantime
  });
  await page.goto(site.url);
  await accept(page);
  await expect.poll(() => held.length).toBe(1);
  await page.getByRole('button', { name: 'Turn analytics off' }).click();
  await expect.poll(() => held.length).toBe(2);
  const next = await context.newPage();
  await page.close();
  await context.unroute('**/api/consents');
  for (const release of held) release();
  await next.goto(site.url);
  await expect(next.getByRole('button', { name: 'Cookie settings' })).toBeVisible();
  await scrollToEnd(next);
  await expect(next.getByRole('button', { name: 'Turn analytics off' })).toBeHidden();
  await next.goto('about:blank');
  expect(site.query('SELECT * FROM events')).toEqual([]);
  const latest = () =>
    site.query('SELECT analytics FROM consents ORDER BY decided_at DESC, rowid DESC LIMIT 1');
  expect([[], [{ analytics: 0 }]]).toContainEqual(latest());
});

test('accepting again reports nothing twice; a new page view reports everything again', async ({
  page,
  site,
}) => {
  await page.goto(site.url);
  await accept(page);
  const count = (name: string) => site.query('SELECT * FROM events WHERE name = ?', name).length;
  const scrolls = () => count('scroll');
  /** Events are sent in order: once the click has arrived, so has everything before it. */
  const arrived = async (click: number) => {
    await page.getByRole('banner').getByRole('button', { name: 'Notify me' }).click();
    await expect.poll(() => count('button_click')).toBe(click);
  };
  await expect.poll(() => site.query('SELECT * FROM events').length).toBeGreaterThan(0);
  await scrollToEnd(page);
  await expect.poll(scrolls).toBe(5);
  await page.getByRole('button', { name: 'Cookie settings' }).click();
  await page
    .getByRole('dialog')
    .getByRole('button', { name: /^Accept/ })
    .click();
  await expect(page.getByRole('dialog', { name: 'Cookie settings' })).toBeHidden();
  await page.evaluate(() => scrollBy(0, -50));
  await page.evaluate(() => scrollBy(0, 50));
  await arrived(1);
  expect(scrolls()).toBe(5);
  // Visits another page and returns, which starts a new page view.
  await page.getByRole('contentinfo').getByRole('link', { name: 'About' }).click();
  await expect(page).toHaveURL(`${site.url}/about`);
  await page.getByRole('link', { name: 'Back to Home' }).click();
  await expect(page.locator('#hero')).toBeVisible();
  await scrollToEnd(page);
  await arrived(2);
  expect(scrolls()).toBe(10);
});
