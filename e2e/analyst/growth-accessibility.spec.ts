import type { Page } from '@playwright/test';
import { VIEWS } from '../../client/src/console/address/views.ts';
import { violations } from '../axe.ts';
import { demoDays, expect, fillWithDemoData, happens, sees, test } from './analyst-fixtures.ts';

const height = 844;

/** What some views say of an empty database. */
const EMPTY: Partial<Record<(typeof VIEWS)[number], string[]>> = {
  overview: ['Nothing has been counted yet'],
  funnel: ['Nobody took the first step'],
  traffic: ['Nothing has been counted yet', 'No events in this'],
  signups: ['No signups yet'],
  live: ['No events yet'],
};

test('axe finds nothing in an empty console, even at 320 px', async ({ analyst, page }) => {
  await analyst.open();
  for (const view of VIEWS) {
    await analyst.goTo(`?view=${view}`);
    for (const words of EMPTY[view] ?? [])
      await expect(page.getByRole('main')).toContainText(words);
    await expect(page.locator('figure')).toHaveCount(0);
    expect(await violations(page, [390]), `empty ${view}`).toEqual([]);
    await page.setViewportSize({ width: 320, height });
    await expect.poll(() => layoutFaults(page), `empty ${view}`).toEqual([]);
  }
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

/** Funnels whose tables have long names and many columns. */
const FUNNELS = [
  'preset=button',
  'preset=reading&breakdown=channel',
  `breakdown=utm_source${['hero', 'pipeline', 'benefits', 'signup', 'hero', 'pipeline']
    .map((section) => `&step=section_view:section_name%3D${section}`)
    .join('')}`,
];

test('in a full console axe finds nothing, and from 320 to 1440 px each view fits', async ({
  analyst,
  page,
  site,
}) => {
  test.slow(); // ten pages in four widths, most of them read by axe
  await fillWithDemoData(site);
  happens(site, sees('benefits', { person: 'somebody-012345', source: 'product_hunt' }));
  await analyst.open();
  const expectToFit = async (search: string) => {
    await analyst.goTo(`?${search}&zone=${LONG_ZONE}&${demoDays}`);
    await analyst.openDetails();
    for (const width of [320, 768, 1024, 1440]) {
      await page.setViewportSize({ width, height });
      // The charts follow a moment later.
      await expect.poll(() => layoutFaults(page), `${search}, ${width} px`).toEqual([]);
    }
  };
  for (const view of VIEWS) {
    await expectToFit(`view=${view}&breakdown=utm_source`);
    // Decisions and mailings have lists in place of a table.
    const content = view === 'applications' || view === 'mailings' ? 'main' : 'table';
    await expect(page.getByRole(content).first()).toBeAttached();
    expect(await violations(page), view).toEqual([]);
  }
  for (const funnel of FUNNELS) await expectToFit(`view=funnel&${funnel}`);
  await analyst.goTo('?view=traffic');
  await page.locator('main button[popovertarget]:visible').first().click();
  await expect(page.getByLabel('Time zone')).toBeVisible();
  expect(await violations(page), 'the controls').toEqual([]);
  await analyst.goTo('?view=signups');
  const menus = page.getByLabel(/^Actions for/);
  await menus.first().click();
  expect(await violations(page), 'the menu of a row').toEqual([]);
  await page.getByRole('button', { name: /^Delete the signup/ }).click();
  await expect(page.getByRole('dialog')).toBeVisible();
  expect(await violations(page), 'the question').toEqual([]);
});

test('by keyboard alone through the views, bar by bar', async ({ analyst, page, site }) => {
  await fillWithDemoData(site);
  const main = page.getByRole('main');
  await analyst.open(`?view=traffic&${demoDays}`);
  await expect(main).toBeFocused();
  await page.reload();
  await analyst.settled();
  await page.keyboard.press('Tab');
  await expect(page.getByRole('link', { name: 'Skip to the figures' })).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(main).toBeFocused();

  const bars = page.getByRole('slider', { name: /^Signups per day/ });
  const isReached = () => bars.evaluate((element) => element === document.activeElement);
  for (let presses = 0; presses < 20 && !(await isReached()); presses++)
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
  await expect(main).toBeFocused();
  await page.getByRole('button', { name: 'Sign out' }).focus();
  await page.keyboard.press('Enter');
  await expect(page.getByLabel('Token')).toBeFocused();
});

test('in forced colours states and series differ', async ({ analyst, page, site }) => {
  await fillWithDemoData(site);
  await page.emulateMedia({ forcedColors: 'active' });
  await analyst.open('?view=traffic&range=90');
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
