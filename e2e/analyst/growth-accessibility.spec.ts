import type { Page } from '@playwright/test';
import common from '../../client/src/console/words/en/common.json' with { type: 'json' };
import { violations } from '../axe.ts';
import {
  demoDays,
  expect,
  fillWithDemoData,
  happens,
  sees,
  sharing,
  signsUp,
  test,
} from './analyst-fixtures.ts';

const height = 844;
const VIEWS = Object.keys(common.views) as (keyof typeof common.views)[];

/** What some views say of an empty database. */
const EMPTY: Partial<Record<(typeof VIEWS)[number], string[]>> = {
  overview: ['Nothing has been counted yet'],
  funnel: ['Nobody took the first step'],
  traffic: ['Nothing has been counted yet', 'No visitors who agreed to be measured came'],
  signups: ['No signups yet'],
  live: ['No visit yet'],
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
    // What is not seen until a chip is pointed at, or never, has room beyond its cell.
    const beyond = '.visually-hidden, [role="tooltip"]';
    // On a narrow screen the head of a table is for screen readers.
    const cells = all('main :is(th, td)').filter(
      (cell) => getComputedStyle(cell.closest('thead') ?? cell).clipPath === 'none',
    );
    for (const cell of cells)
      if (cell.scrollWidth > cell.clientWidth && !cell.querySelector(beyond))
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
  const name = 'Ada Lovelace';
  site.execute(`
    INSERT INTO people (id, name, role, created_at, link_ends_at) VALUES ('x', '${name}', 'owner', 1, ${Date.now()});
    INSERT INTO audit (at, kind, counts, done_by, thing) VALUES (1, 'add_person', '{}', 'token', 'x')`);
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
    // These have lists in place of a table.
    const isList = ['applications', 'mailings', 'live'].includes(view);
    const content = isList ? 'main' : 'table';
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
  await page.getByRole('button', { name: /^Delete: / }).click();
  await expect(page.getByRole('dialog')).toBeVisible();
  expect(await violations(page), 'the question').toEqual([]);
});

