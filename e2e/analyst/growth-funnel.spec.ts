import { readFile } from 'node:fs/promises';
import type { Locator, Page } from '@playwright/test';
import { parse } from 'csv-parse/sync';
import { expect, test } from '../fixtures.ts';
import type { Site } from '../site.ts';
import { cells, figure, fillWithDemoData, GROWTH_TOKEN, openConsole, settled } from './growth.ts';

test.use({ settings: { GROWTH_TOKEN } });

interface Group {
  source: string;
  people: number;
  signedUp: number;
  daysAgo: number;
  /** From the signup section to the signup. */
  seconds?: number;
}

/** In seconds since 1970 UTC. */
const now = Math.floor(Date.now() / 1000);

/** Stores people who saw the signup section; the first of them signed up. */
function visit(site: Site, { source, people, signedUp, daysAgo, seconds = 60 }: Group) {
  const insert = (name: string, properties: string, count: number, after: number) =>
    site.execute(
      `INSERT INTO events (id, consent_id, name, properties, path, utm_source, occurred_at, received_at)
         WITH RECURSIVE person(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM person WHERE i < ${count})
         SELECT '${source}-${daysAgo}-${name}-' || i, '${source}-${daysAgo}-' || i, '${name}', '${properties}', '/',
           '${source}', ${now - daysAgo * 86_400 + after} * 1000, ${now} * 1000 FROM person`,
    );
  insert('section_view', '{"section_name":"signup"}', people, 0);
  if (signedUp > 0)
    insert('form_submit', '{"form_type":"beta","event_label":"success"}', signedUp, seconds);
}

const steps = (page: Page) => cells(page, 'People per step');

test('a conversion has its interval and its loss, and differs from the period before only if that is clear', async ({
  page,
  site,
}) => {
  visit(site, { source: 'news', people: 100, signedUp: 45, daysAgo: 3 });
  visit(site, { source: 'video', people: 100, signedUp: 15, daysAgo: 3 });
  visit(site, { source: 'news', people: 200, signedUp: 30, daysAgo: 10, seconds: 120 });
  visit(site, { source: 'social', people: 20, signedUp: 4, daysAgo: 3 });
  await openConsole(page, site, '?view=funnel&range=7&zone=UTC');
  await expect(page.getByText(/beside the 7 days before$/)).toBeVisible();
  await expect(
    page.getByText(/^64 of 220 people took all steps .* 14.1 points more .*not chance/),
  ).toBeVisible();
  // 64 of 220 beside 30 of 200.
  expect(await steps(page)).toEqual([
    ['Saw the signup section', '156 left here, the largest loss', '220+10 % · 200', '–', '–'],
    [
      'Signed up',
      '',
      '64▲ 113 % · 30',
      '29.1 %23.5 – 35.4 %▲ 14.1 pts · 15.0 %',
      '1 minmean 1 min−1 min · 2 min',
    ],
  ]);
  await expect(figure(page, 'People measured')).toHaveText('220');
  await expect(figure(page, 'Conversion')).toHaveText('29.1 %');
  await expect(figure(page, 'Median time')).toHaveText('1 min');
  for (const time of ['Median time', 'Nine of ten within'])
    await expect(page.locator('dl > div', { hasText: time })).toContainText('−1 min · 2 min');

  await page.getByLabel('Break down by').selectOption('Source');
  await settled(page);
  const bySource = await cells(page, 'By source');
  expect(bySource.map(([source, , ...others]) => [source, ...others])).toEqual([
    ['news', '45 45.0 %35.6 – 54.8 %+50 % · 30▲ 30.0 pts · 15.0 %', '▲ 29.2 pts'],
    ['video', '15 15.0 %9.3 – 23.3 %', '▼ 25.8 pts'],
    ['social', '4 20.0 %, few8.1 – 41.6 %', '–'],
  ]);

  await page.goto(`${page.url()}&compare=0`);
  await settled(page);
  await expect(page.getByRole('table', { name: 'By source' })).not.toContainText('·');
});

