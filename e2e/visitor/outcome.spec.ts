import type { Locator, Page } from '@playwright/test';
import { expect, test } from '../fixtures.ts';
import { openOnPhone } from '../pages.ts';
import {
  banner,
  footer,
  form,
  header,
  hold,
  jumpTo,
  openTab,
  settingsDialog,
  signUp,
  toast,
} from '../visitor-actions.ts';
import { covered, listen } from './heard.ts';

const ada = { name: 'Ada', email: 'ada@example.org' };
const applies = { ...ada, email: 'ada.beta@example.org', useCase: 'Lectures' };
const apply = 'Apply for Beta Access';
const tabs = ['#signup-tab-notifyme', '#signup-tab-beta'];

test('beside the question an outcome is seen, said once, and closed', async ({ page }) => {
  page.allowFailed(0, 409);
  await openOnPhone(page, '/#signup');
  await expect(banner(page)).toBeVisible();
  await expect(page.locator('#signup form button')).toBeEnabled();
  const heard = await listen(page);
  await signUp(page, ada);
  const receipt = page.getByRole('heading', { name: 'You are on the list' });
  await expect(receipt).toBeFocused();
  await expect.poll(() => covered(page, '#signup section h3', ...tabs)).toEqual([]);
  // From the receipt Tab leads to the form, also while the message is shown.
  await page.keyboard.press('Tab');
  await expect(form(page).getByLabel('Name')).toBeFocused();
  expect(await heard()).toEqual([expect.stringMatching(/^Success! You're on the waitlist!/)]);
  await expect(toast(page)).toHaveText('');

  await signUp(page, ada);
  const again = page.getByRole('region', { name: 'Already registered' });
  await expect(again).toBeFocused();
  const contact = again.getByRole('link', { name: 'Write to us' });
  await page.keyboard.press('Tab');
  await expect(contact).toBeFocused();
  await expect(contact).toHaveAttribute('href', '/contact');
  await expect(receipt).toBeVisible();
  expect((await heard()).slice(1)).toEqual([expect.stringMatching(/^Already registered This/)]);
  await expect(toast(page)).toHaveText('');
  // The success on this path remains one.
  await expect(header(page).getByRole('button', { name: 'Notify me: On the list' })).toBeVisible();

  await page.route('**/rest/v1/**', (route) => route.abort(), { times: 1 });
  await signUp(page, ada);
  const parts = ['p:first-of-type', '[role="status"]', 'button']
    .map((part) => `[aria-label="Notifications"] ${part}`)
    .concat('.cm__btn[data-role="all"]', '.cm__btn[data-role="necessary"]');
  for (const width of [390, 768, 1440]) {
    await page.setViewportSize({ width, height: 844 });
    await expect.poll(() => covered(page, ...parts), `${width} px`).toEqual([]);
  }
  // From the button Tab leads to the message, and then continues as if it were not there.
  const dismiss = toast(page).getByRole('button', { name: 'Dismiss' });
  const send = form(page).getByRole('button', { name: 'Try again' });
  for (const [key, stop] of [
    ['Tab', dismiss],
    ['Shift+Tab', send],
    ['Tab', dismiss],
    ['Enter', send],
  ] as const) {
    await page.keyboard.press(key);
    await expect(stop).toBeFocused();
  }
  await expect(dismiss).toBeHidden();
});

/** Returns how far below the message the tabs begin. */
const gapBelow = (page: Page) =>
  page.evaluate(() => {
    const [message, list] = ['section:has(> div > [aria-live])', '#signup [role="tablist"]'].map(
      (place) => document.querySelector(place)?.getBoundingClientRect(),
    );
    return (list?.top ?? 0) - (message?.bottom ?? 0);
  });

test('the message covers no tab after the way from the button at the end of a form', async ({
  page,
}) => {
  page.allowFailed(409);
  await page.emulateMedia({ reducedMotion: 'no-preference' }); // the way is a smooth scroll
  for (const [width, height] of [
    [390, 844],
    [1440, 700],
  ] as const) {
    await page.setViewportSize({ width, height });
    await page.goto('/');
    if (await banner(page).isVisible()) await banner(page).getByRole('button').nth(1).click();
    await form(page).getByRole('button', { name: 'Notify me' }).scrollIntoViewIfNeeded();
    await signUp(page, { ...ada, email: `ada${width}@example.org` });
    await expect(page.getByRole('heading', { name: 'You are on the list' })).toBeFocused();
    await expect.poll(() => covered(page, ...tabs, '#signup section h3')).toEqual([]);
    // Nor does it cut a heading above them.
    await expect.poll(() => gapBelow(page)).toBeGreaterThanOrEqual(20);
    await signUp(page, { ...ada, email: `ada${width}@example.org` });
    await expect(page.getByRole('region', { name: 'Already registered' })).toBeFocused();
    await expect.poll(() => covered(page, ...tabs, '#signup-duplicate h3')).toEqual([]);
  }
});

test('on a phone the focused field is in view, and an outcome moves nothing', async ({ page }) => {
  await openOnPhone(page, '/');
  await expect(banner(page)).toBeVisible();
  await page.locator('#hero').getByRole('button', { name: apply }).click();
  const name = form(page).getByLabel('Name');
  await expect(name).toBeFocused();
  await expect.poll(() => covered(page, '#signup [name="name"]')).toEqual([]);

  const answer = await hold(page, '**/rest/v1/**');
  await signUp(page, applies, apply);
  const terms = footer(page).getByRole('link', { name: 'Terms' });
  await terms.focus();
  const before = await settled(terms);
  answer();
  await expect(toast(page)).toContainText('Beta application submitted!');
  await expect(page.getByRole('region', { name: 'Your application is in' })).toBeAttached();
  await expect(terms).toBeFocused();
  expect(Math.abs((await settled(terms)) - before)).toBeLessThan(2); // heights are no whole pixels

  const shown = header(page).getByRole('button').filter({ visible: true });
  await expect(shown).toHaveText(['Beta Access', 'Menu']);
  await expect(shown.nth(0)).toHaveAccessibleName('Beta Access: Applied');
  await jumpTo(page, 0);
  await expect(shown).toHaveText(['Beta Access', 'Menu']);
});

/** Returns where an element stands in the window, once two frames agree: the page may still be scrolling. */
const settled = (element: Locator) =>
  element.evaluate(async (node) => {
    const frame = () => new Promise((resolve) => requestAnimationFrame(resolve));
    for (let last = Number.NaN; ; await frame()) {
      const { top } = node.getBoundingClientRect();
      if (Math.abs(top - last) < 0.1) return Math.round(top);
      last = top;
    }
  });

test('text survives navigation, and the outcome comes elsewhere too', async ({ page, site }) => {
  await openOnPhone(page, '/#signup');
  await expect(banner(page)).toBeVisible();
  await page.getByRole('tab', { name: 'Beta Access' }).click();
  await form(page).getByLabel('Use case').fill('Thirty lectures');
  // By a link in the form itself, which behaves like any other link of the site.
  await form(page).getByRole('link', { name: 'Privacy policy' }).click();
  await expect(page).toHaveURL('/privacy');
  // A library draws the question, outside the application.
  await banner(page).getByText('More').click();
  await banner(page).getByRole('link', { name: 'Cookie policy' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Cookie' })).toBeFocused();
  await footer(page).getByRole('link', { name: 'Contact' }).click();
  await page.getByLabel('Message').fill('Hello from Ada');
  for (let back = 0; back < 3; back += 1) await page.goBack();
  await expect(openTab(page, 'Beta Access')).toBeVisible();
  await expect(form(page).getByLabel('Use case')).toHaveValue('Thirty lectures');

  const answer = await hold(page, '**/rest/v1/**');
  await signUp(page, ada, apply);
  await expect(form(page).getByRole('button', { name: 'Submitting...' })).toBeVisible();
  await footer(page).getByRole('link', { name: 'Contact' }).click();
  await expect(page.getByLabel('Message')).toHaveValue('Hello from Ada');
  answer();
  await expect(toast(page)).toContainText('Beta application submitted!');
  const isSeen = () =>
    expect.poll(() => covered(page, '[aria-label="Notifications"] p')).toEqual([]);
  await isSeen();
  await footer(page).getByRole('link', { name: 'Terms' }).click();
  await expect(page).toHaveURL('/terms');
  await expect(toast(page)).toContainText('Beta application submitted!');
  // The cookie settings cover it and get all key presses.
  await banner(page).getByRole('button', { name: 'Details' }).click();
  await expect.poll(() => covered(page, '[aria-label="Notifications"] p')).not.toEqual([]);
  await page.keyboard.press('Escape');
  await expect(settingsDialog(page)).toBeHidden();
  await isSeen();
  expect(site.query('SELECT name FROM notifyme_signups')).toEqual([{ name: 'Ada' }]);
});
