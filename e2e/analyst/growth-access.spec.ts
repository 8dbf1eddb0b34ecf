import { violations } from '../axe.ts';
import { nothingElse, stored } from '../visitor-actions.ts';
import { createAnalyst, expect, GROWTH_TOKEN, signsUp, test } from './analyst-fixtures.ts';

test('only the token opens a session, which no script can read', async ({ page, site }) => {
  page.allowFailed(401, 429);
  await page.goto(`${site.url}/growth`);
  await expect(page.getByLabel('Token')).toBeFocused();
  await page.getByLabel('Token').fill('not-the-token-of-this');
  await page.keyboard.press('Enter');
  await expect(page.getByText('This is not the token of this site.')).toBeVisible();
  await expect(page.getByLabel('Token')).toBeFocused();
  expect(await violations(page)).toEqual([]);
  // After ten tries in a minute.
  const tooMany = { status: 429, headers: { 'Retry-After': '40' }, body: '{}' };
  await page.route('**/api/session', (route) => route.fulfill(tooMany));
  await page.keyboard.press('Enter');
  await expect(page.getByText('Too many attempts. Please wait 40 s.')).toBeVisible();
  await page.unroute('**/api/session');

  await page.getByLabel('Token').fill(GROWTH_TOKEN);
  await page.keyboard.press('Enter');
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Overview');
  expect(await page.evaluate(() => document.cookie)).toBe('');
  const { cookies, rest } = await stored(page);
  expect(cookies.map(({ name }) => name)).toEqual(['growth_session']);
  expect(rest).toEqual(nothingElse);
});

test('figures are asked again, and a session takes them along', async ({
  analyst,
  page,
  site,
  context,
}) => {
  await page.clock.install();
  await analyst.open('?range=7');
  const heading = (view: string) =>
    expect(page.getByRole('heading', { level: 1 })).toHaveText(view);
  const isOver = async () => {
    await expect(page.getByText('Your session has ended.')).toBeVisible();
    await expect(page.getByText('Signups per day')).toHaveCount(0);
  };
  await heading('Overview');
  signsUp(site, {});
  await page.clock.runFor(31_000);
  await expect(analyst.figure('Signups')).toHaveText('1');
  await page.clock.fastForward('02:00:01');
  await isOver();
  await expect(page).toHaveURL(`${site.url}/growth?range=7&zone=UTC`);
  await analyst.signIn();
  await heading('Overview');
  await expect(page.getByRole('button', { name: '7 days' })).toBeVisible();

  const other = await context.newPage();
  await other.goto(`${site.url}/growth`);
  await other.getByRole('button', { name: 'Sign out' }).click();
  await isOver();
  await createAnalyst(other, site).signIn();
  await heading('Overview');

  // The server no longer knows the session.
  page.allowFailed(401);
  await context.clearCookies();
  await page.getByRole('link', { name: 'Signups' }).click();
  await isOver();
  await analyst.signIn();
  await heading('Signups');
  await context.clearCookies();
  await page.getByRole('link', { name: 'Export' }).click();
  await isOver();
});

test('a server that is gone ends no session; what it could not count is not said to be nothing', async ({
  analyst,
  page,
}) => {
  page.allowFailed(0);
  await analyst.open('?view=traffic');
  await page.route('**/api/session', (route) => route.abort());
  await page.reload();
  await expect(page.getByRole('alert')).toContainText('The server cannot be reached.');
  await page.unroute('**/api/session');
  await page.getByRole('button', { name: 'Try again' }).click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Traffic');
  await page.route(/api.traffic/, (route) => route.abort());
  await page.reload();
  await page.getByRole('button', { name: 'Export' }).click();
  const said = page.locator(':popover-open').getByRole('status');
  await expect(said).toHaveText('This could not be loaded.');
  await expect(said).toHaveCSS('font-weight', '400'); // no title
});
