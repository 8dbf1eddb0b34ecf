import type { Site } from '../built-site.ts';
import { DAY, expect, fillWithDemoData, happens, signsUp, test } from './analyst-fixtures.ts';

const sum = (rows: string[][], column: number) =>
  rows.reduce((all, row) => all + Number(row[column]), 0);

/** Counts pages that were served some days ago. */
function serves(site: Site, daysAgo: number, pages: Record<string, number>) {
  const day = new Date(Date.now() - daysAgo * DAY * 1000).toISOString().slice(0, 10);
  const rows = Object.entries(pages).map(([path, count]) => `('${day}', '${path}', ${count})`);
  site.execute(`INSERT INTO page_counts (day, path, count) VALUES ${rows}`);
}

test('each figure is beside that of the period before', async ({ analyst, page, site }) => {
  for (const days of [2, 9, 9]) signsUp(site, { ago: days * DAY });
  const scrolls = (times: number, days: number, source: string) => {
    const one = { event: 'scroll', ago: days * DAY, person: source, source };
    happens(site, ...Array.from({ length: times }, () => one));
  };
  scrolls(30, 1, 'google');
  scrolls(60, 9, 'google');
  scrolls(6, 9, 'newsletter');
  serves(site, 2, { '/': 60 });
  serves(site, 9, { '/': 30, '/gone': 20 });
  await analyst.open('?view=traffic&range=7');
  const pages = analyst.labelled('Pages served');
  await expect(pages).toContainText('+20 % · 50');
  await analyst.openDetails();
  const rows = await analyst.cells('Signups per day');
  expect([sum(rows, 1), sum(rows, 3)]).toEqual([1, 2]);
  // Today's bar is not complete, and says so.
  expect(rows.at(-1)?.[0]).toMatch(/, so far$/);
  expect(await analyst.cells('Pages by path')).toEqual([
    ['/', '60+100 % · 30'],
    // What fell to nothing is shown, too.
    ['/gone', '0−100 % · 20'],
  ]);
  // From fewer than five there is no comparison.
  expect(await analyst.cells('Events by name')).toEqual([['scroll', '30−55 % · 66', '1']]);
  await page.getByLabel('Group visitors by').selectOption('Source');
  await analyst.settled();
  expect((await analyst.cells('Visitors by source')).map((row) => row.slice(0, 3))).toEqual([
    ['google', '1', '30−50 % · 60'],
    ['newsletter', '0', '0−100 % · 6'],
  ]);

  await page.getByLabel('Compare').uncheck();
  await expect(page).toHaveURL(/compare=0/);
  await expect(pages).not.toContainText('·');
  await expect(page.getByText('the 7 days before')).toHaveCount(0);
});

test('an unfinished bar is hatched, a long list is cut', async ({ analyst, page, site }) => {
  signsUp(site, { ago: 1 });
  signsUp(site, { ago: 3 * DAY });
  const paths = Array.from({ length: 14 }, (_, index) => [`/page-${index}`, 20 - index]);
  serves(site, 1, Object.fromEntries(paths));
  await analyst.open('?view=traffic&range=7');
  await expect(page.locator('figure [data-tone="standby"]:is(rect)')).toHaveCount(2);
  await expect(page.locator('figure [data-partial]')).toHaveCount(1);
  const rows = () => analyst.cells('Pages by path');
  await expect.poll(rows).toHaveLength(10);
  await page.getByRole('button', { name: 'Show all' }).click();
  await expect.poll(rows).toHaveLength(14);
});

test('figures are asked again, but not in a hidden tab', async ({ analyst, page, site }) => {
  signsUp(site, { ago: 1 });
  await page.clock.install();
  await analyst.open('?view=traffic&range=7');
  await expect(analyst.figure('Signups')).toHaveText('1');
  signsUp(site, { ago: 1 });
  await page.clock.runFor(31_000);
  await expect(analyst.figure('Signups')).toHaveText('2');

  const show = (state: string) =>
    page.evaluate((value) => {
      Object.defineProperty(document, 'visibilityState', { value, configurable: true });
      document.dispatchEvent(new Event('visibilitychange'));
    }, state);
  await analyst.settled();
  await show('hidden');
  await page.waitForLoadState('networkidle');
  const asked = () => page.sentRequests.filter(({ url }) => url.includes('/api/figures')).length;
  const before = asked();
  signsUp(site, { ago: 1 });
  await page.clock.runFor(120_000);
  expect(asked()).toBe(before);
  await show('visible');
  await expect(analyst.figure('Signups')).toHaveText('3');
});

test.describe('with nothing but made-up visits', () => {
  test.use({ sharesSite: true });

  test('at 390 px the controls are behind a button', async ({ analyst, page, site }) => {
    await page.setViewportSize({ width: 390, height: 844 });
    await fillWithDemoData(site);
    await analyst.open('?view=traffic');
    await expect(page.getByText(/^Of the 6\d\.\d\s% who agreed \(/)).toBeVisible();
    const plot = page.locator('figure svg').first();
    const top = await plot.evaluate((element) => element.getBoundingClientRect().top);
    expect(top).toBeLessThanOrEqual(800);
    await expect(page.getByRole('radio', { name: '7 days' })).toBeHidden();
    await page.getByRole('button', { name: 'Last 30 days' }).click();
    await page.getByRole('radio', { name: '7 days' }).check();
    await page.getByRole('button', { name: 'Done' }).click();
    await expect(page.getByRole('radio', { name: '7 days' })).toBeHidden();
    await expect(page.getByRole('button', { name: 'Last 7 days' })).toBeFocused();
  });

  test('a time zone is chosen by its place, and stays', async ({ analyst, page, site }) => {
    await analyst.open('?view=traffic&range=7');
    const details = page.getByRole('button', { name: 'Time zone and bars' });
    await details.click();
    const zone = page.getByLabel('Time zone');
    await zone.selectOption('Buenos Aires');
    await expect(page).toHaveURL(/zone=America\/Buenos_Aires/);
    // What is chosen hides no other place.
    await zone.focus();
    await page.keyboard.type('Tok');
    await expect(page).toHaveURL(`${site.url}/growth?view=traffic&range=7&zone=Asia/Tokyo`);
    await expect(zone.locator('option:checked')).toHaveText('Tokyo');
    const place = () => zone.evaluate((select: HTMLSelectElement) => select.selectedIndex);
    const tokyo = await place();
    await page.keyboard.press('ArrowDown');
    await expect.poll(place).toBe(tokyo + 1);
    await expect(page).not.toHaveURL(/Tokyo/);
    await page.goto(page.url().replace(/zone=.*/, 'zone=Asia/Kathmandu'));
    await analyst.settled();
    await page.getByRole('link', { name: 'Overview' }).click();
    await expect(page).toHaveURL(/zone=Asia\/Kathmandu/);
  });
});
