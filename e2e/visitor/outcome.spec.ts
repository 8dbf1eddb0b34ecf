import type { Locator } from '@playwright/test';
import { expect, test } from '../fixtures.ts';
import { alive, openOnPhone } from '../pages.ts';
import { banner, hold, signUp, toast } from '../visitor.ts';
import { covered, listen } from './heard.ts';

const ada = { name: 'Ada', email: 'ada@example.org' };
const success =
  "Success! You're on the waitlist! Get ready for early access with exclusive discounts.";
const duplicate =
  'Already registered This email is already registered. Thank you for your interest!';

test('with the question unanswered the outcome is seen at every width, announced once, and closed by keyboard', async ({
  page,
  site,
}) => {
  page.allowFailed(409);
  await openOnPhone(page, `${site.url}/#signup`);
  await expect(banner(page)).toBeVisible();
  await expect(page.locator('#signup form button')).toBeEnabled();
  const heard = await listen(page);
  const parts = [
    '[aria-label="Notifications"] p:first-of-type',
    '[aria-label="Notifications"] p:last-of-type',
    '[aria-label="Notifications"] button',
    '.cm__btn[data-role="all"]',
    '.cm__btn[data-role="necessary"]',
  ];
  await signUp(page, ada, 'Notify me');
  await expect(toast(page)).toContainText('Success!');
  const receipt = page.getByRole('region', { name: 'You are on the list' });
  await expect(receipt).toBeFocused();
  await expect.poll(() => covered(page, '#signup section h3')).toEqual([]);
  await expect.poll(() => covered(page, '#signup-tab-notifyme', '#signup-tab-beta')).toEqual([]);
  for (const width of [390, 768, 1440]) {
    await page.setViewportSize({ width, height: 844 });
    await expect.poll(() => covered(page, ...parts), `${width} px`).toEqual([]);
  }
  expect(await heard()).toEqual([success]);
  await expect(page.getByRole('status').filter({ hasText: 'Success!' })).toHaveCount(1);
  // From the receipt Tab leads to the message, and then continues as if it were not there.
  const dismiss = toast(page).getByRole('button', { name: 'Dismiss' });
  const another = receipt.getByRole('button', { name: 'Sign somebody else up' });
  const name = page.locator('#signup form').getByLabel('Name');
  await expect(name).toBeHidden();
  await page.keyboard.press('Tab');
  await expect(dismiss).toBeFocused();
  await page.keyboard.press('Shift+Tab');
  await expect(receipt).toBeFocused();
  await page.keyboard.press('Tab');
  await page.keyboard.press('Tab');
  await expect(another).toBeFocused();
  await receipt.focus();
  await page.keyboard.press('Tab');
  await page.keyboard.press('Enter');
  await expect(dismiss).toBeHidden();
  await expect(receipt).toBeFocused();

  await another.click();
  await expect(name).toBeFocused();
  await expect(name).toHaveValue('');
  await expect(receipt).toBeVisible();
  await signUp(page, ada, 'Notify me');
  await expect(toast(page)).toContainText('Already registered');
  const again = page.getByRole('region', { name: 'Already registered' });
  await expect(again).toBeFocused();
  await expect(receipt).toBeHidden();
  expect(await heard()).toEqual([success, duplicate]);
  await page.keyboard.press('Escape');
  await expect(dismiss).toBeHidden();
  await expect(again).toBeFocused();
});

test('each tab keeps its own outcome, and the header shows both, as long as the document lives', async ({
  page,
  site,
}) => {
  page.allowFailed(409);
  await page.goto(`${site.url}/#signup`);
  const header = page.getByRole('banner');
  const headerButton = (name: string) => header.getByRole('button', { name, exact: true });
  const receipt = (name: string) => page.getByRole('region', { name });
  const tab = (name: string) => page.getByRole('tab', { name });
  const edge = (kind: string) => toast(page).locator(`[data-kind="${kind}"]`);
  const width = (await headerButton('Notify me').boundingBox())?.width ?? 0;

  await signUp(page, ada, 'Notify me');
  await expect(receipt('You are on the list')).toBeFocused();
  await expect(edge('notifyme')).toBeVisible();
  await expect(headerButton('Notify me: On the list')).toHaveText('Notify me');
  const lit = await headerButton('Notify me: On the list').boundingBox();
  expect(lit?.width).toBeCloseTo(width, 1);
  await expect(headerButton('Beta Access')).toBeVisible();

  await tab('Beta Access').click();
  await expect(page.getByRole('heading', { name: 'Premium Benefits' })).toBeVisible();
  await signUp(
    page,
    { name: 'Ada', email: 'ada.beta@example.org', useCase: 'Lectures' },
    'Apply for Beta Access',
  );
  await expect(receipt('Your application is in')).toBeFocused();
  await expect(edge('beta')).toBeVisible();
  await expect(headerButton('Beta Access: Applied')).toHaveText('Beta Access');
  await tab('Notify me').click();
  await expect(receipt('You are on the list')).toBeVisible();
  await expect(receipt('Your application is in')).toBeHidden();

  // The header's button, as on any page, leads to an empty form.
  await headerButton('Notify me: On the list').click();
  await expect(page.locator('#signup form').getByLabel('Name')).toBeFocused();
  // The same address on the other path. The success on this path remains one.
  await signUp(page, { name: 'Ada', email: 'ada.beta@example.org' }, 'Notify me');
  await expect(receipt('Already registered')).toBeFocused();
  await expect(edge('neutral')).toBeVisible();
  await expect(headerButton('Notify me: On the list')).toBeVisible();

  await receipt('Already registered').getByRole('link', { name: 'Contact us' }).click();
  await expect(page).toHaveURL(`${site.url}/contact`);
  await expect(headerButton('Beta Access: Applied')).toBeVisible();
  await page.goBack();
  await expect(receipt('Already registered')).toBeVisible();
  await expect(receipt('Already registered')).not.toBeFocused();

  await page.reload();
  await expect(headerButton('Notify me')).toBeVisible();
  await expect(headerButton('Beta Access')).toBeVisible();
  await expect(page.getByRole('heading', { name: 'Early Access Benefits' })).toBeVisible();

  await signUp(page, ada, 'Notify me');
  await expect(receipt('Already registered')).toBeFocused();
  await expect(headerButton('Notify me')).not.toHaveAttribute('data-lit');
});

