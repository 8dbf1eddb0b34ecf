import { violations } from '../axe.ts';
import { expect, test } from '../fixtures.ts';
import { form, header, signUp, toast } from '../visitor-actions.ts';
import { recordShifts, shifts } from './heard.ts';

// invitation.spec.ts confirms by the link of the message, and leaves.
test('the code of the message confirms without leaving the page', async ({
  page,
  site,
  mail: { message, confirmed },
}) => {
  page.allowFailed(400);
  await page.addInitScript(recordShifts);
  await page.goto('/#signup');
  await signUp(page, { name: 'Ada', email: 'ada@example.org' });
  await expect(toast(page)).toContainText('exclusive discounts. A message is on its way to you');
  // Nobody is on the list before the address is confirmed.
  await expect(page.getByRole('heading', { name: 'Please confirm your address' })).toBeVisible();
  const inHeader = header(page).getByRole('button', { name: 'Notify me' });
  await expect(inHeader).toHaveAccessibleName('Notify me');
  const field = page.getByLabel('Code from our message');
  await expect(form(page).getByLabel('Name')).toHaveValue('');
  await page.keyboard.press('Tab');
  await expect(field).toBeFocused();
  const before = await shifts(page);
  await expect(field).toHaveAttribute('autocomplete', 'one-time-code');
  const code = /signed up: (\d{6})/.exec(await message())?.[1] ?? '';
  await field.fill(code === '000000' ? '000001' : '000000');
  await page.getByRole('button', { name: 'Confirm' }).click();
  await expect(field).toBeFocused();
  await expect(field).toHaveAccessibleDescription(/This code is wrong.*You have 4 tries left/);
  expect(await shifts(page)).toEqual(before);
  await field.fill(` ${code.slice(0, 3)} ${code.slice(3)} `);
  await field.press('Enter');
  const status = page.locator('#signup').getByRole('status');
  await expect(status).toHaveText('Your address is confirmed.');
  await expect(status).toBeFocused();
  expect(await violations(page)).toEqual([]);
  await expect(inHeader).toHaveAccessibleName('Notify me: On the list');
  expect(confirmed()).toEqual([{ at: expect.any(Number) }]);
  expect(site.output()).not.toMatch(/token=|ada@/);
});
