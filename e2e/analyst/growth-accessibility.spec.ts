import { VIEWS } from '../../client/src/console/address/view-address.ts';
import { violations } from '../axe.ts';
import { expect, test } from '../fixtures.ts';
import {
  demoDays,
  fillWithDemoData,
  GROWTH_TOKEN,
  openConsole,
  openDetails,
  settled,
} from './growth.ts';

test.use({ settings: { GROWTH_TOKEN } });

const height = 844;

for (const width of [390, 1280]) {
  test.describe(`${width} px, light and dark`, () => {
    test.use({ viewport: { width, height } });

    test('axe finds nothing in the console: signed out, empty, full, opened, with a question', async ({
      page,
      site,
    }) => {
      test.slow(); // axe reads twelve pages
      page.allowFailed(401);
      await page.goto(`${site.url}/growth`);
      await expect(page.getByLabel('Token')).toBeFocused();
      expect(await violations(page), 'sign-in').toEqual([]);
      await page.getByLabel('Token').fill('a-wrong-token-altogether');
      await page.keyboard.press('Enter');
      await expect(page.getByText('This is not the token of this site.')).toBeVisible();
      expect(await violations(page), 'a wrong token').toEqual([]);

      await openConsole(page, site);
      for (const view of VIEWS) {
        await page.goto(`${site.url}/growth?view=${view}`);
        await settled(page);
        expect(await violations(page), `empty ${view}`).toEqual([]);
      }
      await fillWithDemoData(site, 500);
      for (const view of VIEWS) {
        await page.goto(`${site.url}/growth?view=${view}&breakdown=utm_source&${demoDays}`);
        await settled(page);
        await expect(page.getByRole('table').first()).toBeAttached();
        await openDetails(page);
        expect(await violations(page), view).toEqual([]);
        if (view !== 'traffic') continue;
        await page.locator('main button[popovertarget]:visible').first().click();
        await expect(page.getByLabel('Time zone')).toBeVisible();
        expect(await violations(page), `controls of ${view}`).toEqual([]);
      }
      await page.goto(`${site.url}/growth?view=signups`);
      await page
        .getByRole('button', { name: /^Delete the signup/ })
        .first()
        .click();
      await expect(page.getByRole('dialog')).toBeVisible();
      expect(await violations(page), 'the question').toEqual([]);
    });
  });
}

test('no view scrolls sideways at 320 px, empty or full, with everything opened', async ({
  page,
  site,
}) => {
  await page.setViewportSize({ width: 320, height });
  await openConsole(page, site);
  for (const state of ['empty', 'full']) {
    for (const view of VIEWS) {
      await page.goto(`${site.url}/growth?view=${view}&breakdown=utm_source&${demoDays}`);
      await settled(page);
      await openDetails(page);
      const overflow = await page.evaluate(
        () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
      );
      expect(overflow, `${state} ${view}`).toBeLessThanOrEqual(0);
    }
    if (state === 'empty') await fillWithDemoData(site, 500);
  }
});

test('an empty database is explained in every view, without a broken chart', async ({
  page,
  site,
}) => {
  await openConsole(page, site);
  await expect(page.getByRole('main')).toContainText('Nothing has been counted yet');
  await page.getByRole('link', { name: 'Funnel' }).click();
  await expect(page.getByRole('main')).toContainText('Nobody took the first step');
  await page.getByRole('link', { name: 'Traffic' }).click();
  for (const words of ['No signups in this', 'No pages were served', 'Nobody answered'])
    await expect(page.getByRole('main')).toContainText(words);
  await expect(page.getByRole('main')).toContainText('No events in this period');
  await expect(page.locator('figure')).toHaveCount(0);
  await page.getByRole('link', { name: 'Signups' }).click();
  await expect(page.getByRole('main')).toContainText('No signups yet');
  await page.getByRole('link', { name: 'Live' }).click();
  await expect(page.getByRole('main')).toContainText('No events yet');
});

test('by keyboard alone: past the header, through the views, bar by bar, and out', async ({
  page,
  site,
}) => {
  await fillWithDemoData(site, 500);
  await page.goto(`${site.url}/growth?view=traffic&${demoDays}`);
  await expect(page.getByLabel('Token')).toBeFocused();
  await page.keyboard.type(GROWTH_TOKEN);
  await page.keyboard.press('Enter');
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Traffic');
  await expect(page.getByRole('main')).toBeFocused();
  await page.reload();
  await settled(page);

  await page.keyboard.press('Tab');
  await expect(page.getByRole('link', { name: 'Skip to the figures' })).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(page.getByRole('main')).toBeFocused();

  const bars = page.getByRole('slider', { name: /^Signups per day/ });
  for (let i = 0; i < 20 && !(await bars.evaluate((one) => one === document.activeElement)); i += 1)
    await page.keyboard.press('Tab');
  await expect(bars).toBeFocused();
  await page.keyboard.press('Home');
  const first = await bars.getAttribute('aria-valuetext');
  expect(first).toMatch(
    /^\d+ \w+ \d{4}: Notify me \d+, Beta Access \d+, the same number of days before \d+$/,
  );
  await page.keyboard.press('ArrowRight');
  await expect(bars).not.toHaveAttribute('aria-valuetext', first ?? '');

  await page.getByRole('link', { name: 'Live' }).focus();
  await page.keyboard.press('Enter');
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Live');
  await expect(page.getByRole('main')).toBeFocused();
  await page.getByRole('button', { name: 'Sign out' }).focus();
  await page.keyboard.press('Enter');
  await expect(page.getByLabel('Token')).toBeFocused();
});

test('in forced colours the view, the range and the series of a chart are distinguishable', async ({
  page,
  site,
}) => {
  await fillWithDemoData(site, 500);
  await page.emulateMedia({ forcedColors: 'active' });
  await openConsole(page, site, '?view=traffic&range=90');
  const look = (selector: string, pseudo?: string) =>
    page
      .locator(selector)
      .first()
      .evaluate((element, part) => {
        const { backgroundColor, borderBlockEndColor } = getComputedStyle(element, part);
        return { backgroundColor, borderBlockEndColor };
      }, pseudo);
  const canvas = await look('body');
  const current = await look('nav [aria-current]');
  const other = await look('nav a:not([aria-current])');
  expect(other.borderBlockEndColor).toBe(canvas.backgroundColor);
  expect(current.borderBlockEndColor).not.toBe(canvas.backgroundColor);
  const chosen = await look('[name="range"]:checked + span');
  expect(chosen.backgroundColor).not.toBe(
    (await look('[name="range"]:not(:checked) + span')).backgroundColor,
  );
  const tones = await Promise.all(
    ['standby', 'on-air', 'ink'].map((tone) => look(`li[data-tone="${tone}"]`, '::before')),
  );
  const colours = new Set(tones.map(({ backgroundColor }) => backgroundColor));
  expect(colours.size).toBe(3);
  expect([...colours]).not.toContain(canvas.backgroundColor);
});
