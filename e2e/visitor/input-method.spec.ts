import type { Page } from '@playwright/test';
import { expect, test } from '../fixtures.ts';
import { alive, openOnPhone } from '../pages.ts';
import { banner, reject, toast } from '../visitor.ts';

test.use({ sharesSite: true });

// While an input method composes, its keys are its own. layout/toasts.test.tsx has those of the message.

const inputMethodKey = (page: Page, key: string) =>
  page.evaluate(
    (key) =>
      (document.activeElement ?? document.body).dispatchEvent(
        new KeyboardEvent('keydown', { key, isComposing: true, bubbles: true, cancelable: true }),
      ),
    key,
  );

test('Enter and Escape during a composition neither send the form nor dismiss a message', async ({
  page,
  site,
}) => {
  await page.goto(site.url);
  await alive(page);
  const form = page.locator('#signup form');
  const name = form.getByLabel('Name');
  await name.focus();
  await expect(form.locator('[type="submit"]')).toBeVisible();
  const session = await page.context().newCDPSession(page);
  const press = async (key: string) => {
    await session.send('Input.imeSetComposition', {
      text: 'あだ',
      selectionStart: 2,
      selectionEnd: 2,
    });
    await page.keyboard.press(key);
  };
  await press('Enter');
  await expect(name).toHaveValue('あだ');
  await expect(form.locator('[aria-invalid]')).toHaveCount(0);
  await page.keyboard.insertText('あだ'); // ends the composition
  await page.keyboard.press('Enter');
  await expect(form.getByLabel('Email')).toHaveAttribute('aria-invalid', 'true');
  await page.route('**/rest/v1/**', (route) => route.abort());
  page.allowFailed(0);
  await form.getByLabel('Email').fill('ada@example.org');
  await page.keyboard.press('Enter');
  await expect(toast(page)).toContainText('Something went wrong');
  await name.focus();
  await press('Escape');
  await expect(toast(page)).toContainText('Something went wrong');
});

test('Escape and Tab of an input method close no menu and no dialog, and move no focus', async ({
  page,
  site,
}) => {
  const cases: { open(): Promise<unknown>; close: string }[] = [
    {
      open: () => page.getByRole('button', { name: 'Language: English, EN' }).click(),
      close: 'Language',
    },
    {
      open: () => page.getByRole('button', { name: 'Cookie settings' }).click(),
      close: 'Cookie settings',
    },
  ];
  await page.goto(site.url);
  await reject(page);
  await expect(banner(page)).toBeHidden();
  const keeps = async (name: string) => {
    const dialog = page.getByRole('dialog', { name });
    await expect(dialog).toBeVisible();
    const focused = await page.evaluateHandle(() => document.activeElement);
    for (const key of ['Tab', 'Escape']) expect(await inputMethodKey(page, key), key).toBe(true);
    expect(await focused.evaluate((element) => element === document.activeElement)).toBe(true);
    await expect(dialog).toBeVisible();
    await page.keyboard.press('Escape');
    await expect(dialog).toBeHidden();
  };
  for (const { open, close } of cases) {
    await open();
    await keeps(close);
  }
  await openOnPhone(page, `${site.url}/about`);
  await page.getByRole('button', { name: 'Menu', exact: true }).click();
  await keeps('Menu');
});
