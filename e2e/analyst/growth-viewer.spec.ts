import { expect, GROWTH_TOKEN, happens, sees, signsUp, test } from './analyst-fixtures.ts';

const GROWTH_VIEWER_TOKEN = 'the-token-of-the-viewers';
test.use({ settings: { GROWTH_TOKEN, GROWTH_VIEWER_TOKEN } });

test('a viewer sees the owner’s figures, and no people', async ({ analyst, page, site }) => {
  page.allowFailed(400);
  for (const person of ['a', 'b', 'c', 'd', 'e'])
    happens(site, sees('benefits', { person, source: 'five' }));
  happens(site, sees('benefits', { person: 'f', source: 'one' }));
  signsUp(site, { type: 'beta' });
  await analyst.open('?view=traffic&by=utm_source', GROWTH_VIEWER_TOKEN);
  const views = page.getByRole('navigation', { name: 'Views' }).getByRole('link');
  await expect(views).toHaveText(['Overview', 'Funnel', 'Traffic']);
  await expect(page.getByRole('rowheader', { name: 'five' }).first()).toBeVisible();
  await expect(
    page.getByText(/One other value, with fewer people.* GROWTH_VIEWER/).first(),
  ).toBeVisible();
  await expect(page.getByText('one', { exact: true })).toHaveCount(0);
  for (const name of ['Funnel', 'Overview']) {
    await views.filter({ hasText: name }).click();
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(name);
    await analyst.settled();
    await expect(page.getByRole('alert')).toHaveCount(0);
  }
  // What one visitor has cannot be asked for. The period stays without the filter.
  await page.goto(`${site.url}/growth?view=funnel&filter=utm_source:one&range=today`);
  await expect(page.getByRole('alert')).toContainText('Fewer than five people in this period');
  await page.getByRole('button', { name: 'Show everybody' }).click();
  await expect(page.getByRole('alert')).toHaveCount(0);
  await expect(page).toHaveURL(/growth\?view=funnel&range=today&zone/);

  for (const view of ['signups', 'applications', 'mailings', 'live', 'people']) {
    await page.goto(`${site.url}/growth?view=${view}`);
    await expect(page.getByText('This view is about people.')).toBeVisible();
  }
  await expect(page.getByRole('link', { name: 'Download as CSV' })).toHaveCount(0);
  const refused = /api\/(signups|tail|delivery|list)/;
  expect(page.sentRequests.filter(({ url }) => refused.test(url))).toEqual([]);
});

test('a funnel that an operator names is there for viewers', async ({ analyst, page, site }) => {
  const properties = { form_type: 'beta', event_label: 'success' };
  for (const person of ['a', 'b', 'c', 'd', 'e'])
    happens(site, { event: 'form_submit', properties, person });
  const name = 'Into the <b>beta';
  await analyst.open('?view=funnel&range=7&zone=UTC');
  const edit = page.getByRole('button', { name: 'Edit' });
  await edit.click();
  await page.getByRole('combobox', { name: 'Form' }).selectOption('beta');
  await page.getByRole('textbox', { name: 'Name' }).fill(name);
  await page.getByRole('button', { name: 'Save for the team' }).click();
  const remove = page.getByRole('button', { name: `Delete ${name}` });
  await expect(remove).toBeVisible();
  const saved = page.getByRole('navigation', { name: 'Funnel' }).getByRole('link', { name });
  await expect(saved).toHaveAttribute('aria-current', 'true');
  await expect(page.getByText(`Saved for the team as ${name}.`)).toBeVisible();
  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: 'Sign out' }).click();
  await analyst.signIn(GROWTH_VIEWER_TOKEN);
  await page.getByRole('link', { name: 'Reading' }).click();
  await expect(saved).not.toHaveAttribute('aria-current');
  await saved.click();
  await expect(page).toHaveURL(/step=section_view.*step=form_submit:.*form_type%3Dbeta/);
  await analyst.settled();
  await edit.click();
  await expect(page.getByLabel('Order')).toBeVisible();
  await expect(remove).toHaveCount(0);
});
