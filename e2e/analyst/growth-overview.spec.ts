import { hold } from '../visitor-actions.ts';
import {
  expect,
  fillWithDemoData,
  HOUR,
  happens,
  sees,
  sharing,
  signsUp,
  test,
} from './analyst-fixtures.ts';

/** A time zone in which it is about noon, so that an hour ago was today, at any hour at which the test runs. */
function localZone(): string {
  const offset = 12 - new Date().getUTCHours();
  // The signs are those of POSIX: east of Greenwich is negative.
  return offset === 0 ? 'UTC' : `Etc/GMT${offset > 0 ? '-' : '+'}${Math.abs(offset)}`;
}
const zoneAtNoon = () => encodeURIComponent(localZone());

test('the first view says how we are doing, and what is wrong', async ({ analyst, page, site }) => {
  for (const ago of [10, 1.5 * HOUR, 25 * HOUR, 49 * HOUR, 49 * HOUR]) signsUp(site, { ago });
  for (const [person, event_label, source] of [
    ['jane', 'success', 'google'],
    ['john', 'error', 'newsletter'],
    ['jack', 'error', 'newsletter'],
  ] as const) {
    const submit = { event: 'form_submit', properties: { form_type: 'notifyme', event_label } };
    happens(
      site,
      sees('hero', { person, source, ago: 70 }),
      sees('signup', { person, source, ago: 60 }),
      { ...submit, person, source, ago: 50 },
    );
  }
  await analyst.open(`?zone=${zoneAtNoon()}`);
  const figures = page.locator('dl').filter({ hasText: /Top to signup|Agreed/ });
  await expect(figures.locator('dt')).toHaveText([
    'Visitors',
    'Top to signup',
    'Signups',
    'Agreed',
  ]);
  const said = () =>
    figures
      .locator('dd')
      .evaluateAll((all) =>
        all.map((dd) =>
          ['b', 'small'].map((name) => dd.querySelector(name)?.textContent?.replace('\u00a0', ' ')),
        ),
      );
  expect(await said()).toEqual([
    ['3', 'agreed now or earlier'],
    ['33.3 %', '1 of 3'],
    ['5', 'measured or not'],
    ['–', 'no answers'],
  ]);
  await expect(page.getByText(/^5 people signed up in 30 days/)).toBeVisible();
  const { content } = await analyst.export('CSV', 'The whole view');
  expect(content.toString()).toMatch(
    /\r\n"Visitors, signups and rates"\r\nFigure,Value,Before,Remarks\r\nVisitors,3,,agreed now or earlier\r\nTop to signup,0\.3\d+,,1 of 3/,
  );
  const lineOf = (label: string | RegExp) => analyst.labelled(label).locator('dd');
  await expect(lineOf(/^Today$/)).toHaveText('2');
  await expect(lineOf('7 days')).toHaveText(/^5 ?$/);
  await expect(lineOf('This month')).toHaveText(/^[2-5] ?$/);
  await expect(page.locator('figure svg').getByText('so far')).toBeVisible();

  const channels = async () =>
    (await analyst.cells('Channels')).map(([channel, people, signedUp]) => [
      channel,
      people,
      signedUp,
    ]);
  // Sorted by signups, and then by what is pressed.
  expect(await channels()).toEqual([
    ['Search', '1', '1'],
    ['E-mail', '2', '0'],
  ]);
  const table = page.getByRole('table', { name: 'Channels' });
  await table.getByRole('button', { name: 'Visitors', exact: true }).click();
  expect((await channels()).map(([channel]) => channel)).toEqual(['E-mail', 'Search']);
  await expect(table.getByRole('columnheader', { name: 'Visitors', exact: true })).toHaveAttribute(
    'aria-sort',
    'descending',
  );
  // A phone has a list, whose columns have names for a screen reader and nothing to press.
  const { width, height } = page.viewportSize() ?? { width: 0, height: 0 };
  await page.setViewportSize({ width: 390, height });
  await expect(table.getByRole('columnheader', { name: 'Visitors', exact: true })).toBeAttached();
  await expect(table.getByRole('button', { name: 'Visitors', exact: true })).toHaveCount(0);
  await page.setViewportSize({ width, height });
  // A row filters every view; a chip removes the filter.
  const search = table.getByRole('button', { name: 'Search', exact: true });
  await search.click();
  await expect(page).toHaveURL(/filter=channel:search/);
  await analyst.settled();
  // The sentence is about these visitors; what counts everybody says so in its own place.
  await expect(page.getByText('1 of 1 visitors signed up in 30 days')).toHaveCount(1);
  await expect(page.getByText('5 people signed up')).toHaveCount(0);
  expect(await said()).toEqual([
    ['1', 'agreed now or earlier'],
    ['100.0 %', '1 of 1'],
    ['5', 'everybody, not filtered'],
    ['–', 'everybody, not filtered'],
  ]);
  await expect(page.getByText('Not filtered', { exact: true })).toHaveCount(1); // the chart
  await expect(page.getByRole('figure').getByRole('list')).not.toContainText('filtered'); // is no entry of its legend
  expect(await channels()).toEqual([['Search', '1', '1']]);
  await page.getByRole('link', { name: 'Live' }).click();
  await expect(page.getByText('Filters apply to figures only')).toBeVisible();
  await page.getByRole('link', { name: 'Overview' }).click();
  await expect(page.getByText('Filters apply to figures only')).toHaveCount(0);
  await page.getByRole('button', { name: 'Remove the filter Channel: Search' }).click();
  await analyst.settled();
  expect((await said())[0]).toEqual(['3', 'agreed now or earlier']);
  // A press on a row that is the filter removes it.
  await search.click();
  await expect(search).toHaveAttribute('aria-pressed', 'true');
  await search.click();
  await expect(search).toHaveAttribute('aria-pressed', 'false');
  await analyst.settled();
  expect((await said())[0]).toEqual(['3', 'agreed now or earlier']);
  // The shipped example is still in data/site.json.
  await page.getByRole('button', { name: /set up/ }).click();
  await expect(page.getByText('has to replace what data/site.json still has')).toBeVisible();
});

