import { nothingElse, stored } from '../visitor-actions.ts';
import { createAnalyst, expect, signsUp, test } from './analyst-fixtures.ts';

test('what is written and what is open survive a reload, the Back button, the end of the session and the tab', async ({
  analyst,
  page,
  context,
  site,
}) => {
  page.allowFailed(401);
  page.allowRefusedScripts();
  await page.clock.install();
  for (const [name, ago] of [
    ['Ann', 1],
    ['Ben', 2],
  ] as const)
    signsUp(site, { name, type: 'beta', useCase: 'Films', ago });
  await analyst.open('?view=mailings');
  await page.getByRole('button', { name: 'Write a mailing' }).click();
  await page.getByLabel('Subject').fill('It is here');
  await page.locator('textarea').fill('Hello');
  const link = page.getByLabel('Address of the button');
  await link.fill('dubkit');
  const save = page.getByRole('button', { name: 'Save', exact: true });
  await save.click();
  await expect(page.getByRole('alert')).toHaveText('Begin the address with https://');
  await expect(link).toBeFocused();
  await link.fill('');
  await save.click();
  await expect(page.getByText('Saved.', { exact: true })).toHaveClass('visually-hidden');
  await expect(page.getByRole('alert')).toBeHidden();
  // This site sends no mail, and shows the message all the same.
  await expect(page.getByTitle('Preview')).toBeVisible();
  const draft = page.url();
  await page.locator('textarea').fill('Hello, all of you');
  const isThere = () => expect(page.locator('textarea')).toHaveValue('Hello, all of you');

  await page.reload();
  await isThere();
  await page.getByRole('link', { name: 'Applications' }).click();
  await expect(page.getByRole('heading', { name: 'Ben' })).toBeVisible();
  // Keys work while the list has the focus.
  await page.getByRole('listitem').getByRole('button', { name: 'Ben' }).focus();
  await page.keyboard.press('j');
  await page.getByLabel('Note for the team').fill('good films');
  await page.goBack();
  await isThere();
  await page.goForward();
  await expect(page.getByRole('heading', { name: 'Ann' })).toBeVisible();
  await expect(page.getByLabel('Note for the team')).toHaveValue('good films');
  await page.goBack();
  await page.clock.fastForward('02:00:01');
  await expect(page.getByText('Your session has ended.')).toBeVisible();
  await analyst.signIn();
  await isThere();

  const other = await context.newPage();
  await page.close();
  await other.goto(draft);
  await expect(other.locator('textarea')).toHaveValue('Hello, all of you');
  await other.getByRole('button', { name: 'Sign out' }).click();
  await other.getByRole('dialog').getByRole('button', { name: 'Sign out' }).click();
  await expect(other.getByLabel('Token')).toBeVisible();
  expect((await stored(other)).rest).toEqual(nothingElse);
  await createAnalyst(other, site).signIn();
  await expect(other.locator('textarea')).toHaveValue('Hello');
});
