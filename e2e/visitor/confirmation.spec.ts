import type { Locator } from '@playwright/test';
import { violations } from '../axe.ts';
import { expect, test } from '../fixtures.ts';
import { openOnPhone } from '../pages.ts';
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
  await expect(toast(page)).toContainText('exclusive discounts. Please confirm your address');
  // Nobody is on the list before the address is confirmed.
  const sheet = page.getByRole('region', { name: 'One step left' });
  await expect(sheet).toContainText('We are sending a code to ada@example.org.');
  // Nothing is lit.
  const colours = await sheet.evaluate((element) => {
    const { backgroundColor } = getComputedStyle(element);
    return [
      backgroundColor,
      getComputedStyle(element.querySelector('h3') ?? element, '::before').backgroundColor,
    ];
  });
  expect(colours).toEqual([expect.stringMatching(/0\.06\)$/), 'rgba(0, 0, 0, 0)']);
  expect(await violations(page)).toEqual([]);
  const inHeader = header(page).getByRole('button', { name: 'Notify me' });
  await expect(inHeader).toHaveAccessibleName('Notify me');
  const field = page.getByLabel('Code from our message');
  await expect(form(page).getByLabel('Name')).toHaveValue('');
  await page.keyboard.press('Tab');
  await expect(field).toBeFocused();
  const before = await shifts(page);
  await expect(field).toHaveAttribute('autocomplete', 'one-time-code');
  const code = /press the button: (\d{6})/.exec(await message())?.[1] ?? '';
  await field.fill(code === '000000' ? '000001' : '000000');
  await page.getByRole('button', { name: 'Confirm' }).click();
  await expect(field).toBeFocused();
  await expect(field).toHaveAccessibleDescription(/This code does not work.*You have 4 tries left/);
  expect(await shifts(page)).toEqual(before);
  // What is agreed to is read between the field and the button.
  const order = [
    field,
    sheet.getByText('By confirming you agree'),
    sheet.getByText('Confirm', { exact: true }),
  ];
  const tops = await Promise.all(order.map(async (one) => (await one.boundingBox())?.y));
  expect(tops).toEqual(tops.toSorted((a = 0, b = 0) => a - b));
  await field.fill(` ${code.slice(0, 3)} ${code.slice(3)} `);
  await field.press('Enter');
  const status = page.locator('#signup').getByRole('status');
  await expect(status).toHaveText('Your address is confirmed.');
  await expect(status).toBeFocused();
  // As on the page of the message, which shows it.
  await expect(page.getByRole('region', { name: 'You are on the list' })).toContainText(
    'Your discount code',
  );
  expect(await violations(page)).toEqual([]);
  await expect(inHeader).toHaveAccessibleName('Notify me: On the list');
  expect(confirmed()).toEqual([{ at: expect.any(Number) }]);
  // What the form has shown is the proof.
  const agreed = 'SELECT 1 FROM notifyme_signups JOIN launch_texts ON hash = launch_text_hash';
  expect(site.query(`${agreed} WHERE launch_agreed_at = confirmed_at`)).toHaveLength(1);
  expect(site.output()).not.toMatch(/token=|ada@/);
});

test('on a phone the code is in view; the message is sent again, the address is changed, and the confirmed page says what one gets', async ({
  page,
  site,
  mail: { message, pathTo, confirmed },
}) => {
  page.allowFailed(409);
  await page.clock.install();
  await openOnPhone(page, '/#signup');
  const beta = { name: 'Ada', email: 'ada@exampel.org', useCase: 'Lectures' };
  await page.getByRole('tab', { name: 'Beta Access' }).click();
  await signUp(page, beta, 'Apply for Beta Access');
  const sheet = page.getByRole('region', { name: 'One step left' });
  const code = sheet.getByLabel('Code from our message');
  await expect(code).toBeInViewport({ ratio: 1 });
  const again = sheet.getByRole('button', { name: 'Send it again' });
  await message(); // while it waits, no other is queued
  await expect(again).toBeDisabled();
  await page.clock.fastForward(60_000);
  await expect(again).toHaveCSS('text-decoration-line', 'underline');
  await again.click();
  await expect(sheet.getByRole('status')).toContainText(
    'We are sending it again. Check your spam folder, too.',
  );
  await expect(again).toHaveCSS('text-decoration-line', 'none');
  await expect(again).toBeFocused();
  await expect(again).toBeDisabled(); // for a minute
  expect(await message(2)).toContain('ada@exampel.org');
  expect(site.query('SELECT 1 FROM notifyme_signups')).toHaveLength(1);

  await sheet.getByRole('button', { name: 'Wrong address? Change it' }).click();
  const email = form(page).getByLabel('Email', { exact: true });
  await expect(email).toBeFocused();
  await expect(email).toHaveValue(beta.email);
  await expect(form(page).getByLabel('Use case')).toHaveValue(beta.useCase);
  await page.keyboard.type('ada@example.org');
  await form(page).getByRole('button', { name: 'Apply for Beta Access' }).click();
  await expect(sheet).toContainText('ada@example.org');
  expect(await message(3)).toContain('ada@example.org');

  const opened = await page.context().newPage();
  await opened.goto(site.url + (await pathTo('confirm', 3)));
  await expect(opened.getByText('a•••@example.org')).toBeVisible();
  await opened.setViewportSize({ width: 390, height: 844 });
  const wide = async (place: Locator) => (await place.boundingBox())?.width;
  const heading = await wide(opened.getByRole('heading', { level: 1 }));
  expect(await wide(opened.getByRole('button'))).toBe(heading); // for a thumb
  await opened.getByRole('button').click();
  await expect(opened.getByRole('heading', { level: 1 })).toHaveText('Your application is in');
  for (const said of ['a•••@example.org', 'Free access during beta'])
    await expect(opened.getByText(said)).toBeVisible();
  expect(await violations(opened)).toEqual([]);
  expect(confirmed()).toContainEqual({ at: expect.any(Number) });
  // Back on the page, which learns of it.
  await page.clock.fastForward(60_000);
  await again.click();
  await expect(page.getByRole('region', { name: 'Your application is in' })).toBeVisible();
  await expect(header(page).getByRole('button', { name: 'Beta Access: Applied' })).toBeAttached();
});
