import { readFile } from 'node:fs/promises';
import { parse } from 'csv-parse/sync';
import { expect, test } from '../fixtures.ts';
import {
  cells,
  deleteButton,
  demoDays,
  figure,
  fillWithDemoData,
  GROWTH_TOKEN,
  openConsole,
  settled,
} from './growth.ts';

test.use({ settings: { GROWTH_TOKEN } });

/**
 * Calculated by hand from the table that `npm run growth -- demo-data --help` prints: who took each step of the preset
 * *From the top*, by source. People from google have a referrer and no source.
 */
const PEOPLE = {
  newsletter: [97, 52, 22],
  youtube: [99, 27, 11],
  'chatgpt.com': [98, 32, 13],
  '(none)': [99 + 99, 29 + 14, 10 + 3],
};
const count = (people: number) => people.toLocaleString('en');
const percent = (part: number, whole: number) => `${((part / whole) * 100).toFixed(1)} %`;

test('signups are searched, paged, downloaded, and erased after a confirmation', async ({
  page,
  site,
}) => {
  await fillWithDemoData(site);
  site.execute(
    `INSERT INTO notifyme_signups (id, name, email, youtube_channel, use_case, signup_type, created_at)
       VALUES ('00000000-0000-7000-8000-00000000000a', '=1+1', 'zoe@example.org',
       '@zoe', 'Two lines,' || char(10) || '"quoted" 字幕', 'beta', unixepoch() * 1000)`,
  );
  await openConsole(page, site, '?view=signups');
  await expect(page.getByText('1–50 of 68')).toBeVisible();
  await expect(page.getByRole('rowheader').first()).toHaveText('=1+1');
  await page.getByRole('button', { name: 'Older' }).click();
  await expect(page.getByText('51–68 of 68')).toBeVisible();
  await expect(page).toHaveURL(`${site.url}/growth?view=signups&page=2&zone=UTC`);

  const downloading = page.waitForEvent('download');
  await page.getByRole('link', { name: 'Download as CSV' }).click();
  const download = await downloading;
  expect(download.suggestedFilename()).toMatch(/^signups-\d{4}-\d\d-\d\d\.csv$/);
  const file = await readFile(await download.path(), 'utf8');
  const rows = parse(file, { columns: true, bom: true });
  expect(rows[0]).toMatchObject({ name: "'=1+1", use_case: 'Two lines,\n"quoted" 字幕' });
  expect(rows).toHaveLength(68);

  await page.getByRole('searchbox', { name: 'Search' }).fill('QUOTED');
  await page.keyboard.press('Enter');
  await expect(page.getByText('1–1 of 1')).toBeVisible();
  const erase = await deleteButton(page, '=1+1');
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
  await expect(page.getByText('1–50 of 67')).toBeVisible();
});

