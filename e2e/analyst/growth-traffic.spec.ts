import { expect, test } from '../fixtures.ts';
import {
  cells,
  demoDays,
  figure,
  fillWithDemoData,
  GROWTH_TOKEN,
  openConsole,
  openDetails,
  settled,
  signsUp,
} from './growth.ts';

test.use({ settings: { GROWTH_TOKEN } });

const count = (people: number) => people.toLocaleString('en');
const percent = (part: number, whole: number) => `${((part / whole) * 100).toFixed(1)} %`;
const sum = (rows: string[][], column: number) =>
  rows.reduce((all, row) => all + Number(row[column]?.replaceAll(',', '')), 0);

test('each figure is shown with that of the period before, until the comparison is switched off', async ({
  page,
  site,
}) => {
  signsUp(site, { ago: '2 days', id: 1 });
  signsUp(site, { ago: '9 days', id: 2 });
  signsUp(site, { ago: '9 days', id: 3 });
  const scrolls = (person: string, source: string | null, daysAgo: number, times: number) =>
    site.execute(
      `INSERT INTO events (id, consent_id, name, properties, path, utm_source, occurred_at, received_at)
         WITH RECURSIVE event(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM event WHERE i < ${times})
         SELECT '${person}-${daysAgo}-' || i, '${person}', 'scroll', '{"percent_scrolled":25}', '/', ${source === null ? 'NULL' : `'${source}'`},
           (unixepoch() - ${daysAgo} * 86400) * 1000, 0 FROM event`,
    );
  scrolls('somebody', null, 1, 30);
  scrolls('somebody', null, 9, 60);
  scrolls('else', 'newsletter', 9, 6);
  const served = (days: number) =>
    new Date(Date.now() - days * 86_400_000).toISOString().slice(0, 10);
  site.execute(
    `INSERT INTO page_counts (day, path, count) VALUES ('${served(2)}', '/', 60), ('${served(9)}', '/', 30), ('${served(9)}', '/gone', 20)`,
  );
  await openConsole(page, site, '?view=traffic&range=7');
  const pages = page.locator('dl > div', { hasText: 'Pages served' });
  await expect(pages).toContainText('+20 % · 50');
  await openDetails(page);
  await expect(page.getByRole('columnheader', { name: 'the 7 days before' })).toHaveCount(2);
  const rows = await cells(page, 'Signups per day');
  expect([sum(rows, 1), sum(rows, 3)]).toEqual([1, 2]);
  expect(await cells(page, 'Pages by path')).toEqual([
    ['/', '60+100 % · 30'],
    // What fell to nothing is shown, too.
    ['/gone', '0−100 % · 20'],
  ]);
  // From fewer than five there is no comparison.
  expect(await cells(page, 'Events by name')).toEqual([['scroll', '30−55 % · 66', '1']]);
  expect((await cells(page, 'Visitors by channel')).map((row) => row.slice(0, 3))).toEqual([
    ['Unknown', '1', '30−50 % · 60'],
    ['E-mail', '0', '0−100 % · 6'],
  ]);
  // Today's bar is not complete, and says so.
  expect(rows.at(-1)?.[0]).toMatch(/, so far$/);

  await page.getByLabel('Compare').uncheck();
  await expect(page).toHaveURL(/compare=0/);
  await expect(pages).not.toContainText('·');
  await expect(page.getByText('the 7 days before')).toHaveCount(0);
});

test('a bar that is not complete is hatched, the last 60 minutes have charts, and a long list of pages ends with a button', async ({
  page,
  site,
}) => {
  signsUp(site, { ago: '1 second', id: 1 });
  signsUp(site, { ago: '3 days', id: 2 });
  const yesterday = new Date(Date.now() - 86_400_000).toISOString().slice(0, 10);
  const paths = Array.from(
    { length: 14 },
    (_, index) => `('${yesterday}', '/page-${index}', ${20 - index})`,
  );
  site.execute(`INSERT INTO page_counts (day, path, count) VALUES ${paths.join()}`);
  await openConsole(page, site, '?view=traffic&range=7');
  await expect(page.locator('figure [data-tone="standby"]:is(rect)')).toHaveCount(2);
  await expect(page.locator('figure [data-partial]')).toHaveCount(1);
  const rows = () => cells(page, 'Pages by path');
  await expect.poll(rows).toHaveLength(10);
  await page.getByRole('button', { name: 'Show all' }).click();
  await expect.poll(async () => (await rows()).length).toBeGreaterThanOrEqual(14);
  await page.getByRole('button', { name: 'Show fewer' }).click();
  await expect.poll(rows).toHaveLength(10);
  await page.getByRole('radio', { name: '60 min' }).check();
  await expect(page.getByRole('figure', { name: 'Signups per hour' })).toBeVisible();
  await openDetails(page);
  expect(sum(await cells(page, 'Signups per hour'), 1)).toBe(1);
});