test('conversion over time and time to convert are charts, tables and files', async ({
  page,
  site,
}) => {
  visit(site, { source: 'a', people: 10, signedUp: 5, daysAgo: 2, seconds: 30 });
  visit(site, { source: 'b', people: 40, signedUp: 5, daysAgo: 1, seconds: 7_200 });
  await openConsole(page, site, '?view=funnel&range=7&zone=UTC');
  for (const summary of await page.getByText('As a table').all()) await summary.click();
  const overTime = await cells(page, 'Conversion over time');
  expect(overTime).toHaveLength(7);
  const [early, late] = overTime.slice(-3);
  expect(early?.[0]).toMatch(/, few$/);
  expect(early?.slice(1, 4)).toEqual(['50.0 %', '23.7 %', '76.3 %']);
  expect(late?.slice(1, 6)).toEqual(['12.5 %', '5.5 %', '26.1 %', '40', '5']);
  expect(overTime[0]?.slice(1, 4)).toEqual(['–', '–', '–']);
  await expect(page.getByText(/half of the people took at most .*, and nine of ten/)).toBeVisible();
  const took = await cells(page, 'Time to convert');
  expect(took.filter(([, people]) => people !== '0').map(([, people]) => people)).toEqual([
    '5',
    '5',
  ]);

  const downloading = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Download CSV: Conversion over time' }).click();
  const file = await readFile(await (await downloading).path(), 'utf8');
  const rows = parse(file, { bom: true, columns: true }) as Record<string, string>[];
  expect(rows).toHaveLength(7);
  expect(rows.at(-3)).toMatchObject({ Conversion: '0.5', Started: '10', Remarks: 'few' });
  expect(rows.at(-3)?.['Day']).toMatch(/^\d{4}-\d\d-\d\d$/);
  for (const name of ['Time to convert', 'People per step'])
    await expect(page.getByRole('button', { name: `Download CSV: ${name}` })).toBeVisible();
});

test('people whom a wrong clock dates before the chart are told below it, in its table and in its file', async ({
  page,
  site,
}) => {
  page.allowFailed(400); // the consent rate of more than 1,200 weeks
  visit(site, { source: 'a', people: 10, signedUp: 5, daysAgo: 2 });
  visit(site, { source: 'wrong', people: 3, signedUp: 1, daysAgo: 40 * 365 });
  await openConsole(
    page,
    site,
    '?view=funnel&from=1970-01-01&to=2099-12-31&unit=day&compare=0&zone=UTC',
  );
  await expect(
    page.getByText('Before the first point of this chart: 3 started, 1 finished.'),
  ).toBeVisible();
  for (const summary of await page.getByText('As a table').all()) await summary.click();
  const [earlier, ...others] = await cells(page, 'Conversion over time');
  expect(earlier).toEqual(['Earlier, few', '33.3 %', '6.1 %', '79.2 %', '3', '1']);
  expect(others.map((row) => row.slice(-2))).toEqual([['10', '5']]);
  const downloading = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Download CSV: Conversion over time' }).click();
  const file = await readFile(await (await downloading).path(), 'utf8');
  expect(file.split('\r\n')[1]).toMatch(/^Earlier,0\.33.*,3,1,few$/);
});

