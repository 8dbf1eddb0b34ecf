import type { Site } from '../built-site.ts';
import { DAY, expect, happens, signsUp, test } from './analyst-fixtures.ts';

const sum = (rows: string[][], column: number) =>
  rows.reduce((all, row) => all + Number(row[column]), 0);

/** Counts pages that were served some days ago. */
function serves(site: Site, daysAgo: number, pages: Record<string, number>) {
  const day = new Date(Date.now() - daysAgo * DAY * 1000).toISOString().slice(0, 10);
  const rows = Object.entries(pages).map(([path, count]) => `('${day}', '${path}', ${count})`);
  site.execute(`INSERT INTO page_counts (day, path, count) VALUES ${rows}`);
}

test('each figure is beside that of the period before, an unfinished bar is hatched, and a long list is cut', async ({
  analyst,
  page,
  site,
}) => {
  for (const days of [0, 2, 9, 9]) signsUp(site, { ago: days * DAY });
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
  const pages = analyst.labelled(/^Pages (served|until \d\d:\d\d)$/);
  await expect(pages).toContainText('+20 % · 50');
  await analyst.openDetails();
  const rows = await analyst.cells('Signups per day');
  expect([sum(rows, 1), sum(rows, 3)]).toEqual([2, 2]);
  // Today's bar is not complete, and says so.
  expect(rows.at(-1)?.[0]).toMatch(/, so far$/);
  await expect(page.locator('figure [data-tone="standby"]:is(rect)')).toHaveCount(2);
  await expect(page.locator('figure [data-partial]')).toHaveCount(1);
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

  serves(site, 1, Object.fromEntries(Array.from({ length: 14 }, (_, page) => [`/${page}`, 1])));
  await page.reload();
  const listed = () => analyst.cells('Pages by path');
  await expect.poll(listed).toHaveLength(10);
  await page.getByRole('button', { name: 'Show all' }).click();
  await expect.poll(listed).toHaveLength(15);
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
