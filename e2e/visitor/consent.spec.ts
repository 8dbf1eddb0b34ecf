import { codeOf } from '../built-code.ts';
import { expect, test } from '../fixtures.ts';
import { alive } from '../pages.ts';
import {
  accept,
  agree,
  banner,
  choiceCookie,
  decisions,
  eventEndpoints,
  events,
  expectUnmeasured,
  footer,
  nothingElse,
  notify,
  off,
  scrollToEnd,
  sentTo,
  settings,
  settingsDialog,
  stored,
} from '../visitor-actions.ts';
import { covered } from './heard.ts';

// The numbers refer to the list of cases in the consent issue.

const given = { analytics: 1, source: 'banner' };

test('(24) another recipient changes the text: everyone is asked again, and events wait for the answer', async ({
  page,
  site,
}) => {
  await agree(page, site);
  const before = events(site).length;
  // The page is still open when the server restarts with a new text.
  await site.restart({ POSTHOG_KEY: 'phc_test', POSTHOG_HOST: 'http://127.0.0.1:9' });
  page.allowFailed(401, 403);
  await notify(page).click();
  await expect(banner(page)).toContainText('PostHog');
  expect(events(site)).toHaveLength(before);
  await accept(page);
  await expect
    .poll(() => site.query('SELECT revision FROM consents ORDER BY decided_at, rowid'))
    .toEqual([{ revision: 1 }, { revision: 2 }]);
  await expect.poll(() => events(site).length).toBeGreaterThan(before);
});

test('my data: what is stored, a download, and deletion by keyboard', async ({ page, site }) => {
  await agree(page, site);
  const { consentId } = (await choiceCookie(page)).content;
  await page.goto('/cookies');
  const main = page.getByRole('main');
  const press = (name: string) => main.getByRole('button', { name }).click();
  await expect(main).toContainText(consentId);
  await expect(main.getByRole('row', { name: /You saw the section “hero”/ })).toBeVisible();
  const download = page.waitForEvent('download');
  await press('Download my data');
  let file = '';
  for await (const part of await (await download).createReadStream()) file += part;
  expect(JSON.parse(file)).toMatchObject({ consentId, events: events(site).map(() => ({})) });

  await press('Delete my data');
  for (const key of ['Tab', 'Enter']) await page.keyboard.press(key);
  await expect(main.locator(':focus')).toContainText('Deleted: ');
  // Visible, so not under the header, although the page is now shorter.
  await expect.poll(() => covered(page, 'main p:focus')).toEqual([]);
  expect(events(site)).toEqual([]);
  expect(decisions(site)).toEqual([given, { analytics: 0, source: 'my-data' }]);
  expect((await choiceCookie(page)).content.consentId).toBe('none');
  await expect(off(page)).toBeHidden();
});

test('(18) a withdrawal in tab B stops tab A within a second, drops the events that waited there, and sets the switch in tab C', async ({
  page,
  site,
  context,
}) => {
  await page.clock.install();
  await agree(page, site);
  const other = await context.newPage();
  await other.goto('/about');
  await expect(off(other)).toBeVisible();
  const third = await context.newPage();
  await third.goto('/about');
  await settings(third).click();
  const toggle = settingsDialog(third).getByRole('checkbox');
  await expect(toggle).toBeChecked();
  // From here on no timer of tab A fires, so the click waits there for its batch.
  await page.clock.pauseAt(Date.now() + 60_000);
  const before = sentTo(page, eventEndpoints).length;
  await notify(page).click();
  await off(other).click();
  await expect(off(page)).toBeHidden({ timeout: 1_000 });
  await expect(toggle).not.toBeChecked();
  await page.clock.runFor(60_000);
  await page.clock.resume();
  await scrollToEnd(page);
  await notify(page).click();
  await page.goto('about:blank');
  await expect.poll(() => decisions(site)).toHaveLength(2);
  expect(sentTo(page, eventEndpoints)).toHaveLength(before);
  expect(events(site, 'button_click')).toEqual([]);
});

test('(20) a withdrawal made offline stays in force: on reconnect only the withdrawal itself is sent', async ({
  page,
  site,
  context,
}) => {
  page.allowFailed(0);
  await agree(page, site);
  const before = events(site).length;
  await context.setOffline(true);
  await notify(page).click();
  await off(page).click();
  await expect(off(page)).toBeHidden();
  await context.setOffline(false);
  await expect.poll(() => decisions(site)).toEqual([given, { analytics: 0, source: 'footer' }]);
  await scrollToEnd(page);
  await page.goto('about:blank');
  expect(events(site)).toHaveLength(before);
});

