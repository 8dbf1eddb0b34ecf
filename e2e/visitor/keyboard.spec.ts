import type { Page } from '@playwright/test';
import { expect, test } from '../fixtures.ts';
import { alive, openOnPhone } from '../pages.ts';
import {
  accept,
  banner,
  decisions,
  footer,
  off,
  settings,
  settingsDialog,
} from '../visitor-actions.ts';
import { listen } from './heard.ts';

/** Presses a key until a matching element has the focus. */
async function pressUntil(page: Page, key: string, selector: string) {
  const isThere = () =>
    page.evaluate((css) => document.activeElement?.matches(css) ?? false, selector);
  for (let i = 0; i < 80 && !(await isThere()); i += 1) await page.keyboard.press(key);
  expect(await isThere(), selector).toBe(true);
}

test('by keyboard: the question, the skip link, the page’s content', async ({ page }) => {
  await openOnPhone(page, '/about');
  await expect(banner(page)).toBeVisible();
  await expect(footer(page).getByRole('status')).toHaveText('Analytics is off.');
  await pressUntil(page, 'Tab', '.cm__btn[data-role="necessary"]');
  const heard = await listen(page);
  await page.keyboard.press('Enter');
  await expect(banner(page)).toBeHidden();
  const skip = page.getByRole('link', { name: 'Skip to content' });
  await expect(skip).toBeFocused();
  await expect(skip).toBeInViewport();
  await expect.poll(heard).toEqual(['Analytics is off.']);
  await page.keyboard.press('Enter');
  await expect(page.locator('main')).toBeFocused();
  await page.keyboard.press('Tab');
  await expect(page.getByRole('link', { name: 'Back to Home' })).toBeFocused();
});

test('by keyboard and screen reader: the question and the settings', async ({ page, site }) => {
  await page.goto('/terms');
  await alive(page);
  await expect(banner(page)).toBeVisible();
  // The question is the first part of the page, which stays readable and keeps the focus.
  await expect(page.locator('body > :first-child .cm')).toBeVisible();
  const asked =
    'May we measure scrolling, sections, clicks, forms, email domain and referrer by cookie ID to improve this site? Withdraw anytime.';
  await expect(banner(page)).toMatchAriaSnapshot(`
    - 'region "${asked}"':
      - /children: equal
      - 'heading "${asked}" [level=2]'
      - paragraph:
        - group: More
      - button "Accept analytics"
      - button "Reject analytics"
      - button "Details"
  `);
  const heading = page.getByRole('heading', { level: 1, name: 'Terms of use' });
  await expect(heading).toBeVisible();
  await banner(page).getByText('More').focus();
  await page.keyboard.press('Enter');
  await expect(banner(page).getByText('More')).toBeFocused();
  await expect(banner(page).getByRole('link')).toHaveText([
    ...['Cookie policy', 'Privacy policy', 'Impressum', 'What is stored?'],
  ]);
  const openers = banner(page).locator('[aria-haspopup="dialog"]');
  await expect(openers).toHaveText([/stored/, 'Details']);

  const dialog = settingsDialog(page);
  const details = banner(page).getByRole('button', { name: 'Details' });
  await details.focus();
  await page.keyboard.press('Enter');
  await expect(dialog.getByRole('heading', { name: 'Cookie settings' })).toBeFocused();
  await expect(dialog).toMatchAriaSnapshot(`
    - dialog "Cookie settings":
      - /children: equal
      - heading "Cookie settings" [level=2]
      - button "Close"
      - heading "Analytics" [level=3]
      - checkbox "Analytics"
      - text: Analytics
      - paragraph:
        - term: Responsible
        - definition: /is responsible for this measurement/
        - term: Purpose
        - definition
        - term: Withdrawal
        - definition
        - term: Duration
        - definition
        - term: Data
        - definition
        - term: Storage
        - definition
        - term: Reject analytics
        - definition
        - group: What is stored?
        - paragraph:
          - link "Cookie policy"
          - link "Privacy policy"
          - link "Impressum"
      - button "Accept analytics"
      - button "Reject analytics"
      - button "Save my choice"
  `);
  // A screen reader finds nothing beside the dialog.
  await expect(dialog).toHaveAttribute('aria-modal', 'true');
  await expect(heading).toHaveCount(0);
  await page.keyboard.press('Shift+Tab');
  await expect(dialog.getByRole('button', { name: 'Save my choice' })).toBeFocused();
  await page.keyboard.press('Escape');
  await expect(dialog).toBeHidden();
  await expect(details).toBeFocused();
  await expect(heading).toHaveCount(1);
  await pressUntil(page, 'Shift+Tab', '.cm__btn[data-role="necessary"]');
  await page.keyboard.press('Space');
  await expect(banner(page)).toBeHidden();

  await settings(page).focus();
  await page.keyboard.press('Enter');
  await expect(dialog.getByRole('checkbox')).not.toBeChecked();
  await pressUntil(page, 'Tab', 'input[type="checkbox"]');
  await page.keyboard.press('Space');
  await pressUntil(page, 'Tab', '[data-role="save"]');
  await page.keyboard.press('Enter');
  await expect(dialog).toBeHidden();
  await expect(settings(page)).toBeFocused();
  await expect(off(page)).toBeAttached();
  await expect.poll(() => decisions(site)).toEqual([{ analytics: 1, source: 'preferences' }]);

  await page.keyboard.press('Enter');
  await expect(dialog.getByRole('checkbox')).toBeChecked();
  await page.keyboard.press('Escape');
  await expect(settings(page)).toBeFocused();
  const heard = await listen(page);
  await page.keyboard.press('Tab');
  await expect(off(page)).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(settings(page)).toBeFocused();
  expect(await heard()).toEqual(['Analytics is off.']);
});

test('answering returns the focus to the field that the visitor came from', async ({ page }) => {
  await page.goto('/contact');
  await alive(page);
  await expect(banner(page)).toBeVisible();
  await page.getByLabel('Email', { exact: true }).fill('a');
  await accept(page);
  await expect(page.getByLabel('Email', { exact: true })).toBeFocused();
});