sharing(
  'a change says its dates until Escape, a menu closes when the focus leaves it, and a copied link keeps its days',
  async ({ analyst, page, site }) => {
    await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
    await fillWithDemoData(site);
    await analyst.open('?range=7&zone=UTC');
    const change = page.locator('dl button').first();
    const said = change.getByRole('tooltip');
    await change.hover();
    await expect(said).toHaveText(/^\d+ before \([\w\s]+–\s?\d+ \w+ \d{4} until \d\d:\d\d\)/);
    await expect(said).toHaveCSS('opacity', '1');
    await page.keyboard.press('Escape');
    await expect(said).toHaveCSS('opacity', '0');

    await page.getByRole('button', { name: 'Filter' }).press('Enter');
    const field = page.getByLabel('Show only visitors by');
    await field.focus();
    await page.keyboard.press('Shift+Tab');
    await expect(field).toBeVisible();
    await page.keyboard.press('Shift+Tab');
    await expect(field).toBeHidden();
    await expect(page.getByLabel('Compare')).toBeFocused();

    await page.getByRole('button', { name: 'Copy link' }).click();
    await expect(page.getByRole('button', { name: 'Copied, with these dates' })).toBeVisible();
    const today = new Date().toISOString().slice(0, 10);
    const copied = await page.evaluate(() => navigator.clipboard.readText());
    expect(copied).toMatch(
      new RegExp(`^${site.url}/growth\\?from=\\d{4}-\\d\\d-\\d\\d&to=${today}&zone=UTC$`),
    );
  },
);

test('the whole view is dimmed until the next period is known, also what is pointed at', async ({
  analyst,
  page,
  site,
}) => {
  await fillWithDemoData(site);
  await analyst.open('?zone=UTC');
  const chart = page.getByRole('figure', { name: /^Signups per day/ });
  await chart.hover();
  const answer = await hold(page, /api\/figures/);
  await page.getByText('90 days', { exact: true }).first().dispatchEvent('click');
  await expect(page.getByRole('main').getByText('Counting…')).toBeVisible();
  const heights = await chart.evaluate((figure) => {
    const panel = figure.closest('[aria-busy]') as Element;
    const veil = getComputedStyle(panel.parentElement as Element, '::after');
    return [veil.content, Number(getComputedStyle(panel).zIndex), Number(veil.zIndex)];
  });
  expect(heights).toEqual(['""', 1, 1]); // the veil comes later
  answer();
  await analyst.settled();
});

test('where nobody has agreed, the first view says so in place of zeros', async ({
  analyst,
  page,
  site,
}) => {
  signsUp(site, { ago: HOUR });
  await analyst.open();
  const main = page.getByRole('main');
  await expect(main.getByText('No visitors agreed to be measured').first()).toBeVisible();
  await expect(main.getByText('Visitors', { exact: true })).toHaveCount(0);
  await expect(analyst.figure('Signups')).toHaveText('1');
});

test('on a phone and on a desk the four figures and the chart are in the first view', async ({
  analyst,
  page,
  site,
}) => {
  await fillWithDemoData(site);
  for (let count = 0; count < 40; count++) signsUp(site, { ago: 25 * HOUR });
  await page.setViewportSize({ width: 1440, height: 900 });
  await analyst.open(`?range=today&zone=${zoneAtNoon()}`);
  const chart = page.locator('figure', { hasText: 'Signups per hour' });
  const top = (of: string) =>
    page
      .locator(of)
      .first()
      .evaluate((element) => element.getBoundingClientRect().top);
  const expectInView = async (lowest: number) => {
    await expect(chart).toContainText(/Yesterday until the same time 40/);
    expect(await top('dl:has-text("Agreed")')).toBeLessThan(400);
    expect(await top('figure svg')).toBeLessThan(lowest);
  };
  await expectInView(420);
  await page.setViewportSize({ width: 390, height: 844 });
  await page.reload();
  await analyst.settled();
  await expectInView(844);
  await expect(page.getByRole('radio', { name: '7 days' })).toBeHidden();
  await page.getByRole('button', { name: 'Today', exact: true }).click();
  await page.getByRole('radio', { name: '7 days' }).check();
  await expect(page).toHaveURL(/range=7/);
  await expect(page.getByRole('radio', { name: '7 days' })).toBeHidden();
  await expect(page.getByRole('button', { name: '7 days', exact: true })).toBeFocused();
});