sharing('by keyboard alone through the views, bar by bar', async ({ analyst, page, site }) => {
  await fillWithDemoData(site);
  const main = page.getByRole('main');
  await analyst.open(`?view=traffic&${demoDays}`);
  await expect(main).toBeFocused();
  await page.reload();
  await analyst.settled();
  await page.keyboard.press('Tab');
  await expect(page.getByRole('link', { name: 'Skip to the content' })).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(main).toBeFocused();

  const bars = page.getByRole('slider', { name: /^Answers to the consent question per day/ });
  const isReached = () => bars.evaluate((element) => element === document.activeElement);
  for (let presses = 0; presses < 60 && !(await isReached()); presses++)
    await page.keyboard.press('Tab');
  await expect(bars).toBeFocused();
  await page.keyboard.press('Home');
  const first = await bars.getAttribute('aria-valuetext');
  expect(first).toMatch(/^\d+ \w+ \d{4}, Agreed \d+, Refused \d+/);
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

sharing('in forced colours states and series differ', async ({ analyst, page, site }) => {
  await fillWithDemoData(site);
  await page.emulateMedia({ forcedColors: 'active' });
  await analyst.open('?range=7');
  const look = (selector: string, pseudo?: string) =>
    page
      .locator(selector)
      .first()
      .evaluate((element, part) => {
        const { backgroundColor, borderBlockEndColor } = getComputedStyle(element, part);
        return { backgroundColor, borderBlockEndColor };
      }, pseudo);
  const canvas = await look('html');
  const current = await look('nav [aria-current]');
  const other = await look('nav a:not([aria-current])');
  expect(other.borderBlockEndColor).toBe(canvas.backgroundColor);
  expect(current.borderBlockEndColor).not.toBe(canvas.backgroundColor);
  await page.getByRole('button', { name: '7 days' }).click();
  const chosen = await look('[name="range"]:checked + span');
  expect(chosen.backgroundColor).not.toBe(
    (await look('[name="range"]:not(:checked) + span')).backgroundColor,
  );
  const tones = await Promise.all(
    ['standby', 'on-air'].map((tone) => look(`li[data-tone="${tone}"]`, '::before')),
  );
  const colours = new Set(tones.map(({ backgroundColor }) => backgroundColor));
  expect(colours.size).toBe(2);
  expect([...colours]).not.toContain(canvas.backgroundColor);
});

test('a printed view has no controls, is dark on light in dark mode, too, and keeps the keys of its legends', async ({
  analyst,
  page,
  site,
}) => {
  test.slow();
  await fillWithDemoData(site);
  signsUp(site, { type: 'beta', useCase: 'Films and more. '.repeat(20) });
  await analyst.open();
  await page.emulateMedia({ media: 'print', colorScheme: 'dark' });
  await page.setViewportSize({ width: 658, height: 930 }); // A4 between its margins
  for (const view of VIEWS) {
    await analyst.goTo(`?view=${view}&filter=viewport:large&${demoDays}`);
    const controls = page.locator(
      'nav, input, select, textarea, label, [popover], [role=status], a[download], figure summary, button',
    );
    // What remains are names, of a row, a column and a filter, and changes.
    const pressed = controls
      .filter({ visible: true })
      .and(page.locator(':not(:is(th, td, dd) > button, li > button)'));
    await expect(pressed, view).toHaveCount(0);
    await expect.poll(() => layoutFaults(page), view).toEqual([]);
    const look = () => {
      const { color } = getComputedStyle(document.querySelector('h1') as Element);
      const ground = [document.documentElement, document.body].map(
        (element) => getComputedStyle(element).backgroundColor,
      );
      return [color, ...ground];
    };
    const [ink = '', ...grounds] = await page.evaluate(look);
    expect(Number(/[\d.]+/.exec(ink)?.[0]), view).toBeLessThan(0.5);
    expect(grounds, view).toEqual(['rgba(0, 0, 0, 0)', 'rgba(0, 0, 0, 0)']);
    const keys = await page
      .locator('li[data-tone]')
      .evaluateAll((all) =>
        all.map((key) => getComputedStyle(key, '::before').getPropertyValue('print-color-adjust')),
      );
    expect(new Set(keys).size, view).toBe(keys.length > 0 ? 1 : 0);
    expect(keys, view).not.toContain('economy');
    if (view === 'traffic')
      for (const text of ['Device: Desktops', /^[\w\s]+–\s?\d+ \w+ \d{4}$/])
        await expect(page.getByText(text).filter({ visible: true })).toHaveCount(1);
  }
  await analyst.goTo('?view=signups');
  await expect(page.getByText(/^(Films and more\. ?){20}$/).filter({ visible: true })).toHaveCount(
    1,
  );
});

test.describe('on a touch screen', () => {
  sharing.use({ hasTouch: true, viewport: { width: 375, height } });

  sharing('no field has letters that iOS would enlarge', async ({ analyst, page, site }) => {
    test.slow();
    await fillWithDemoData(site);
    const expectLarge = async (what: string) => {
      const fields = page.locator('input:not([type=radio]), select, textarea');
      const sizes = await fields.evaluateAll((all) =>
        all.map((field) => Number.parseFloat(getComputedStyle(field).fontSize)),
      );
      expect(Math.min(16, ...sizes), what).toBe(16);
      return sizes.length;
    };
    await page.goto(`${site.url}/growth`);
    await expect(page.getByLabel('Token')).toBeVisible();
    await expectLarge('the sign-in');
    await analyst.open();
    for (const view of VIEWS) {
      await analyst.goTo(`?view=${view}`);
      if (view === 'mailings') await page.getByRole('button', { name: 'Write a mailing' }).click();
      const label = page.getByRole('button', { name: 'New link' });
      if (view === 'traffic') {
        await page.getByRole('button', { name: 'More' }).click();
        await label.click();
      }
      // This site's address allows no passkeys, so nobody is added.
      const hasNone = view === 'live' || view === 'people';
      expect(await expectLarge(view), view).toBeGreaterThan(hasNone ? -1 : 0);
    }
  });
});