test('on a phone the benefits come first, the focused field is in view, and an outcome moves nothing that the visitor uses meanwhile', async ({
  page,
  site,
}) => {
  await openOnPhone(page, site.url);
  await expect(banner(page)).toBeVisible();
  await page.locator('#hero').getByRole('button', { name: 'Apply for Beta Access' }).click();
  const form = page.locator('#signup form');
  await expect(form.getByLabel('Name')).toBeFocused();
  await expect.poll(() => covered(page, '#signup [name="name"]')).toEqual([]);
  const benefits = await page.getByRole('heading', { name: 'Premium Benefits' }).boundingBox();
  const field = await form.getByLabel('Name').boundingBox();
  expect(benefits?.y).toBeLessThan(field?.y ?? 0);

  const answer = await hold(page, '**/rest/v1/**');
  await signUp(page, { ...ada, useCase: 'Lectures' }, 'Apply for Beta Access');
  await expect(form.getByRole('button', { name: 'Submitting...' })).toBeVisible();
  const terms = page.getByRole('contentinfo').getByRole('link', { name: 'Terms' });
  await terms.focus();
  const before = await settled(terms);
  answer();
  await expect(toast(page)).toContainText('Beta application submitted!');
  await expect(page.getByRole('region', { name: 'Your application is in' })).toBeAttached();
  await expect(terms).toBeFocused();
  expect(Math.abs((await settled(terms)) - before)).toBeLessThan(2); // heights are no whole pixels

  const shown = page.getByRole('banner').getByRole('button').filter({ visible: true });
  await expect(shown).toHaveText(['Notify me', 'Beta Access', 'Menu']);
  await expect(shown.nth(1)).toHaveAccessibleName('Beta Access: Applied');
  await page.evaluate(() => scrollTo({ top: 0, behavior: 'instant' }));
  await expect(page.locator('#hero').getByRole('button', { name: 'Notify me' })).toBeInViewport();
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

test('typed text survives a navigation and back, and the outcome reaches the visitor there', async ({
  page,
  site,
}) => {
  await openOnPhone(page, `${site.url}/#signup`);
  await expect(banner(page)).toBeVisible();
  const form = page.locator('#signup form');
  await page.getByRole('tab', { name: 'Beta Access' }).click();
  await form.getByLabel('Name').fill('Ada');
  await form.getByLabel('Use case').fill('Thirty lectures');
  // By a link in the form itself, which behaves like any other link of the site.
  await form.getByRole('link', { name: 'Privacy policy' }).click();
  await expect(page).toHaveURL(`${site.url}/privacy`);
  // A library draws the question, outside the application.
  await banner(page).getByRole('link', { name: 'Cookie policy' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Cookie' })).toBeFocused();
  await page.getByRole('contentinfo').getByRole('link', { name: 'Contact' }).click();
  await page.getByLabel('Message').fill('Hello from Ada');
  for (let back = 0; back < 3; back += 1) await page.goBack();
  await expect(page.getByRole('tab', { name: 'Beta Access' })).toHaveAttribute(
    'aria-selected',
    'true',
  );
  await expect(form.getByLabel('Name')).toHaveValue('Ada');
  await expect(form.getByLabel('Use case')).toHaveValue('Thirty lectures');

  const answer = await hold(page, '**/rest/v1/**');
  await signUp(page, ada, 'Apply for Beta Access');
  await expect(form.getByRole('button', { name: 'Submitting...' })).toBeVisible();
  await page.getByRole('contentinfo').getByRole('link', { name: 'Contact' }).click();
  await expect(page.getByLabel('Message')).toHaveValue('Hello from Ada');
  await page.goBack();
  // Still being sent: it cannot be sent twice.
  await expect(form.getByRole('button', { name: 'Submitting...' })).toBeVisible();
  await page.goForward();
  await expect(page).toHaveURL(`${site.url}/contact`);
  answer();
  await expect(toast(page)).toContainText('Beta application submitted!');
  await expect.poll(() => covered(page, '[aria-label="Notifications"] p')).toEqual([]);
  await page.getByRole('contentinfo').getByRole('link', { name: 'Terms' }).click();
  await expect(page).toHaveURL(`${site.url}/terms`);
  await expect(toast(page)).toContainText('Beta application submitted!');
  // The cookie settings cover it and get all key presses.
  await banner(page).getByRole('button', { name: 'Details' }).click();
  await expect(page.locator('[aria-label="Notifications"]')).toHaveCSS('z-index', 'auto');
  await page.keyboard.press('Tab');
  await expect(page.locator('.pm__close-btn')).toBeFocused();
  await page.keyboard.press('Escape');
  await expect(page.locator('.pm')).toBeHidden();
  await expect.poll(() => covered(page, '[aria-label="Notifications"] p')).toEqual([]);
  await page.goto(`${site.url}/`);
  await alive(page);
  await expect(page.getByLabel('Use case')).toHaveValue('');
  expect(site.query('SELECT name FROM notifyme_signups')).toEqual([{ name: 'Ada' }]);
});
