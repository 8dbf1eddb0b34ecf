import { hold } from '../visitor-actions.ts';
import { demoDays, expect, fillWithDemoData, test } from './analyst-fixtures.ts';

test.use({ sharesSite: true });

test('a view with steps of one’s own is its address', async ({ analyst, page, site }) => {
  await fillWithDemoData(site);
  const start = `?view=funnel&${demoDays}`;
  await analyst.open(`${start}&preset=top&zone=UTC`);
  const edit = page.getByRole('button', { name: 'Edit' });
  await edit.click();
  const press = async (name: string, focused = name) => {
    await page.getByRole('button', { name }).focus();
    await page.keyboard.press('Enter');
    await expect(page.getByRole('button', { name: focused })).toBeFocused();
  };
  // The keyboard stays where something can be pressed.
  await press('Remove step 3', 'Remove step 2');
  await page.getByRole('button', { name: 'Add a step' }).click();
  await page
    .getByRole('group', { name: 'Step 3' })
    .getByLabel('What they did')
    .selectOption('Scrolled');
  await press('Move step 3 up', 'Move step 2 up');
  await press('Show this funnel', 'Edit');
  await analyst.settled();
  const steps = page.getByRole('list').filter({ hasText: 'Saw the top of the page' });
  const labels = () => steps.locator('li > span:first-child').allTextContents();
  const own = ['Saw the top of the page', 'Scrolled', 'Saw the signup section'];
  expect(await labels()).toEqual(own);
  expect(page.url()).toContain('step=section_view:section_name%3Dhero');
  await page.reload();
  await analyst.settled();
  expect(await labels()).toEqual(own);

  await page.getByRole('link', { name: /^Signup( |$)/ }).click();
  await expect(page).toHaveURL(`${site.url}/growth${start}&preset=signup&zone=UTC`);
  await expect(page.getByText('62.5 % who agreed (500 of 800)')).toHaveCount(1);
  // A press on a row is about what the table shows, also while another one is counted.
  const table = page.getByRole('table', { name: /^Break down by/ });
  const breakdown = page.getByLabel('Break down by');
  await breakdown.selectOption('Device');
  await analyst.settled();
  const answer = await hold(page, /breakdown=utm_source/);
  await breakdown.selectOption('Source');
  await expect(page.getByRole('main').getByText('Counting…')).toBeVisible();
  await expect(table).toHaveAccessibleName(/^Break down by device/);
  answer();
  await expect(table).toHaveAccessibleName(/^Break down by source/);

  page.allowFailed(400);
  await page.goto(`${site.url}/growth?view=funnel&step=a:b&zone=UTC`);
  await expect(page.getByRole('alert')).toContainText(
    'The server does not answer what this address asks for: step.0: a step is "a:b"; expected an event',
  );
  await page.getByRole('button', { name: 'Show the default view' }).click();
  await expect(page).toHaveURL(`${site.url}/growth?view=funnel&zone=UTC`);
  await page.goto(`${site.url}/growth?view=funnel&range=xx&zone=Mars`);
  const unknown = page.getByRole('main').getByRole('alert').locator('p');
  await expect(unknown).toHaveText([/^“xx” in the address/, /^“Mars” in the address/]);
  await page.getByRole('button', { name: '30 days' }).click();
  await page.getByRole('radio', { name: '7 days' }).check();
  await expect(page.getByRole('main').getByRole('alert')).toHaveCount(0);
  await expect(page).toHaveURL(`${site.url}/growth?view=funnel&range=7&zone=UTC`);
});

test('keyboard users keep their place while the view changes', async ({ analyst, page, site }) => {
  await fillWithDemoData(site);
  await analyst.open('?zone=UTC');
  const period = page.locator('main button[data-opens]').first();
  await period.press('Enter');
  // The later day first: the console puts the days in order.
  await page.getByLabel('From', { exact: true }).fill('2026-03-14');
  await page.getByLabel('To', { exact: true }).fill('2026-03-01');
  await page.getByRole('button', { name: 'Show', exact: true }).press('Enter');
  await expect(page).toHaveURL(`${site.url}/growth?from=2026-03-01&to=2026-03-14&zone=UTC`);
  await expect(period).toBeFocused();
  await period.press('Enter');
  await expect(page.getByLabel('From', { exact: true })).toHaveValue('2026-03-01');
  await page.goBack();
  await expect(period).toHaveText('30 days');
  await expect(page.getByLabel('From', { exact: true })).not.toHaveValue('2026-03-01');
});
