import type { Page } from '@playwright/test';
import { expect, test } from '../fixtures.ts';
import { openOnPhone } from '../pages.ts';
import {
  accept,
  analyticsCode,
  banner,
  choiceCookie,
  eventDoors,
  hold,
  reject,
  scrollToEnd,
  signUp,
  toast,
} from '../visitor.ts';

/** Runs the test with both transports. */
const transports = { tag: '@transports' };

test(
  'accepting, turning it off and leaving before the server has answered ends turned off',
  transports,
  async ({ page, site, context }) => {
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
  },
);

test(
  'a withdrawal during an outage is sent by the next page',
  transports,
  async ({ page, site }) => {
    page.allowFailed(0);
    await page.goto(site.url);
    await accept(page);
    const decisions = () => site.query('SELECT analytics FROM consents ORDER BY decided_at, rowid');
    await expect.poll(decisions).toEqual([{ analytics: 1 }]);
    await page.route('**/api/consents', (route) => route.abort('connectionrefused'));
    await page.getByRole('button', { name: 'Turn analytics off' }).click();
    await expect(page.getByRole('button', { name: 'Turn analytics off' })).toBeHidden();
    await page.unroute('**/api/consents');
    await page.goto(`${site.url}/about`);
    await expect.poll(decisions).toEqual([{ analytics: 1 }, { analytics: 0 }]);
  },
);

test(
  'a tab opened while a grant is in flight measures nothing before it is recorded, and asks nothing',
  transports,
  async ({ page, site, context }) => {
    const release = await hold(context, '**/api/consents');
    await page.goto(site.url);
    await accept(page);
    const other = await context.newPage();
    await other.goto(site.url);
    await expect(other.getByRole('button', { name: 'Turn analytics off' })).toBeAttached();
    await scrollToEnd(other);
    expect(
      page.sentRequests.filter(({ url }) => eventDoors.test(url) || analyticsCode.test(url)),
    ).toEqual([]);
    release();
    await expect.poll(() => site.query('SELECT * FROM events').length).toBeGreaterThan(0);
    await expect(banner(other)).toBeHidden();
    await expect(banner(page)).toBeHidden();
    expect(site.query('SELECT DISTINCT consent_id FROM consents')).toHaveLength(1);
  },
);

test(
  'accepting again reports nothing twice; a new page view reports everything again',
  transports,
  async ({ page, site }) => {
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
  },
);

test(
  'the buttons in the menu are reported with the location "menu"',
  transports,
  async ({ page, site }) => {
    await openOnPhone(page, site.url);
    await accept(page);
    await expect.poll(() => site.query('SELECT * FROM events').length).toBeGreaterThan(0);
    for (const name of ['Notify me', 'Beta Access']) {
      await page.getByRole('button', { name: 'Menu' }).click();
      await page.getByRole('dialog').getByRole('button', { name }).click();
      await expect(page.getByLabel('Name')).toBeFocused();
    }
    await expect
      .poll(() =>
        site
          .query<{ properties: string }>(
            "SELECT properties FROM events WHERE name = 'button_click'",
          )
          .map(({ properties }) => JSON.parse(properties)),
      )
      .toEqual([
        { button_name: 'Notify me', click_location: 'menu' },
        { button_name: 'Beta Access', click_location: 'menu' },
      ]);
  },
);

test('events from right before leaving arrive', transports, async ({ page, site }) => {
  await page.goto(site.url);
  await accept(page);
  await expect.poll(() => site.query('SELECT * FROM events').length).toBeGreaterThan(0);
  await page.locator('#hero').getByRole('button', { name: 'Notify me' }).click();
  await page.goto('about:blank');
  await expect
    .poll(() => site.query("SELECT * FROM events WHERE name = 'button_click'"))
    .toHaveLength(1);
});

test(
  'a signal that appears while the page is open withdraws once and shows a notice',
  transports,
  async ({ page, site }) => {
    page.allowFailed(403);
    await page.goto(site.url);
    await accept(page);
    await expect.poll(() => site.query('SELECT * FROM events').length).toBeGreaterThan(0);
    await page.route(/\/[^.]*$/, async (route) => {
      const headers = { ...route.request().headers(), 'Sec-GPC': '1' };
      await route.fulfill({ response: await route.fetch({ headers }) });
    });
    await page.locator('#hero').getByRole('button', { name: 'Notify me' }).click();
    await expect(page.getByRole('contentinfo')).toContainText('Global Privacy Control');
    await expect(banner(page)).toBeHidden();
    await expect
      .poll(() => site.query('SELECT analytics, source FROM consents ORDER BY decided_at, rowid'))
      .toEqual([
        { analytics: 1, source: 'banner' },
        { analytics: 0, source: 'gpc' },
      ]);
    await page.unrouteAll({ behavior: 'ignoreErrors' }); // a request may still be under way
  },
);

test('a refusal made offline is counted once, although three tabs notice that the network is back', async ({
  page,
  site,
  context,
}) => {
  page.allowFailed(0);
  await page.goto(site.url);
  await expect(banner(page)).toBeVisible();
  const others = [await context.newPage(), await context.newPage()];
  const tabs: Page[] = [page, ...others];
  for (const tab of others) {
    await tab.goto(`${site.url}/about`);
    await expect(banner(tab)).toBeVisible();
  }
  await context.setOffline(true);
  await reject(page);
  for (const tab of tabs) await expect(banner(tab)).toBeHidden();
  await expect.poll(async () => (await choiceCookie(page)).content.data.unsent).toBeTruthy();
  await context.setOffline(false);
  const counted = () => site.query('SELECT source, count FROM consent_refusals');
  await expect.poll(counted).toEqual([{ source: 'banner', count: 1 }]);
  for (const tab of tabs) {
    await tab.reload();
    await expect(tab.getByRole('button', { name: 'Cookie settings' })).toBeVisible();
  }
  expect((await choiceCookie(page)).content.data.unsent).toBeFalsy();
  expect(counted()).toEqual([{ source: 'banner', count: 1 }]);
});

test('only one signup runs at a time, also when the tab is changed while it is sent', async ({
  page,
  site,
}) => {
  await page.goto(`${site.url}/#signup`);
  await reject(page);
  const answer = await hold(page, '**/rest/v1/**');
  await signUp(page, { name: 'Fay', email: 'fay@example.org' }, 'Notify me');
  await page.getByRole('tab', { name: 'Beta Access' }).click();
  const submit = page.locator('#signup button[type="submit"]');
  await expect(submit).toHaveText('Submitting...');
  await page.locator('#signup').getByLabel('Use case').fill('More');
  await submit.click({ force: true });
  answer();
  await expect(toast(page)).toContainText("You're on the waitlist!");
  await expect(page.getByLabel('Email')).toHaveValue('');
  expect(site.query('SELECT signup_type FROM notifyme_signups')).toEqual([
    { signup_type: 'notifyme' },
  ]);
});
