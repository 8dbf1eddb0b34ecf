import type { Locator } from '@playwright/test';
import type { Site } from '../built-site.ts';
import { DAY, expect, happens, rowsOf, sees, signsUp, test } from './analyst-fixtures.ts';

interface Group {
  source: string;
  people: number;
  signedUp: number;
  daysAgo: number;
  /** From the signup section to the signup. */
  seconds?: number;
}

/** Stores people who saw the signup section; the first of them signed up. */
function visit(site: Site, { source, people, signedUp, daysAgo, seconds = 60 }: Group) {
  const signup = { event: 'form_submit', properties: { event_label: 'success' } };
  const ago = daysAgo * DAY;
  const all = Array.from({ length: people }, (_, count) => {
    const own = { person: `${source}-${daysAgo}-${count}`, source };
    const saw = sees('signup', { ...own, ago });
    return count < signedUp ? [saw, { ...signup, ...own, ago: ago - seconds }] : [saw];
  });
  happens(site, ...all.flat());
}

test('a conversion has an interval, a loss and a comparison', async ({ analyst, page, site }) => {
  visit(site, { source: 'news', people: 100, signedUp: 45, daysAgo: 3 });
  visit(site, { source: 'video', people: 100, signedUp: 15, daysAgo: 3 });
  visit(site, { source: 'news', people: 200, signedUp: 30, daysAgo: 10, seconds: 120 });
  visit(site, { source: 'social', people: 20, signedUp: 4, daysAgo: 3 });
  await analyst.open('?view=funnel&preset=signup&range=7&zone=UTC');
  await expect(
    page.getByText(/^64 of 220 people took all steps .* 14.1 points more .*not chance/),
  ).toBeVisible();
  // 64 of 220 beside 30 of 200. A loss alone is not the largest.
  await expect(page.getByText('−156 (70.9 %) went no further')).toBeVisible();
  await page.getByText('As a table').first().click();
  const [saw, signedUp] = await analyst.cells('People per step');
  expect(saw).toEqual(['Saw the signup section', '220+10 %', '156', '', '']);
  expect(signedUp).toEqual(['Signed up', '64▲ 113 %', '', '1 min', '29.1 %▲ 14.1 points']);
  await expect(page.getByRole('listitem').filter({ hasText: 'Signed up' })).toContainText(
    '6429.1\u00a0%▲ 14.1',
  );
  await expect(analyst.labelled('Median time, first to last step')).toContainText('−1 min');

  const breakdown = page.getByLabel('Break down by');
  await breakdown.selectOption('Source');
  await analyst.settled();
  const bySource = await analyst.cells('By source');
  expect(bySource.map(([source, , ...others]) => [source, ...others])).toEqual([
    ['news', '45+50 %', '45.0 %'],
    ['video', '15', '15.0 %'],
    ['social', '4', '20.0 % 4 of 20'],
  ]);

  // The funnels are tabs. One of them has its own breakdown, which can be switched off.
  const funnels = page.getByRole('navigation', { name: 'Funnel' }).getByRole('link');
  await expect(funnels).toHaveText([
    ...[/^From the top/, /^Reading/, /^By button/, /^Form/],
    /^Signup 29.1/,
  ]);
  const properties = { click_location: 'hero', button_name: 'Beta' };
  happens(site, { event: 'button_click', properties, person: 'news-3-0', ago: 3 * DAY + 60 });
  await funnels.filter({ hasText: 'By button' }).click();
  await expect(page).toHaveURL(/preset=button/);
  await expect(funnels.and(page.locator('[aria-current]'))).toContainText('By button');
  const byPlace = page.getByRole('table', { name: 'By place of the button' });
  await expect(byPlace).toBeVisible();
  await breakdown.selectOption('Nothing');
  await expect(page).toHaveURL(/breakdown=none/);
  await expect(byPlace).toHaveCount(0);
  await page.goBack();
  await expect(byPlace).toBeVisible();
  await breakdown.selectOption('Name of the button');
  await expect(page.getByRole('rowheader', { name: 'Beta' })).toBeVisible();
  // Only who sent a form has a form, so that is not offered. An address that asks for it is answered without.
  await expect(breakdown).not.toContainText('Outcome');
  await expect(breakdown.getByRole('option', { name: 'Form' })).toHaveCount(0);
  await analyst.goTo('?view=funnel&preset=button&breakdown=form_type');
  await expect(page.getByText('Not broken down by form: only people who got')).toBeVisible();
  await expect(page.getByRole('table', { name: /^By/ })).toHaveCount(0);
});

