import {
  expect,
  fillWithDemoData,
  HOUR,
  happens,
  raiseAlert,
  sees,
  signsUp,
  test,
} from './analyst-fixtures.ts';

/** A time zone in which it is about noon, so that an hour ago was today, at any hour at which the test runs. */
function zoneAtNoon(): string {
  const offset = 12 - new Date().getUTCHours();
  // The signs are those of POSIX: east of Greenwich is negative.
  return offset === 0 ? 'UTC' : `Etc/GMT${offset > 0 ? '-' : '%2B'}${Math.abs(offset)}`;
}

test('the first view says what is new and what is wrong', async ({ analyst, page, site }) => {
  for (const ago of [10, 1.5 * HOUR, 25 * HOUR]) signsUp(site, { ago });
  for (const [person, event_label, source] of [
    ['jane', 'error', 'google'],
    ['jane', 'success', 'google'],
    ['john', 'error', 'newsletter'],
    ['jack', 'error', 'newsletter'],
  ] as const) {
    const submit = { event: 'form_submit', properties: { form_type: 'notifyme', event_label } };
    happens(site, sees('signup', { person, source, ago: 60 }), {
      ...submit,
      ...{ person, source, ago: 50 },
    });
  }
  await analyst.open(`?zone=${zoneAtNoon()}`);
  const signupsIn = (region: string | RegExp) =>
    analyst.labelled('Signups', page.getByRole('region', { name: region })).locator('dd');
  await expect(signupsIn('Last 60 minutes')).toHaveText('1');
  await expect(signupsIn(/^Today until/)).toHaveText('2');
  await expect(page.locator('dl').first()).toContainText(/Signups3/);
  await expect(page.getByText(/^3 people signed up in 30 days/)).toBeVisible();

  const channels = async () =>
    (await analyst.cells('Signups by channel')).map(([channel, people, , signedUp]) => [
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
  const outcomes = await analyst.cells('Outcome of the forms sent');
  expect(outcomes.map((row) => row.slice(0, 2))).toEqual([
    ['Failed at least once', '3'],
    ['Signed up', '1'],
  ]);
  expect(outcomes[1]?.[2]).toMatch(/^33\.3 %, 1 of 3/);
  // A row filters every view; a chip removes the filter.
  await table.getByRole('button', { name: 'Show only Search' }).click();
  await expect(page).toHaveURL(/filter=channel:search/);
  await analyst.settled();
  // The sentence is about these visitors; what counts everybody says so beside each of its figures.
  await expect(page.getByText('1 of 1 visitors signed up in 30 days')).toBeVisible();
  await expect(page.getByText('3 people signed up')).toHaveCount(0);
  await expect(page.getByText('Not filtered: everybody')).toHaveCount(3);
  expect(await channels()).toEqual([['Search', '1', '1']]);
  await page.getByRole('link', { name: 'Live' }).click();
  await expect(page.getByText('Filters apply to figures only')).toBeVisible();
  await page.getByRole('link', { name: 'Funnel' }).click();
  await expect(page.getByText('Filters apply to figures only')).toHaveCount(0);
  await analyst.settled();
  const steps = async () => (await analyst.cells('People per step')).map(([, , people]) => people);
  expect(await steps()).toEqual(['1', '1']);
  await page.getByRole('button', { name: 'Remove the filter Channel: Search' }).click();
  await analyst.settled();
  expect(await steps()).toEqual(['3', '1']);
  await page.getByRole('link', { name: 'Overview' }).click();
  await expect(page.getByText(/needs? attention/)).toBeVisible();
  // The shipped example is still in data/site.json.
  await expect(page.locator('details', { hasText: /problem/ })).toContainText('data/site.json');
});

test('on a phone the chart is in the first view, and the controls are behind a button', async ({
  analyst,
  page,
  site,
}) => {
  await page.setViewportSize({ width: 390, height: 844 });
  await fillWithDemoData(site);
  raiseAlert(site);
  for (let count = 0; count < 40; count++) signsUp(site, { ago: 25 * HOUR });
  await analyst.open(`?range=today&zone=${zoneAtNoon()}`);
  const chart = page.locator('figure', { hasText: 'Signups per hour' });
  await expect(chart).toContainText(/40\s*yesterday until the same time/);
  const edge = (of: 'top' | 'bottom') =>
    page
      .locator('figure svg')
      .first()
      .evaluate((plot, name) => plot.getBoundingClientRect()[name], of);
  expect(await edge('bottom')).toBeLessThanOrEqual(844);
  const alerts = page.getByRole('region', { name: 'Alerts' });
  const alert = alerts.getByText('Nobody has signed up for 9 hours');
  await expect(alert).toBeHidden();
  await alerts.getByText('1 now').click();
  await expect(alert).toBeVisible();

  await analyst.goTo('?view=traffic');
  await expect(page.getByText(/^6\d\.\d\s% \(.*\) of those who answered agreed/)).toBeVisible();
  expect(await edge('top')).toBeLessThanOrEqual(800);
  await expect(page.getByRole('radio', { name: '7 days' })).toBeHidden();
  await page.getByRole('button', { name: 'Last 30 days' }).click();
  await page.getByRole('radio', { name: '7 days' }).check();
  await page.getByRole('button', { name: 'Done' }).click();
  await expect(page.getByRole('radio', { name: '7 days' })).toBeHidden();
  await expect(page.getByRole('button', { name: 'Last 7 days' })).toBeFocused();
});
