import { expect, GROWTH_TOKEN, happens, sees, signsUp, test } from './analyst-fixtures.ts';

const GROWTH_VIEWER_TOKEN = 'the-token-of-the-viewers';
test.use({ settings: { GROWTH_TOKEN, GROWTH_VIEWER_TOKEN } });

test('a viewer sees figures of quarters, and no people', async ({ analyst, page, site }) => {
  page.allowFailed(403);
  for (const person of ['a', 'b', 'c', 'd', 'e'])
    happens(site, sees('benefits', { person, arrivedAgo: 1_860 }));
  signsUp(site, { type: 'beta' });
  await analyst.open('?view=live&range=60m', GROWTH_VIEWER_TOKEN);
  await expect(page.getByRole('table', { name: 'Latest events' })).toBeVisible();
  const quarter = expect.stringMatching(/\d\d:(00|15|30|45)–\d\d:(00|15|30|45)$/);
  expect(await analyst.cells('Latest events')).toEqual([
    [quarter, 'Visitors reached the benefits section', '5'],
  ]);
  const columns = page.getByRole('table', { name: 'Latest events' }).getByRole('columnheader');
  await expect(columns).toHaveText(['Time (UTC)', 'What somebody did', 'People']);
  await expect(page.getByText(/^Last event between .* and \d\d:(00|15|30|45)$/)).toBeVisible();
  const views = page.getByRole('navigation', { name: 'Views' }).getByRole('link');
  await expect(views).toHaveText(['Overview', 'Funnel', 'Traffic', 'Live']);
  for (const name of ['Funnel', 'Traffic', 'Overview']) {
    await views.filter({ hasText: name }).click();
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(name);
    await analyst.settled();
    await expect(page.getByRole('alert')).toHaveCount(0);
    await expect(
      page.getByText(/^Figures up to .*:(00|15|30|45): with GROWTH_VIEWER/),
    ).toBeVisible();
  }
  // One signup is not told apart from none.
  await views.filter({ hasText: 'Traffic' }).click();
  await expect(analyst.figure('Signups').first()).toHaveText('fewer than 5');

  await page.goto(`${site.url}/growth?view=signups`);
  await expect(page.getByText('The list of people needs GROWTH_TOKEN.')).toBeVisible();
  await expect(page.getByRole('link', { name: 'Download as CSV' })).toHaveCount(0);
  expect(page.sentRequests.filter(({ url }) => /api\/signups/.test(url))).toEqual([]);
});

test('a funnel that an operator names is there for viewers', async ({ analyst, page }) => {
  const name = 'Into the <b>beta';
  await analyst.open('?view=funnel&range=7&zone=UTC');
  const saved = page.getByLabel('Saved by the team');
  await page.getByText('Change the steps').click();
  await page.getByRole('combobox', { name: 'Form' }).selectOption('beta');
  await page.getByRole('textbox', { name: 'Name' }).fill(name);
  await page.getByRole('button', { name: 'Save for the team' }).click();
  const remove = page.getByRole('button', { name: `Delete the saved funnel ${name}` });
  await expect(remove).toBeVisible();
  await expect(saved).toHaveValue(name);
  await expect(page.getByText(`Saved for the team as ${name}.`)).toBeVisible();
  await page.getByRole('button', { name: 'Sign out' }).click();
  await analyst.signIn(GROWTH_VIEWER_TOKEN);
  await page.getByRole('radio', { name: 'Reading' }).check();
  await expect(saved).toHaveValue('');
  await saved.selectOption(name);
  await expect(page).toHaveURL(/step=section_view.*step=form_submit:.*form_type%3Dbeta/);
  await analyst.settled();
  await expect(remove).toHaveCount(0);
});
