import type { Page } from '@playwright/test';
import { expect, test } from '../fixtures.ts';
import type { Site } from '../site.ts';
import {
  cells,
  deleteButton,
  demoDays,
  fillWithDemoData,
  GROWTH_TOKEN,
  openConsole,
  settled,
  signIn,
} from './growth.ts';

test.use({ settings: { GROWTH_TOKEN } });

const funnel = (page: Page) => cells(page, 'People per step');

/** Stores a signup with the given name, address and use case. */
const signsUp = (site: Site, id: number, name: string, useCase = '') =>
  site.execute(
    `INSERT INTO notifyme_signups (id, name, email, youtube_channel, use_case, signup_type, created_at)
       VALUES ('00000000-0000-7000-8000-00000000000${id}', '${name}',
       'p${id}@example.org', NULL, '${useCase}', 'notifyme', unixepoch() * 1000 + ${id})`,
  );

test('one tab signs out: the other hides its figures and shows them again after a sign-in', async ({
  page,
  site,
  context,
}) => {
  await openConsole(page, site);
  const other = await context.newPage();
  await other.goto(`${site.url}/growth?view=traffic`);
  await expect(other.getByRole('heading', { level: 1 })).toHaveText('Traffic');
  await page.getByRole('button', { name: 'Sign out' }).click();
  await expect(other.getByText('Your session has ended.')).toBeVisible();
  await expect(other.getByText('Pages served')).toHaveCount(0);
  await signIn(page);
  await expect(other.getByRole('heading', { level: 1 })).toHaveText('Traffic');
});

test('an unreachable server is not mistaken for an expired session', async ({ page, site }) => {
  page.allowFailed(0);
  await openConsole(page, site, '?view=signups');
  await page.route('**/api/session', (route) => route.abort());
  await page.reload();
  await expect(page.getByRole('alert')).toContainText('The server cannot be reached.');
  await page.unroute('**/api/session');
  await page.getByRole('button', { name: 'Try again' }).click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Signups 0');
});

test('the latest events continue without a click after the network was gone', async ({
  page,
  site,
  context,
}) => {
  page.allowFailed(0);
  await openConsole(page, site, '?view=live');
  await expect(page.getByText('No event yet')).toBeVisible();
  await context.setOffline(true);
  await expect(page.getByText('The server cannot be reached. Still trying.')).toBeVisible();
  site.execute(
    `INSERT INTO events (id, consent_id, name, properties, path, occurred_at, received_at)
       VALUES ('1', 'somebody-012345', 'scroll', '{"percent_scrolled":25}', '/', unixepoch() * 1000, 0)`,
  );
  await context.setOffline(false);
  await expect(page.getByRole('cell', { name: '012345' })).toBeVisible();
  await expect(page.getByText(/^Last event \d+ s ago$/)).toBeVisible();
});

test('a signup that was deleted in another tab is reported as already deleted', async ({
  page,
  site,
  context,
}) => {
  signsUp(site, 1, 'Ann');
  signsUp(site, 2, 'Bob');
  await openConsole(page, site, '?view=signups');
  const other = await context.newPage();
  await other.goto(page.url());
  await settled(other);
  for (const tab of [page, other]) {
    await (await deleteButton(tab, 'Ann')).click();
    if (tab === other) page.allowFailed(404);
    await tab.getByRole('dialog').getByRole('button', { name: 'Delete', exact: true }).click();
    const said = tab === page ? 'The signup of Ann is deleted.' : 'It has already been deleted.';
    await expect(tab.getByRole('status')).toHaveText(said);
    await expect(tab.getByRole('rowheader')).toHaveText(['Bob']);
    // The pressed button disappeared with its row.
    await expect(tab.locator(':focus').getByRole('heading', { name: 'Signups' })).toBeVisible();
  }
});

test('a download after the session has ended leads to the sign-in', async ({ page, site }) => {
  page.allowFailed(401);
  await openConsole(page, site, '?view=signups');
  await site.restart({ GROWTH_TOKEN: 'another-token-from-now-on' });
  await page.getByRole('link', { name: 'Download as CSV' }).click();
  await expect(page.getByText('Your session has ended.')).toBeVisible();
});

