import { expect, test } from '../fixtures.ts';
import { stored } from '../visitor.ts';
import { fillWithDemoData, GROWTH_TOKEN, openConsole } from './growth.ts';

test.describe('with GROWTH_TOKEN', () => {
  test.use({ settings: { GROWTH_TOKEN } });

  test('a wrong token is refused with a message; the right one opens a session that no script can read', async ({
    page,
    site,
  }) => {
    page.allowFailed(401, 429);
    await page.goto(`${site.url}/growth`);
    await expect(page.getByLabel('Token')).toBeFocused();
    await page.keyboard.press('Enter');
    await expect(page.getByText('Please enter the token')).toBeVisible();
    await page.getByLabel('Token').fill('not-the-token-of-this');
    await page.keyboard.press('Enter');
    await expect(page.getByText('This is not the token of this site.')).toBeVisible();
    await expect(page.getByLabel('Token')).toBeFocused();
    // After ten tries in a minute.
    const tooMany = { status: 429, headers: { 'Retry-After': '40' }, body: '{}' };
    await page.route('**/api/session', (route) => route.fulfill(tooMany));
    await page.keyboard.press('Enter');
    await expect(page.getByText('Too many attempts. Please wait 40 seconds.')).toBeVisible();
    await page.unroute('**/api/session');

    await page.getByLabel('Token').fill(GROWTH_TOKEN);
    await page.keyboard.press('Enter');
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Overview');
    expect(await page.evaluate(() => document.cookie)).toBe('');
    const { cookies, rest } = await stored(page);
    expect(cookies).toMatchObject([
      { name: 'growth_session', path: '/growth', httpOnly: true, sameSite: 'Strict' },
    ]);
    expect(Object.values(rest).flat()).toEqual([0]);
    // It has nothing that visitors have: no banner, no analytics, no other interface.
    const asked = page.sentRequests.map(({ url }) => new URL(url).pathname);
    expect(asked.filter((path) => !/^\/(growth|assets)\b|^\/favicon/.test(path))).toEqual([]);
  });

  test('when the session is over the figures disappear, and signing in returns to the same view', async ({
    page,
    site,
  }) => {
    await page.clock.install();
    await openConsole(page, site, '?view=traffic&range=7');
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Traffic');
    await page.clock.fastForward('02:00:01');
    await expect(page.getByText('Your session has ended.')).toBeVisible();
    await expect(page).toHaveURL(`${site.url}/growth?view=traffic&range=7&zone=UTC`);
    await expect(page.getByText('Pages served')).toHaveCount(0);
    await page.getByLabel('Token').fill(GROWTH_TOKEN);
    await page.keyboard.press('Enter');
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Traffic');
    await expect(page.getByRole('radio', { name: '7 days' })).toBeChecked();
  });

  test('a session that the server no longer knows leads to the form at the next request', async ({
    page,
    site,
  }) => {
    page.allowFailed(401);
    await fillWithDemoData(site); // an empty site is asked again and again, also while it restarts
    await openConsole(page, site);
    await site.restart({ GROWTH_TOKEN: 'another-token-from-now-on' });
    await page.getByRole('link', { name: 'Signups' }).click();
    await expect(page.getByText('Your session has ended.')).toBeVisible();
    await expect(page).toHaveURL(`${site.url}/growth?view=signups&zone=UTC`);
    await page.getByLabel('Token').fill('another-token-from-now-on');
    await page.keyboard.press('Enter');
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Signups');
  });

  test('a failed request is reported and can be repeated', async ({ page, site }) => {
    page.allowFailed(0);
    await openConsole(page, site);
    await site.kill();
    await page.getByRole('link', { name: 'Traffic' }).click();
    await expect(page.getByRole('alert').first()).toContainText('The figures could not be loaded.');
    await site.restart();
    await page.getByRole('button', { name: 'Try again' }).first().click();
    await expect(page.getByText('Pages served', { exact: true })).toBeVisible();
  });
});