for (const width of [768, 1440])
  test(`at ${width} px the footer keeps its columns when it says that the events will be deleted`, async ({
    page,
    site,
  }) => {
    await page.setViewportSize({ width, height: 900 });
    await agree(page, site);
    await scrollToEnd(page);
    const columns = () =>
      footer(page)
        .locator('nav > div')
        .evaluateAll((all) => all.map((one) => Math.round(one.clientWidth)));
    const before = await columns();
    await off(page).click();
    await expect(footer(page).getByRole('button', { name: /^Delete the/ })).toBeVisible();
    const after = await columns();
    for (const [at, one] of before.entries()) expect(after[at]).toBeGreaterThanOrEqual(one - 1);
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(width);
  });

test('a new page view reports everything again; a rejection in the settings holds on a page gone back to', async ({
  page,
  site,
}) => {
  await agree(page, site);
  for (const count of [5, 10]) {
    await scrollToEnd(page);
    await expect.poll(() => events(site, 'scroll').length).toBe(count);
    await footer(page).getByRole('link', { name: 'About' }).click();
    await page.getByRole('link', { name: 'Back to Home' }).click();
    await expect(page.locator('#hero')).toBeVisible();
  }
  await page.goto('/about');
  const dialog = settingsDialog(page);
  await settings(page).click();
  await dialog.getByRole('button', { name: /^Reject/ }).click();
  await expect(off(page)).toBeHidden();
  await page.goBack();
  await expect(settings(page)).toBeVisible();
  await expect(off(page)).toBeHidden();
  const refused = { analytics: 0, source: 'preferences' };
  await expect.poll(() => decisions(site)).toEqual([given, refused]);
});

test('(23) Global Privacy Control that only scripts can read: no question, no measuring, nothing stored, and a notice', async ({
  page,
  site,
}) => {
  await page.addInitScript(() =>
    Object.defineProperty(Navigator.prototype, 'globalPrivacyControl', { get: () => true }),
  );
  await page.goto('/cookies');
  for (const place of [footer(page), page.getByRole('main')])
    await expect(place).toContainText('Global Privacy Control');
  await page.waitForLoadState();
  await scrollToEnd(page);
  await expect(banner(page)).toBeHidden();
  expect(await stored(page)).toEqual({ cookies: [], rest: nothingElse });
  expect(sentTo(page, codeOf('client/src/site/features/consent/consent-dialogs.ts'))).toEqual([]);
  expect(sentTo(page, /^\/api\//)).toEqual([]);
  expectUnmeasured(page, site);
});

test('(23) a Sec-GPC header withdraws, once', async ({ page, site }) => {
  await agree(page, site);
  // In Chromium a test cannot set a `Sec-` header on requests.
  await page.route(/\/[^.]*$/, async (route) => {
    const headers = { ...route.request().headers(), 'Sec-GPC': '1' };
    await route.fulfill({ response: await route.fetch({ headers }) });
  });
  for (let visit = 0; visit < 2; visit += 1) {
    await page.reload();
    await expect(footer(page)).toContainText('Global Privacy Control');
    await expect.poll(() => decisions(site)).toEqual([given, { analytics: 0, source: 'gpc' }]);
  }
});

test('a prerendered page asks and measures nothing until shown', async ({ page, site }) => {
  // The page believes that it is prerendered, because a browser under test only prefetches.
  await page.addInitScript(() =>
    Object.defineProperty(document, 'prerendering', { value: true, configurable: true }),
  );
  const open = async () => {
    await page.goto('/');
    await alive(page);
    await page.evaluate(() => new Promise((resolve) => requestIdleCallback(resolve)));
  };
  const show = () =>
    page.evaluate(() => {
      Object.defineProperty(document, 'prerendering', { value: false });
      document.dispatchEvent(new Event('prerenderingchange'));
    });
  await open();
  await expect(banner(page)).toHaveCount(0);
  expectUnmeasured(page, site);
  await show();
  await accept(page);
  await expect.poll(() => events(site)).toHaveLength(1);

  const before = sentTo(page, eventEndpoints).length;
  await open();
  await page.locator('#signup').evaluate((section) => section.scrollIntoView());
  expect(sentTo(page, eventEndpoints)).toHaveLength(before);
  await show();
  await expect
    .poll(() => events(site, 'section_view').map(({ properties }) => properties))
    .toEqual(['{"section_name":"hero"}', '{"section_name":"signup"}']);
});
