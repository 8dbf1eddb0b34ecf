import { utcQuarter } from '../../shared/src/time.ts';
import type { Site } from '../built-site.ts';
import { DAY, expect, happens, sees, test } from './analyst-fixtures.ts';

const sum = (rows: string[][], column: number) =>
  rows.reduce((all, row) => all + Number(row[column]), 0);

/** Counts pages that were served some days ago, at this time: what has only a day is placed at noon, which may be still to come. */
function serves(site: Site, daysAgo: number, pages: Record<string, number>) {
  const quarter = utcQuarter(Date.now() - daysAgo * DAY * 1000);
  const rows = Object.entries(pages).map(([path, count]) => [path, count] as const);
  const [days, quarters] = [quarter.slice(0, 10), quarter].map((time) =>
    rows.map(([path, count]) => `('${time}', '${path}', ${count})`),
  );
  site.execute(`INSERT INTO page_counts (day, path, count) VALUES ${days};
    INSERT INTO page_quarters (quarter, path, count) VALUES ${quarters}`);
}

/** Three visitors from a newsletter, of whom one signs up, and two from a search, one of whom is the same. */
function visitorsOfTwoSources(site: Site) {
  const scrolls = (source: string, percent_scrolled: number, ...people: string[]) =>
    people.map((person) => ({ event: 'scroll', properties: { percent_scrolled }, person, source }));
  const presses = {
    event: 'button_click',
    properties: { button_name: 'Notify me', click_location: 'hero' },
  };
  const signsUp = { event: 'form_submit', properties: { event_label: 'success' } };
  const ann = { person: 'ann', source: 'newsletter' };
  happens(
    site,
    ...scrolls('newsletter', 100, 'ann', 'ben', 'cem'),
    ...scrolls('google', 50, 'cem', 'dag'),
    ...[presses, presses, signsUp].map((event) => ({ ...event, ...ann })),
  );
  site.execute("UPDATE events SET utm_campaign = 'launch' WHERE utm_source = 'newsletter'");
}

test('visitors are grouped by what a tab says, and all together counts each once', async ({
  analyst,
  page,
  site,
}) => {
  visitorsOfTwoSources(site);
  serves(site, 1, { '/': 9 });
  await analyst.open('?view=traffic&range=7&zone=UTC');
  const tabs = page.getByRole('navigation', { name: 'Group visitors by' });
  await expect(tabs.getByRole('link', { name: 'Channel' })).toHaveAttribute('aria-current');
  await tabs.getByRole('link', { name: 'Source' }).click();
  await expect(page).toHaveURL(/&by=utm_source&/);
  await expect(tabs.locator('[aria-current]')).toHaveText('Source');
  await analyst.settled();
  const firstCells = async (name: string | RegExp, count: number) =>
    (await analyst.cells(name)).map((row) => row.slice(0, count));
  expect(await firstCells('Visitors by source', 3)).toEqual([
    ['newsletter', '3', '1'],
    ['google', '2', '0'],
  ]);
  const all = page.getByRole('row', { name: 'All together' });
  await expect(all.getByRole('cell')).toContainText(['4', '1', '25.0 % 1 of 4']);
  const table = page.getByRole('table', { name: 'Visitors by source' });
  expect((await table.boundingBox())?.y).toBeLessThan(420);

  // A curve, and behind it the same as a table. It is about the home page, which nobody takes for all of them.
  const depth = page.getByRole('figure', { name: 'How far they scroll on the home page' });
  await depth.getByText('As a table').click();
  expect(await firstCells('How far they scroll on the home page', 2)).toEqual([
    ['25 %', '100.0 %'],
    ['50 %', '100.0 %'],
    ['75 %', '75.0 %'],
    ['90 %', '75.0 %'],
    ['The end', '75.0 %'],
  ]);
  // She who pressed it signed up.
  expect(await firstCells('Buttons', 4)).toEqual([['Notify me (Top)', '1', '1', '100.0 % 1 of 1']]);
  // A pair filters by both of its values.
  const pairs = page.getByRole('table', { name: 'Source and campaign' });
  await expect
    .poll(() => firstCells('Source and campaign', 4))
    .toEqual([
      ['newsletter', 'launch', '3', '1'],
      ['google', 'No campaign', '2', '0'],
    ]);
  await expect(page.getByText('Not filtered', { exact: true })).toHaveCount(0);
  await pairs.getByRole('button', { name: 'newsletter' }).click();
  await expect(page).toHaveURL(/filter=utm_source:newsletter&filter=utm_campaign:launch/);
  await expect(page.getByText('Not filtered', { exact: true })).toHaveCount(2); // the charts
  await expect(all).toHaveCount(0); // of one row

  // Somebody sees several pages.
  await tabs.getByRole('link', { name: 'Page' }).click();
  await expect
    .poll(() => firstCells('Visitors by page', 4))
    .toEqual([['/', '3', '1', '100.0 % 3 of 3']]);

  // Buttons are there without the curve.
  page.allowFailed(0);
  await page.route(/behaviour.*filter=path/, (route) => route.abort());
  await page.reload();
  await expect(page.getByRole('table', { name: 'Buttons' })).toBeVisible();
  await expect(depth).toHaveCount(0);
});