test('figures are asked again while somebody looks at them, and not in a hidden tab', async ({
  page,
  site,
}) => {
  await page.clock.install();
  await openConsole(page, site, '?view=traffic&range=7');
  await expect(figure(page, 'Signups')).toHaveText('0');
  signsUp(site, { ago: '1 second', id: 1 });
  await page.clock.runFor(31_000);
  await expect(figure(page, 'Signups')).toHaveText('1');

  const show = (state: string) =>
    page.evaluate((value) => {
      Object.defineProperty(document, 'visibilityState', { value, configurable: true });
      document.dispatchEvent(new Event('visibilitychange'));
    }, state);
  await settled(page);
  await show('hidden');
  await page.waitForLoadState('networkidle');
  const asked = () => page.sentRequests.filter(({ url }) => url.includes('/api/figures')).length;
  const before = asked();
  signsUp(site, { ago: '1 second', id: 2 });
  await page.clock.runFor(120_000);
  expect(asked()).toBe(before);
  await show('visible');
  await expect(figure(page, 'Signups')).toHaveText('2');
});

test.describe('with nothing but made-up visits', () => {
  test.use({ sharesSite: true });

  test('days, events and sources add up to the same people, and the rate counts refusals', async ({
    page,
    site,
  }) => {
    await fillWithDemoData(site);
    await openConsole(page, site, `?view=traffic&${demoDays}&compare=0`);
    await expect(figure(page, 'Signups')).toHaveText('67');
    await expect(figure(page, 'Consent rate')).toHaveText(percent(500, 800));
    await expect(page.getByText('Of the 62.5 % who agreed: 500 of 800 answers')).toHaveCount(1);

    await openDetails(page);
    const signups = await cells(page, 'Signups per day');
    expect(signups).toHaveLength(34);
    expect(sum(signups, 1) + sum(signups, 2)).toBe(67);
    const stored = site.query<{ signups: number }>(
      "SELECT count(*) AS signups FROM notifyme_signups WHERE signup_type = 'beta'",
    );
    expect(sum(signups, 2)).toBe(stored[0]?.signups);
    const answers = await cells(page, 'Answers to the consent question per day');
    expect([sum(answers, 1), sum(answers, 2)]).toEqual([500, 300]);
    const pages = await cells(page, 'Pages served per day');
    await expect(figure(page, 'Pages served')).toHaveText(count(sum(pages, 1)));

    const events = await cells(page, 'Events by name');
    expect(sum(events, 1)).toBe(5_000);
    // The intervals are those of Wilson's formula, calculated with R: prop.test(25, 100, correct = FALSE).
    expect(
      (await cells(page, 'Visitors by channel')).map(([channel, people, , signedUp, rate]) => [
        channel,
        people,
        signedUp,
        rate,
      ]),
    ).toEqual([
      ['E-mail', '100', '25', '25.0 %17.5 – 34.3 %'],
      ['AI assistant', '100', '15', '15.0 %9.3 – 23.3 %'],
      ['Video', '100', '12', '12.0 %7.0 – 19.8 %'],
      ['Search', '100', '11', '11.0 %6.3 – 18.6 %'],
      ['Unknown', '100', '4', '4.0 %1.6 – 9.8 %'],
    ]);

    await page.getByLabel('Group visitors by').selectOption('Source');
    await expect(page).toHaveURL(/by=utm_source/);
    await settled(page);
    const sources = await cells(page, 'Visitors by source');
    expect(sum(sources, 2)).toBe(5_000);
    expect(sources.map(([source]) => source)).toContain('(none)');
  });

  test('at 390 px the controls are behind a button, and the chart begins in the first view', async ({
    page,
    site,
  }) => {
    await page.setViewportSize({ width: 390, height: 844 });
    await fillWithDemoData(site);
    await openConsole(page, site, '?view=traffic');
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

  test('another time zone is chosen by its place and stays in the address', async ({
    page,
    site,
  }) => {
    await openConsole(page, site, '?view=traffic&range=7');
    await expect(page).toHaveURL(`${site.url}/growth?view=traffic&range=7&zone=UTC`);
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
    for (const further of [1, 2]) {
      await page.keyboard.press('ArrowDown');
      await expect.poll(place).toBe(tokyo + further);
      await expect(page).not.toHaveURL(/Tokyo/);
    }
    await zone.selectOption('Asia/Tokyo');
    await page.goto(page.url().replace('Tokyo', 'Kathmandu'));
    await settled(page);
    await details.click();
    await page.keyboard.press('Escape');
    await page.getByRole('link', { name: 'Overview' }).click();
    await expect(page).toHaveURL(/zone=Asia\/Kathmandu/);
  });
});
