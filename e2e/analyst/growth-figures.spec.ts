import { readFile } from 'node:fs/promises';
import { parse } from 'csv-parse/sync';
import { expect, test } from '../fixtures.ts';
import {
  cells,
  demoDays,
  figure,
  fillWithDemoData,
  GROWTH_TOKEN,
  openConsole,
  settled,
} from './growth.ts';

test.use({ settings: { GROWTH_TOKEN } });

/**
 * Calculated by hand from the table that `npm run growth -- demo-data --help` prints. Of 50 hundreds of people, 10 come
 * from a newsletter, 20 from google and 20 directly; the table says how many of each hundred take each step.
 */
const PEOPLE = {
  newsletter: [1000, 900, 800, 600, 400, 200],
  google: [2000, 1400, 1000, 600, 300, 100],
  '(none)': [2000, 1200, 800, 400, 200, 40],
};
const count = (people: number) => people.toLocaleString('en');
const percent = (part: number, whole: number) => `${((part / whole) * 100).toFixed(1)} %`;

test('with 50,000 events the funnel has the people calculated by hand, by source too', async ({
  page,
  site,
}) => {
  await fillWithDemoData(site);
  await openConsole(page, site, `?${demoDays}`);
  const rows = await cells(page, 'People per step');
  expect(
    rows.map(([label, loss, people, ...shares]) => [label, loss, people, ...shares.slice(0, 2)]),
  ).toEqual([
    ['hero viewed', '1,500 left here, the largest loss', '5,000', '100.0 %', '–'],
    ['pipeline viewed', '900 left here', '3,500', '70.0 %', '70.0 %'],
    ['benefits viewed', '1,000 left here', '2,600', '52.0 %', '74.3 %'],
    ['signup viewed', '700 left here', '1,600', '32.0 %', '61.5 %'],
    ['call to action pressed', '560 left here', '900', '18.0 %', '56.3 %'],
    ['signed up', '', '340', '6.8 %', '37.8 %'],
  ]);
  for (const [, , , , , median, mean] of rows.slice(1)) {
    expect([median, mean].join()).toMatch(/^[\d.]+ (s|min|h|d)\b.*,[\d.]+ (s|min|h|d)\b/);
  }
  await expect(figure(page, 'Took the first step')).toHaveText('5,000');
  await expect(figure(page, 'Took the last step')).toHaveText('340');
  await expect(figure(page, 'Conversion')).toHaveText('6.8 %');

  await page.getByLabel('Break down by').selectOption('utm source');
  await expect(page).toHaveURL(/breakdown=utm_source/);
  await settled(page);
  const bySource = await cells(page, /^By utm source/);
  expect(Object.fromEntries(bySource.map(([source = '', ...steps]) => [source, steps]))).toEqual(
    Object.fromEntries(
      Object.entries(PEOPLE).map(([source, steps]) => [
        source,
        steps.map((people) => `${count(people)} ${percent(people, steps[0] ?? 0)}`),
      ]),
    ),
  );
});

test('a view is its address: it can be shared, reached by Back, and have custom steps', async ({
  page,
  site,
  browser,
}) => {
  await fillWithDemoData(site);
  await openConsole(page, site, `?${demoDays}`);
  await page.getByText('Change the steps').click();
  for (let step = 5; step > 1; step -= 1) {
    await page.getByRole('button', { name: 'Remove step 2' }).click();
  }
  await page.getByRole('button', { name: 'Add a step' }).click();
  await page.getByRole('group', { name: 'Step 3' }).getByLabel('Event').selectOption('scroll');
  await page.getByRole('button', { name: 'Move step 3 up' }).click();
  await page.getByRole('button', { name: 'Show this funnel' }).click();
  await settled(page);
  const labels = async () => (await cells(page, 'People per step')).map(([label]) => label);
  expect(await labels()).toEqual(['hero viewed', 'scroll', 'signed up']);
  const shared = page.url();
  expect(shared).toContain('step=section_view:section_name%3Dhero');

  const other = await browser.newContext();
  const colleague = await other.newPage();
  await openConsole(colleague, site, new URL(shared).search);
  expect(await cells(colleague, 'People per step')).toEqual(await cells(page, 'People per step'));
  await other.close();

  await page.goBack();
  await expect(page.getByRole('rowheader', { name: 'call to action pressed' })).toBeVisible();
  await page.goForward();
  await expect(page.getByRole('rowheader', { name: 'scroll' })).toBeVisible();
  await page.getByRole('button', { name: 'Beta only' }).click();
  await settled(page);
  expect((await labels()).at(-1)).toBe('form_submit, event_label success, form_type beta');
  await page.getByRole('button', { name: 'Back to the site’s own steps' }).click();
  await expect(page).toHaveURL(`${site.url}/growth?${demoDays}`);

  await page.goto(`${site.url}/growth?step=a:b&order=sideways`);
  page.allowFailed(400);
  await expect(page.getByRole('alert')).toContainText(
    'The server does not know the view that this address asks for. step.0: a step is "a:b"; expected an event',
  );
  await page.getByRole('button', { name: 'Show the default view' }).click();
  await expect(page).toHaveURL(`${site.url}/growth`);
});