test('the presets are the first choice, and a choice is an address', async ({ page, site }) => {
  visit(site, { source: 'a', people: 10, signedUp: 5, daysAgo: 2 });
  await openConsole(page, site, '?view=funnel&zone=UTC');
  const presets = page.getByRole('group', { name: 'Funnel' });
  await expect(presets.getByRole('radio')).toHaveCount(5);
  await expect(presets.getByRole('radio', { name: 'Signup' })).toBeChecked();
  await presets.getByRole('radio', { name: 'Form' }).check();
  await expect(page).toHaveURL(/preset=form/);
  await settled(page);
  expect((await steps(page)).map(([label]) => label)).toEqual([
    'Saw the signup section',
    'Sent the form',
    'Signed up',
  ]);
  // Its own breakdown, which can be switched off.
  await expect(page.getByRole('table', { name: 'By outcome' })).toBeVisible();
  await page.getByLabel('Break down by').selectOption('Nothing');
  await expect(page).toHaveURL(/breakdown=none/);
  await expect(page.getByRole('table', { name: 'By outcome' })).toHaveCount(0);
  await page.goBack();
  await expect(page.getByRole('table', { name: 'By outcome' })).toBeVisible();
  await presets.getByRole('radio', { name: 'Signup' }).check();
  await expect(page).toHaveURL(`${site.url}/growth?view=funnel&zone=UTC`);
});

const STEPS = ['hero', 'pipeline', 'benefits', 'signup', 'hero', 'pipeline']
  .map((section) => `&step=section_view:section_name%3D${section}`)
  .join('');

test.describe('with nothing but made-up visits', () => {
  test.use({ sharesSite: true });

  test('at 390, 768, 1024, 1200 and 1440 px no figure of the steps and of a breakdown is cut', async ({
    page,
    site,
  }) => {
    await fillWithDemoData(site);
    await openConsole(page, site, '?view=funnel');
    for (const funnel of [
      'preset=form',
      'preset=button',
      'preset=reading&breakdown=channel',
      `breakdown=utm_source${STEPS}`,
    ]) {
      await page.goto(`${site.url}/growth?view=funnel&${funnel}&range=30&zone=UTC`);
      await settled(page);
      const tables = page.getByRole('table', { name: /^By |^People per step/ });
      const cut = () =>
        tables.locator('tbody :is(th, td)').evaluateAll((all) =>
          all
            .filter((cell) => {
              const { left, right } = cell.getBoundingClientRect();
              return cell.scrollWidth > cell.clientWidth || left < 0 || right > window.innerWidth;
            })
            .map(({ textContent }) => textContent),
        );
      const overflow = () =>
        page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth);
      for (const width of [390, 768, 1024, 1200, 1440]) {
        await page.setViewportSize({ width, height: 900 });
        // What a screen reader reads does not depend on the width.
        await expect(tables.last().getByRole('columnheader').first()).toHaveText('Value');
        // The charts follow a moment later.
        await expect.poll(cut, `${funnel} at ${width} px`).toEqual([]);
        await expect.poll(overflow, `${funnel} at ${width} px`).toBeLessThanOrEqual(0);
      }
    }
  });

  test('the settings are on one line above the steps, and the fields of a step on one line', async ({
    page,
    site,
  }) => {
    await page.setViewportSize({ width: 1440, height: 900 });
    await openConsole(page, site, '?view=funnel&preset=form&zone=UTC');
    const summary = page.getByText('Change the steps');
    await summary.click();
    const step = page.getByRole('group', { name: 'Step 3' });
    const lines = [
      ['Break down by', 'Order', 'Within'].map((label) => page.getByLabel(label)),
      [
        step.getByLabel('What they did'),
        step.getByLabel('Outcome'),
        step.getByLabel('May be the same event as step 2'),
        page.getByRole('button', { name: 'Remove step 3' }),
      ],
    ];
    const middleOf = async (control: Locator) => {
      const { y = 0, height = 0 } = (await control.boundingBox()) ?? {};
      return y + height / 2;
    };
    for (const line of lines) {
      const [first = 0, ...others] = await Promise.all(line.map(middleOf));
      expect(others.filter((middle) => Math.abs(middle - first) > 2)).toEqual([]);
    }
    const order = [
      page.getByLabel('Within'),
      summary,
      page.getByRole('button', { name: 'Add a step' }),
    ];
    const middles = await Promise.all(order.map(middleOf));
    expect(middles).toEqual(middles.toSorted((a, b) => a - b));
  });
});
