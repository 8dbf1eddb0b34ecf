import type { Page } from '@playwright/test';
import { VIEWS } from '../../client/src/console/address/views.ts';
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

/** What some views say of an empty database. */
const EMPTY: Partial<Record<(typeof VIEWS)[number], string[]>> = {
  overview: ['Nothing has been counted yet'],
  funnel: ['Nobody took the first step'],
  traffic: ['No signups in this', 'No pages were served', 'Nobody answered', 'No events in this'],
  signups: ['No signups yet'],
  live: ['No events yet'],
};

test('axe finds nothing in the console: signed out, and empty with an explanation', async ({
  page,
  site,
}) => {
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
    for (const words of EMPTY[view] ?? [])
      await expect(page.getByRole('main')).toContainText(words);
    await expect(page.locator('figure')).toHaveCount(0);
    expect(await violations(page, [390]), `empty ${view}`).toEqual([]);
  }
});

test('axe finds nothing in the console: full, opened, with a question', async ({ page, site }) => {
  test.slow(); // axe reads every view in three ways
  await fillWithDemoData(site);
  await openConsole(page, site);
  for (const view of VIEWS) {
    await page.goto(`${site.url}/growth?view=${view}&breakdown=utm_source&${demoDays}`);
    await settled(page);
    // Decisions and mailings have lists in place of a table.
    const content = view === 'applications' || view === 'mailings' ? 'main' : 'table';
    await expect(page.getByRole(content).first()).toBeAttached();
    await openDetails(page);
    expect(await violations(page), view).toEqual([]);
    if (view !== 'traffic') continue;
    await page.locator('main button[popovertarget]:visible').first().click();
    await expect(page.getByLabel('Time zone')).toBeVisible();
    expect(await violations(page), `controls of ${view}`).toEqual([]);
  }
  await page.goto(`${site.url}/growth?view=signups`);
  await page
    .getByLabel(/^Actions for/)
    .first()
    .click();
  expect(await violations(page), 'the menu of a row').toEqual([]);
  await page.getByRole('button', { name: /^Delete the signup/ }).click();
  await expect(page.getByRole('dialog')).toBeVisible();
  expect(await violations(page), 'the question').toEqual([]);
});

/** A zone whose name is as long as they come. */
const LONG_ZONE = 'America/Argentina/ComodRivadavia';

/** Returns what scrolls the page sideways, is cut or breaks within a word or a number. */
const layoutFaults = (page: Page) =>
  page.evaluate(() => {
    const { scrollWidth, clientWidth } = document.documentElement;
    const faults = scrollWidth > clientWidth ? [`the page: ${scrollWidth} px`] : [];
    const all = (selector: string) => [...document.querySelectorAll<HTMLElement>(selector)];
    const isHidden = (element: HTMLElement) => element.closest('.visually-hidden') !== null;
    // On a narrow screen the head of a table is for screen readers.
    const cells = all('main :is(th, td)').filter(
      (cell) => getComputedStyle(cell.closest('thead') ?? cell).clipPath === 'none',
    );
    for (const cell of cells)
      if (cell.scrollWidth > cell.clientWidth && !cell.querySelector('.visually-hidden'))
        faults.push(`cut: ${cell.textContent}`);
    for (const element of [...cells, ...all('main dl :is(dt, b)')]) {
      const walker = document.createTreeWalker(element, NodeFilter.SHOW_TEXT);
      for (let node = walker.nextNode(); node; node = walker.nextNode()) {
        if (node.parentElement && isHidden(node.parentElement)) continue;
        // A line may break at a space, after a slash of a zone (at a space of no width) and after a hyphen.
        for (const { 0: word, index } of (node.textContent ?? '').matchAll(/[^ \u200b-]+/g)) {
          const range = document.createRange();
          range.setStart(node, index);
          range.setEnd(node, index + word.length);
          const lines = new Set([...range.getClientRects()].map(({ top }) => Math.round(top)));
          if (lines.size > 1) faults.push(`broken: ${word}`);
        }
      }
    }
    return faults;
  });

test('at 320, 390, 768 and 1440 px no view scrolls sideways, and nothing is cut or broken', async ({
  page,
  site,
}) => {
  test.slow(); // ten pages, five of them in four widths
  await openConsole(page, site);
  for (const state of ['empty', 'full']) {
    for (const view of VIEWS) {
      await page.goto(
        `${site.url}/growth?view=${view}&breakdown=utm_source&zone=${LONG_ZONE}&${demoDays}`,
      );
      await settled(page);
      await openDetails(page);
      for (const width of state === 'empty' ? [320] : [320, 390, 768, 1440]) {
        await page.setViewportSize({ width, height });
        // The charts follow a moment later.
        await expect.poll(() => layoutFaults(page), `${state} ${view}, ${width} px`).toEqual([]);
      }
    }
    if (state === 'full') continue;
    await fillWithDemoData(site);
    for (const [id, source, referrer] of [
      [1, "'product_hunt'", 'NULL'],
      [2, 'NULL', "'www.google.com'"],
    ])
      site.execute(
        `INSERT INTO events (id, consent_id, name, properties, path, utm_source, referrer_host, occurred_at, received_at)
           VALUES ('${id}', 'somebody-012345', 'section_view', '{"section_name":"benefits"}', '/', ${source}, ${referrer},
           unixepoch() * 1000, unixepoch() * 1000)`,
      );
  }
});

test.describe('with nothing but made-up visits', () => {
  test.use({ sharesSite: true });

  test('by keyboard alone: past the header, through the views, bar by bar, and out', async ({
    page,
    site,
  }) => {
    await fillWithDemoData(site);
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
    for (
      let i = 0;
      i < 20 && !(await bars.evaluate((one) => one === document.activeElement));
      i += 1
    )
      await page.keyboard.press('Tab');
    await expect(bars).toBeFocused();
    await page.keyboard.press('Home');
    const first = await bars.getAttribute('aria-valuetext');
    expect(first).toMatch(/^\d+ \w+ \d{4}: Notify me \d+, Beta Access \d+$/);
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
    await fillWithDemoData(site);
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
});