test.describe('with nothing but made-up visits', () => {
  test.use({ sharesSite: true });

  test('with 5,000 events the funnel has the people calculated by hand, by source too', async ({
    page,
    site,
  }) => {
    await fillWithDemoData(site);
    await openConsole(page, site, `?view=funnel&preset=top&compare=0&${demoDays}&zone=UTC`);
    const steps = await cells(page, 'People per step');
    expect(steps.map(([label, loss, people]) => [label, loss, people])).toEqual([
      ['Saw the top of the page', '338 left here, the largest loss', '492'],
      ['Saw the signup section', '95 left here', '154'],
      ['Signed up', '', '59'],
    ]);
    expect(steps[2]?.[3]).toMatch(/^12\.0 %/);
    expect(steps[2]?.[4]).toMatch(/^38\.3 %/);
    for (const row of steps.slice(1)) {
      expect(row.at(-1)).toMatch(/^[\d.]+ (s|min|h|d).*mean [\d.]+ (s|min|h|d)\b/);
    }
    await expect(figure(page, 'People measured')).toHaveText('500');
    await expect(figure(page, 'Conversion')).toHaveText('12.0 %');
    await expect(page.getByText('Of the 62.5 % who agreed: 500 of 800 answers')).toHaveCount(1);

    await page.getByLabel('Break down by').selectOption('Source');
    await expect(page).toHaveURL(/breakdown=utm_source/);
    await settled(page);
    const bySource = await cells(page, 'By source');
    expect(
      Object.fromEntries(
        bySource.map(([source = '', ...steps]) => [
          source,
          steps.slice(0, 3).map((cell) => cell.replace(/ %.*/, ' %')),
        ]),
      ),
    ).toEqual(
      Object.fromEntries(
        Object.entries(PEOPLE).map(([source, steps]) => [
          source,
          steps.map((people, step) =>
            step === 0 ? count(people) : `${count(people)} ${percent(people, steps[0] ?? 0)}`,
          ),
        ]),
      ),
    );

    const downloading = page.waitForEvent('download');
    await page.getByRole('button', { name: 'Download CSV: By source' }).click();
    const file = await readFile(await (await downloading).path(), 'utf8');
    const rows = parse(file, { columns: true, bom: true }) as Record<string, string>[];
    const [first = '', second = '', last = ''] = steps.map(([label = '']) => label);
    expect(
      Object.fromEntries(
        rows.map((row) => [row['Value'], [first, second, last].map((label) => Number(row[label]))]),
      ),
    ).toEqual(PEOPLE);
    for (const row of rows)
      expect(Number(row[`${last}, of first`])).toBe(Number(row[last]) / Number(row[first]));
  });

  test('a view is its address: it can be shared, reached by Back, and have custom steps', async ({
    page,
    site,
    browser,
  }) => {
    await fillWithDemoData(site);
    const start = `?view=funnel&${demoDays}`;
    await openConsole(page, site, `${start}&preset=top&zone=UTC`);
    await page.getByText('Change the steps').click();
    await page.getByRole('button', { name: 'Remove step 2' }).click();
    await page.getByRole('button', { name: 'Add a step' }).click();
    const added = page.getByRole('group', { name: 'Step 3' });
    await added.getByLabel('What they did').selectOption('Scrolled');
    await page.getByRole('button', { name: 'Move step 3 up' }).click();
    await page.getByRole('button', { name: 'Show this funnel' }).click();
    await settled(page);
    const labels = async () => (await cells(page, 'People per step')).map(([label]) => label);
    expect(await labels()).toEqual(['Saw the top of the page', 'Scrolled', 'Signed up']);
    const shared = page.url();
    expect(shared).toContain('step=section_view:section_name%3Dhero');

    const other = await browser.newContext();
    const colleague = await other.newPage();
    await openConsole(colleague, site, new URL(shared).search);
    // The comparison with the period before comes a moment later.
    await expect(async () => {
      expect(await cells(colleague, 'People per step')).toEqual(
        await cells(page, 'People per step'),
      );
    }).toPass();
    await other.close();

    await page.goBack();
    await expect(page.getByRole('rowheader', { name: 'Saw the signup section' })).toBeVisible();
    await page.goForward();
    await expect(page.getByRole('rowheader', { name: 'Scrolled' })).toBeVisible();
    await page.getByRole('radio', { name: 'Signup' }).check();
    await expect(page).toHaveURL(`${site.url}/growth${start}&zone=UTC`);

    await page.goto(`${site.url}/growth?view=funnel&step=a:b&zone=UTC`);
    page.allowFailed(400);
    await expect(page.getByRole('alert')).toContainText(
      'This address asks for a view that the server does not know. step.0: a step is "a:b"; expected an event',
    );
    await page.getByRole('button', { name: 'Show the default view' }).click();
    await expect(page).toHaveURL(`${site.url}/growth?view=funnel&zone=UTC`);
  });

  test('an address that asks for what does not exist is answered with a sentence and the default', async ({
    page,
    site,
  }) => {
    const search = '?view=funnel&range=xx&unit=month&breakdown=constructor&zone=Mars';
    await openConsole(page, site, search);
    await expect(page.getByRole('main').getByRole('alert').locator('p')).toHaveText([
      '“xx” in the address is no period. You see the last 30 days instead.',
      '“Mars” in the address is no time zone. You see the time zone of this browser instead.',
      '“month” in the address is no unit. You see the usual bars instead.',
      '“constructor” in the address is no breakdown. You see the usual breakdown instead.',
    ]);
    await expect(page.getByLabel('Break down by')).toHaveValue('none');
    await page.getByRole('radio', { name: '7 days' }).check();
    await expect(page.getByRole('main').getByRole('alert')).toHaveCount(0);
    await expect(page).toHaveURL(`${site.url}/growth?view=funnel&range=7&zone=UTC`);
    await page.goto(`${site.url}/growth?view=people`);
    await expect(page.getByRole('alert')).toHaveText(
      '“people” in the address is no view. You see the overview instead.',
    );
  });
});
