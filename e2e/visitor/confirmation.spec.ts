import { resolve } from 'node:path';
import { EXAMPLE_SITE } from '../../server/src/site-config.ts';
import type { RenderModule } from '../../shared/src/page.ts';
import { violations } from '../axe.ts';
import { expect, test } from '../fixtures.ts';
import { openMail, postSignup } from '../mail.ts';
import { accept, signUp, toast } from '../visitor.ts';

// Without motion nothing is half faded in while axe looks.

const ada = { name: 'Ada', email: 'ada@example.org' };

test('from the form to the message, its button, and a confirmed row; leaving deletes it', async ({
  page,
  site,
}) => {
  const { close, pathTo, confirmed } = await openMail(site);
  try {
    await page.goto(`${site.url}/#signup`);
    await accept(page);
    await signUp(page, ada, 'Notify me');
    await expect(toast(page)).toContainText('exclusive discounts. A message is on its way to you');
    await expect(page.getByText('We are sending you a message. Press its button,')).toBeVisible();
    // Nobody is on the list before the address is confirmed.
    await expect(page.getByRole('heading', { name: 'Please confirm your address' })).toBeVisible();
    expect(site.query('SELECT language FROM notifyme_signups')).toEqual([{ language: 'en' }]);
    const path = await pathTo('confirm');
    await page.goto(site.url + path);
    const button = page.getByRole('button');
    await expect(button).toHaveText('Confirm my address');
    await expect(button).toBeFocused();
    expect(confirmed()).toEqual([{ at: null }]);
    expect(await violations(page)).toEqual([]);
    await page.keyboard.press('Enter');
    await expect(page.getByRole('heading')).toHaveText('Your address is confirmed');
    expect(confirmed()).toEqual([{ at: expect.any(Number) }]);
    await page.goto(site.url + path);
    await button.click();
    await expect(page.getByRole('heading')).toHaveText('Your address is already confirmed');
    await page.goto(site.url + (await pathTo('leave')));
    await expect(button).not.toBeFocused(); // a stray Enter deletes nothing
    await button.click();
    await expect(page.getByRole('heading')).toHaveText('Your signup is deleted');
    expect(confirmed()).toEqual([]);
    expect(
      site.query("SELECT 1 FROM events WHERE path LIKE '/confirm%' OR path LIKE '/leave%'"),
    ).toEqual([]);
    expect(site.output()).not.toMatch(/token=|ada@/);
    await page.goto(`${site.url}/privacy`);
    await expect(page.getByText('30 days after our first message')).toBeVisible();
  } finally {
    await close();
  }
});

test('the code of the message confirms without leaving the page', async ({ page, site }) => {
  const { close, message, confirmed } = await openMail(site);
  try {
    page.allowFailed(400);
    await page.goto(`${site.url}/#signup`);
    await signUp(page, ada, 'Notify me');
    const field = page.getByLabel('Code from our message');
    await expect(field).toHaveAttribute('autocomplete', 'one-time-code');
    await expect(field).toHaveAttribute('dir', 'ltr');
    await expect(field).toHaveAttribute('inputmode', 'numeric');
    const code = /signed up: (\d{6})/.exec(await message())?.[1] ?? '';
    const status = page.locator('#signup').getByRole('status');
    await expect(status).toBeEmpty();
    await field.fill(code === '000000' ? '000001' : '000000');
    await page.getByRole('button', { name: 'Confirm' }).click();
    await expect(status).toContainText('This is not the code.');
    await expect(status).toContainText('You have 4 tries left.');
    await expect(field).toBeFocused();
    await expect(field).toHaveAccessibleDescription(/You have 4 tries left/);
    expect(await violations(page)).toEqual([]);
    await field.fill(` ${code.slice(0, 3)} ${code.slice(3)} `);
    await field.press('Enter');
    await expect(status).toHaveText('Your address is confirmed.');
    await expect(status).toBeFocused();
    expect(confirmed()).toEqual([{ at: expect.any(Number) }]);
  } finally {
    await close();
  }
});

test('whoever was signed up by a stranger signs up too, and sees and confirms only the own words', async ({
  page,
  site,
}) => {
  const { close, pathTo, confirmed } = await openMail(site);
  try {
    await postSignup(site, { ...ada, name: 'Stranger' });
    await page.goto(`${site.url}/#signup`);
    await page.getByRole('tab', { name: 'Beta Access' }).click();
    const useCase = 'W'.repeat(300);
    await signUp(page, { ...ada, useCase }, 'Apply for Beta Access');
    await page.goto(site.url + (await pathTo('confirm', 2)));
    await expect(page.getByText(useCase)).toBeInViewport({ ratio: 0.3 }); // not scrolled past
    await expect(page.getByRole('heading')).toBeInViewport();
    await expect(page.getByText('Beta Access')).toBeVisible();
    expect(await violations(page)).toEqual([]);
    for (const width of [390, 1440]) {
      await page.setViewportSize({ width, height: 900 });
      expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(width);
      await page.screenshot({ path: test.info().outputPath(`${width}.png`) });
    }
    await page.getByRole('button').click();
    await expect(page.getByRole('heading')).toHaveText('Your address is confirmed');
    expect(confirmed()).toEqual([{ at: expect.any(Number) }]);
  } finally {
    await close();
  }
});

test('the message fits a phone and a wide window, in light and dark, and loads nothing', async ({
  page,
}) => {
  const rendered: RenderModule = await import(resolve('dist/ssr/entry-server.js'));
  const link = (name: string) => `https://dubkit.example.com/${name}?token=${'a'.repeat(22)}`;
  const { html } = await rendered.confirmMessage({
    ...{ language: 'en', site: EXAMPLE_SITE, name: 'Ada', signupType: 'notifyme' },
    ...{ code: '123456', unconfirmedRetentionDays: 30 },
    ...{ confirmUrl: link('confirm'), leaveUrl: link('leave') },
  });
  expect(html).toContain('Beispielstraße');
  expect(html).not.toMatch(/<img|src=|url\(/);
  const addresses = html.match(/\w+:\/\/[^?"]*/g);
  expect(addresses).toEqual(['confirm', 'leave'].map((it) => `https://dubkit.example.com/${it}`));
  await page.goto('about:blank');
  for (const colorScheme of ['light', 'dark'] as const) {
    for (const width of [390, 800]) {
      await page.emulateMedia({ colorScheme });
      await page.setViewportSize({ width, height: 900 });
      await page.setContent(html);
      expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(width);
      await page.screenshot({
        path: test.info().outputPath(`${width}-${colorScheme}.png`),
        fullPage: true,
      });
    }
  }
});