test('the choice and the drawing of a funnel are in the first view', async ({
  analyst,
  page,
  site,
}) => {
  visit(site, { source: 'news', people: 100, signedUp: 45, daysAgo: 3 });
  await analyst.open('?view=funnel&preset=signup&zone=UTC');
  const step = page.getByRole('listitem').filter({ hasText: 'Saw the signup section' });
  const topOf = async (what: Locator) => (await what.boundingBox())?.y ?? Number.NaN;
  await page.setViewportSize({ width: 1440, height: 900 });
  expect(await topOf(step)).toBeLessThanOrEqual(280);
  await page.setViewportSize({ width: 390, height: 844 });
  expect(await topOf(page.getByRole('navigation', { name: 'Funnel' }))).toBeLessThan(280);
  expect(await topOf(page.getByText('−55 (55.0 %) went no further'))).toBeLessThan(560);
  // A table is as tall as its rows, also after it was a phone's.
  await analyst.goTo('?view=funnel&preset=signup&zone=UTC&breakdown=utm_source');
  const heightOf = async (what: Locator) => (await what.boundingBox())?.height ?? Number.NaN;
  const table = page.getByRole('table', { name: 'By source' });
  await page.setViewportSize({ width: 1440, height: 900 });
  const spare = async () => (await heightOf(table.locator('..'))) - (await heightOf(table));
  await expect.poll(spare).toBeLessThan(2);
  // As many steps as there can be fit, upright and lying.
  const steps = Array.from({ length: 8 }, () => '&step=section_view:section_name%3Dsignup').join(
    '',
  );
  await analyst.goTo(`?view=funnel&zone=UTC${steps}`);
  const line = page.getByRole('navigation', { name: 'Funnel' });
  await expect(line.getByRole('link', { name: 'Own steps' })).toBeInViewport();
  for (const width of [320, 768, 1024]) {
    await page.setViewportSize({ width, height: 844 });
    const isWider = () =>
      page.evaluate(
        () => document.documentElement.scrollWidth > document.documentElement.clientWidth,
      );
    expect(await isWider(), `${width} px`).toBe(false);
  }
});

test('conversions over time are a chart, a table and a file', async ({ analyst, page, site }) => {
  page.allowFailed(400); // the consent rate of more than 1,200 weeks
  visit(site, { source: 'a', people: 10, signedUp: 5, daysAgo: 3, seconds: 30 });
  visit(site, { source: 'b', people: 40, signedUp: 5, daysAgo: 1, seconds: 7_200 });
  visit(site, { source: 'wrong', people: 3, signedUp: 1, daysAgo: 40 * 365 });
  const ever = 'from=1970-01-01&to=2099-12-31&unit=day&compare=0';
  await analyst.open(`?view=funnel&preset=signup&${ever}&zone=UTC`);
  await expect(page.getByText('Before this chart: 3 started, 1 finished.')).toBeVisible();
  await analyst.openDetails();
  const days = await analyst.cells('Conversion over time');
  expect(days.map(([, ...figures]) => figures)).toEqual([
    ['50.0 %', '23.7 %', '76.3 %', '10', '5'],
    ['–', '–', '–', '0', '0'],
    ['12.5 %', '5.5 %', '26.1 %', '40', '5'],
  ]);
  const took = (await analyst.cells('Time to convert')).map(([, people]) => people);
  expect(took.filter((people) => people !== '0')).toEqual(['5', '1', '5']);
  await page.getByRole('button', { name: 'Export' }).click();
  const file = page.getByRole('button', { name: 'CSV: Conversion over time' });
  const [first] = rowsOf((await analyst.download(file)).content);
  expect(first).toMatchObject({
    Conversion: '0.5',
    Started: '10',
    Remarks: 'fewer than 30 people',
  });
  expect(first?.['Day']).toMatch(/^\d{4}-\d\d-\d\d$/);
});

test('the tile of the conversion leads to its funnel, of the same days and filters', async ({
  analyst,
  page,
  site,
}) => {
  signsUp(site, {});
  happens(site, sees('hero', { person: 'ann', source: 'news' }));
  await analyst.open('?range=7&filter=utm_source:news&zone=UTC');
  await page.getByRole('link', { name: 'Top to signup' }).click();
  await expect(page).toHaveURL(/\?view=funnel&range=7&filter=utm_source:news&zone=UTC$/);
  const funnels = page.getByRole('navigation', { name: 'Funnel' });
  await expect(funnels.locator('[aria-current]')).toContainText('From the top');
  await expect(page.getByRole('main')).toBeFocused();
});

test('the funnel of the form says what became of those who sent it', async ({
  analyst,
  page,
  site,
}) => {
  const ends = (person: string, event_label: string, ago: number) => ({
    event: 'form_submit',
    properties: { event_label },
    person,
    ago,
  });
  const people = ['signed up', 'on the list', 'failed', 'tried again'];
  happens(
    site,
    ...people.map((person) => sees('signup', { person, ago: 90 })),
    ends('signed up', 'success', 60),
    ends('on the list', 'duplicate', 60),
    ends('failed', 'error', 60),
    ends('tried again', 'error', 60),
    ends('tried again', 'success', 30),
  );
  await analyst.open('?view=funnel&preset=form&range=7&zone=UTC');
  await expect(
    page.getByText(
      'Of 4 who sent the form, 2 signed up, 1 had signed up before, and 1 (25.0 %) had an error and did not sign up.',
    ),
  ).toBeVisible();
});