test('signups are searched, paged, downloaded field by field, and erased after a confirmation', async ({
  page,
  site,
}) => {
  await fillWithDemoData(site);
  site.execute(
    `INSERT INTO notifyme_signups VALUES ('00000000-0000-7000-8000-00000000000a', '=1+1', 'zoe@example.org',
       '@zoe', 'Two lines,' || char(10) || '"quoted" 字幕', 'beta', unixepoch() * 1000)`,
  );
  await openConsole(page, site, '?view=signups');
  await expect(page.getByText('1–50 of 341')).toBeVisible();
  await expect(page.getByRole('rowheader').first()).toHaveText('=1+1');
  await page.getByRole('button', { name: 'Older' }).click();
  await expect(page.getByText('51–100 of 341')).toBeVisible();
  await expect(page).toHaveURL(`${site.url}/growth?view=signups&page=2&zone=UTC`);

  const downloading = page.waitForEvent('download');
  await page.getByRole('link', { name: 'Download as CSV' }).click();
  const download = await downloading;
  expect(download.suggestedFilename()).toMatch(/^signups-\d{4}-\d\d-\d\d\.csv$/);
  const file = await readFile(await download.path(), 'utf8');
  const rows = parse(file, { columns: true, bom: true });
  const kept = site.query(
    'SELECT * FROM notifyme_signups ORDER BY created_at DESC, id DESC',
  ) as Record<string, string | number | null>[];
  const guarded = (value: string) => (/^[=+\-@]/.test(value) ? `'${value}` : value);
  expect(rows).toEqual(
    kept.map((row) =>
      Object.fromEntries(
        Object.entries(row).map(([column, value]) => [
          column,
          column === 'created_at'
            ? new Date(Number(value)).toISOString()
            : guarded(String(value ?? '')),
        ]),
      ),
    ),
  );
  expect(rows).toHaveLength(341);

  await page.getByRole('searchbox', { name: 'Search' }).fill('QUOTED');
  await page.keyboard.press('Enter');
  await expect(page.getByText('1–1 of 1')).toBeVisible();
  const erase = page.getByRole('button', { name: 'Delete the signup of =1+1' });
  const dialog = page.getByRole('dialog', { name: 'Delete this signup?' });
  await erase.click();
  await expect(dialog).toContainText('zoe@example.org');
  await page.keyboard.press('Escape');
  await expect(dialog).toBeHidden();
  await expect(erase).toBeFocused();
  await erase.click();
  await dialog.getByRole('button', { name: 'Delete', exact: true }).click();
  await expect(page.getByRole('status')).toHaveText('The signup of =1+1 is deleted.');
  await expect(page.getByText('No signup matches.')).toBeVisible();
  expect(site.query("SELECT * FROM notifyme_signups WHERE email = 'zoe@example.org'")).toEqual([]);
  expect(site.query('SELECT kind, counts FROM audit')).toEqual([
    { kind: 'erase', counts: '{"signups":1}' },
  ]);
  await page.getByRole('button', { name: 'Show all signups' }).click();
  await expect(page.getByText('1–50 of 340')).toBeVisible();
});