test('how far people scroll is about one page: the home page, or the one of a filter', async ({
  analyst,
  page,
  site,
}) => {
  const scrolls = (person: string, percent_scrolled: number) => ({
    event: 'scroll',
    properties: { percent_scrolled },
    person,
  });
  happens(site, scrolls('eve', 100), scrolls('fay', 100));
  site.execute("UPDATE events SET path = '/about'");
  happens(site, scrolls('ann', 25), sees('hero', { person: 'ben' }));
  const firstOf = async (name: string) => {
    const depth = page.getByRole('figure', { name, exact: true });
    await depth.getByText('As a table').click();
    return (await analyst.cells(name)).map(([, share]) => share);
  };
  await analyst.open('?view=traffic&range=7&zone=UTC');
  expect(await firstOf('How far they scroll on the home page')).toEqual([
    '50.0 %',
    '0.0 %',
    '0.0 %',
    '0.0 %',
    '0.0 %',
  ]);
  await analyst.goTo('?view=traffic&range=7&filter=path:/about&zone=UTC');
  expect((await firstOf('How far they scroll on /about'))[4]).toBe('100.0 %');
});

test('the current tab is in sight on a phone', async ({ analyst, page }) => {
  await page.setViewportSize({ width: 390, height: 844 });
  await analyst.open('?view=traffic&by=utm_content');
  await expect(page.getByRole('link', { name: 'Content', exact: true })).toBeInViewport({
    ratio: 0.9,
  });
});

test('a site without visitors says so, and what to do', async ({ analyst, page }) => {
  await analyst.open('?view=traffic');
  await expect(
    page.getByText('No visitors who agreed to be measured came in 30 days.'),
  ).toBeVisible();
  await expect(page.getByRole('heading', { name: 'Nothing has been counted yet' })).toBeVisible();
  await expect(page.getByRole('table')).toHaveCount(0);
});

test('pages served are beside those of the period before, an unfinished bar is hatched, and a long list is cut', async ({
  analyst,
  page,
  site,
}) => {
  serves(site, 2, { '/': 60 });
  serves(site, 13, { '/': 30, '/gone': 20 });
  serves(site, 15, { '/': 1 }); // counted since then
  await analyst.open('?view=traffic&range=7');
  await expect(page.locator('figure [data-tone="ink"]:is(rect)')).toHaveCount(1);
  await analyst.openDetails();
  const rows = await analyst.cells('Pages served per day');
  expect([sum(rows, 1), sum(rows, 2)]).toEqual([60, 50]);
  expect(rows.at(-1)?.[0]).toMatch(/, so far$/);
  expect(await analyst.cells('Pages by path')).toEqual([
    ['/', '60+100 %'],
    // What fell to nothing is shown, too.
    ['/gone', '0−100 %'],
  ]);
  const all = page.getByRole('row', { name: 'All pages' });
  await expect(all).toContainText('+20 %');

  await page.getByLabel('Compare').uncheck();
  await expect(page).toHaveURL(/compare=0/);
  // A table of one path would repeat the chart.
  await expect(page.getByRole('table', { name: 'Pages by path' })).toHaveCount(0);

  serves(site, 0, { '/': 1 });
  serves(site, 1, Object.fromEntries(Array.from({ length: 14 }, (_, page) => [`/${page}`, 1])));
  await page.reload();
  await expect(page.locator('figure [data-partial]')).toHaveCount(1);
  const listed = () => analyst.cells('Pages by path');
  await expect.poll(listed).toHaveLength(10);
  await page.getByRole('button', { name: 'Show all' }).click();
  await expect.poll(listed).toHaveLength(15);
});

test('a time zone is chosen by its place, and stays', async ({ analyst, page, site }) => {
  await analyst.open('?view=traffic&range=7');
  await page.getByRole('button', { name: '7 days' }).click();
  const zone = page.getByLabel('Time zone');
  await zone.selectOption('Port-au-Prince, America');
  await expect(page).toHaveURL(/zone=America\/Port-au-Prince/);
  // What is chosen hides no other place.
  await zone.focus();
  await page.keyboard.type('Tok');
  await expect(page).toHaveURL(`${site.url}/growth?view=traffic&range=7&zone=Asia/Tokyo`);
  await expect(zone.locator('option:checked')).toHaveText('Tokyo, Asia');
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
