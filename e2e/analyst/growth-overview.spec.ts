import type { Page } from '@playwright/test';
import { expect, test } from '../fixtures.ts';
import type { Site } from '../site.ts';
import {
  cells,
  fillWithDemoData,
  GROWTH_TOKEN,
  openConsole,
  raiseAlert,
  settled,
  signsUp,
} from './growth.ts';

test.use({ settings: { GROWTH_TOKEN } });

/** A time zone in which it is about noon, so that an hour ago was today, at any hour at which the test runs. */
function zoneAtNoon(): string {
  const offset = 12 - new Date().getUTCHours();
  // The signs are those of POSIX: east of Greenwich is negative.
  return offset === 0 ? 'UTC' : `Etc/GMT${offset > 0 ? '-' : '%2B'}${Math.abs(offset)}`;
}

const section = (page: Page, name: string | RegExp) => page.getByRole('region', { name });
const figureIn = (page: Page, name: string | RegExp, label: string) =>
  section(page, name)
    .locator('dl > div', { has: page.getByText(label, { exact: true }) })
    .locator('dd');

/** Stores a form that was sent, after the signup section was seen. */
function sendsForm(site: Site, person: number, outcome: string, source: string) {
  const event = (id: string, name: string, properties: object, second: number) =>
    site.execute(
      `INSERT INTO events (id, consent_id, name, properties, path, utm_source, occurred_at, received_at)
         VALUES ('${person}-${outcome}-${id}', 'person-${person}', '${name}', '${JSON.stringify(properties)}', '/', '${source}',
           (unixepoch() - 60 + ${second}) * 1000, unixepoch() * 1000)`,
    );
  event('a', 'section_view', { section_name: 'signup' }, 0);
  event('b', 'form_submit', { form_type: 'notifyme', event_label: outcome }, 10);
}

test('the first view has now and today beside yesterday, channels, the form’s errors and what is wrong', async ({
  page,
  site,
}) => {
  signsUp(site, { id: 1, ago: '10 seconds' });
  signsUp(site, { id: 2, ago: '90 minutes' });
  signsUp(site, { id: 3, ago: '25 hours' });
  sendsForm(site, 1, 'error', 'google');
  sendsForm(site, 1, 'success', 'google');
  sendsForm(site, 2, 'error', 'newsletter');
  sendsForm(site, 3, 'error', 'newsletter');
  await openConsole(page, site, `?zone=${zoneAtNoon()}`);
  await expect(figureIn(page, 'Last 60 minutes', 'Signups')).toHaveText('1');
  await expect(figureIn(page, /^Today until/, 'Signups')).toHaveText('2');
  await expect(page.locator('dl').first()).toContainText(/Signups3/);
  await expect(
    page.getByText(/^3 people signed up in 30 days, after 0 before: too few/),
  ).toBeVisible();
  await expect(page.getByText(/hardly anything in the 30 days before/)).toBeVisible();

  const channels = async () =>
    (await cells(page, 'Signups by channel')).map(([channel, people, , signedUp]) => [
      channel,
      people,
      signedUp,
    ]);
  // Sorted by signups, and then by what is pressed.
  expect(await channels()).toEqual([
    ['Search', '1', '1'],
    ['E-mail', '2', '0'],
  ]);
  const table = page.getByRole('table', { name: 'Signups by channel' });
  await table.getByRole('button', { name: 'People' }).click();
  expect((await channels()).map(([channel]) => channel)).toEqual(['E-mail', 'Search']);
  await expect(table.getByRole('columnheader', { name: 'People' })).toHaveAttribute(
    'aria-sort',
    'descending',
  );
  // The one who failed and then signed up has both outcomes.
  const outcomes = await cells(page, 'Outcome of the forms sent');
  expect(outcomes.map(([outcome, people]) => [outcome, people])).toEqual([
    ['Failed', '3'],
    ['Signed up', '1'],
  ]);
  expect(outcomes[1]?.[2]).toMatch(/^33\.3 %, few/);
  await expect(page.getByRole('main')).toContainText('3 people sent a form.');

  // A row filters every view; a chip removes the filter.
  await table.getByRole('button', { name: 'Show only Search' }).click();
  await expect(page).toHaveURL(/filter=channel:search/);
  await settled(page);
  expect(await channels()).toEqual([['Search', '1', '1']]);
  await page.getByRole('link', { name: 'Funnel' }).click();
  await settled(page);
  expect((await cells(page, 'People per step')).map(([, , people]) => people)).toEqual(['1', '1']);
  await page.getByRole('button', { name: 'Remove the filter Channel: Search' }).click();
  await settled(page);
  expect((await cells(page, 'People per step')).map(([, , people]) => people)).toEqual(['3', '1']);
  await page.getByRole('link', { name: 'Overview' }).click();
  await expect(page.getByText(/needs? attention/)).toBeVisible();
  // The shipped example is still in data/site.json.
  await expect(page.locator('details', { hasText: /problem/ })).toContainText('data/site.json');
});

test('a chart of a day without signups still shows those of yesterday', async ({ page, site }) => {
  for (let id = 1; id <= 40; id++) signsUp(site, { id, ago: '25 hours' });
  await openConsole(page, site, `?range=today&zone=${zoneAtNoon()}`);
  const chart = page.locator('figure', { hasText: 'Signups per hour' });
  await expect(chart).toContainText(/yesterday until the same time\s*40/);
});

test('on a phone the chart is in the first view, also while an alert is raised', async ({
  page,
  site,
}) => {
  await page.setViewportSize({ width: 390, height: 844 });
  await fillWithDemoData(site);
  raiseAlert(site);
  signsUp(site, { id: 1, ago: '10 seconds' });
  await openConsole(page, site, `?zone=${zoneAtNoon()}`);
  await settled(page);
  const plot = page.locator('figure svg').first();
  const bottom = await plot.evaluate((element) => element.getBoundingClientRect().bottom);
  expect(bottom).toBeLessThanOrEqual(844);
  const alert = section(page, 'Alerts').getByText('Nobody has signed up for 9 hours');
  await expect(alert).toBeHidden();
  await section(page, 'Alerts').getByText('1 now').click();
  await expect(alert).toBeVisible();
});