test.describe('with nothing but made-up visits', () => {
  test.use({ sharesSite: true });

  test('during a slow count the last figures stay, and a new question gets only its own answer', async ({
    page,
    site,
  }) => {
    await fillWithDemoData(site);
    await openConsole(page, site, `?view=funnel&${demoDays}`);
    const before = await funnel(page);
    let answer = () => {};
    const slow = new Promise<void>((resolve) => {
      answer = resolve;
    });
    await page.route(/breakdown=utm_source/, async (route) => {
      await slow;
      await route.continue().catch(() => {}); // the page aborted it
    });
    const breakdown = page.getByLabel('Break down by');
    await breakdown.selectOption('Source');
    await expect(page.getByRole('main').getByText('Counting…')).toBeVisible();
    expect(await funnel(page)).toEqual(before);
    await breakdown.selectOption('Viewport');
    await settled(page);
    await expect(page.getByRole('table', { name: /^By viewport/ })).toBeVisible();
    answer();
    await breakdown.selectOption('Referrer');
    await settled(page);
    await expect(page.getByRole('table', { name: /^By/ })).toHaveCount(1);
    await expect(page.getByRole('table', { name: /^By referrer/ })).toBeVisible();
  });

  test('a count that was stopped because it took too long says what helps', async ({
    page,
    site,
  }) => {
    page.allowFailed(503);
    await fillWithDemoData(site);
    await openConsole(page, site, `?view=funnel&${demoDays}`);
    const refusal = { status: 503, json: { code: 'report_too_long', message: '' } };
    await page.route(/breakdown=utm_source/, (route) => route.fulfill(refusal));
    await page.getByLabel('Break down by').selectOption('Source');
    await expect(page.getByRole('alert')).toContainText('Choose a shorter period.');
  });

  test('keyboard users keep their place while the view changes', async ({ page, site }) => {
    await fillWithDemoData(site);
    await openConsole(page, site, '?view=funnel');
    const show = page.getByRole('button', { name: 'Show', exact: true });
    // The later day first: the console puts the days in order.
    await page.getByLabel('From', { exact: true }).fill('2026-03-14');
    await page.getByLabel('To', { exact: true }).fill('2026-03-01');
    await show.focus();
    await page.keyboard.press('Enter');
    const days = 'view=funnel&from=2026-03-01&to=2026-03-14&zone=UTC';
    await expect(page).toHaveURL(`${site.url}/growth?${days}`);
    await expect(show).toBeFocused();
    await expect(page.getByLabel('From', { exact: true })).toHaveValue('2026-03-01');
    await page.goBack();
    await expect(page.getByRole('radio', { name: '30 days' })).toBeChecked();
    await expect(page.getByLabel('From', { exact: true })).not.toHaveValue('2026-03-01');

    await page.getByRole('radio', { name: 'From the top' }).focus();
    await page.keyboard.press('ArrowLeft');
    await expect(page.getByRole('radio', { name: 'Signup' })).toBeFocused();
    await page.getByRole('radio', { name: 'Signup' }).press('ArrowRight');
    await expect(page).toHaveURL(/preset=top/);
    await expect(page.getByRole('radio', { name: 'From the top' })).toBeFocused();
    await settled(page);
    const summary = page.getByText('Change the steps');
    await summary.focus();
    await page.keyboard.press('Enter');
    await page.getByRole('button', { name: 'Remove step 3' }).focus();
    await page.keyboard.press('Enter');
    await expect(page.getByRole('button', { name: 'Remove step 2' })).toBeFocused();
    await page.getByRole('button', { name: 'Move step 2 up' }).focus();
    await page.keyboard.press('Enter');
    await expect(page.getByRole('button', { name: 'Move step 1 up' })).toBeFocused();
    const apply = page.getByRole('button', { name: 'Show this funnel' });
    await apply.focus();
    await page.keyboard.press('Enter');
    await settled(page);
    await expect(apply).toBeFocused();
  });
});
