import { expect, test } from '../fixtures.ts';
import { alive } from '../pages.ts';
import { banner, hold, signUp, toast } from '../visitor.ts';
import { accessibilityTree, covered, listen } from './heard.ts';

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
  await page.setViewportSize({ width: 390, height: 844 });
  await page.goto(`${site.url}/#signup`);
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
  for (const width of [390, 768, 1440]) {
    await page.setViewportSize({ width, height: 844 });
    await expect.poll(() => covered(page, ...parts), `${width} px`).toEqual([]);
  }
  expect(await heard()).toEqual([success]);
  const spoken = await accessibilityTree(page);
  const words = spoken.filter(({ role, name }) => role === 'StaticText' && success.includes(name));
  expect(words.map(({ name }) => name).filter((name) => name !== ' ')).toEqual([
    'Success!',
    success.slice('Success! '.length),
  ]);
  expect(spoken.filter(({ role }) => role === 'status')).toContainEqual(
    expect.objectContaining({ live: 'polite' }),
  );

  // From the submit button Tab leads to the message, and then continues as if it were not there.
  const submit = page.locator('#signup form').getByRole('button', { name: 'Notify me' });
  const dismiss = toast(page).getByRole('button', { name: 'Dismiss' });
  await submit.focus();
  await page.keyboard.press('Tab');
  await expect(dismiss).toBeFocused();
  await page.keyboard.press('Shift+Tab');
  await expect(submit).toBeFocused();
  await page.keyboard.press('Tab');
  await page.keyboard.press('Tab');
  await expect(
    page.locator('#signup form').getByRole('link', { name: 'Privacy policy' }),
  ).toBeFocused();
  await submit.focus();
  await page.keyboard.press('Tab');
  await page.keyboard.press('Enter');
  await expect(dismiss).toBeHidden();
  await expect(submit).toBeFocused();

  await signUp(page, ada, 'Notify me');
  await expect(toast(page)).toContainText('Already registered');
  expect(await heard()).toEqual([success, duplicate]);
  await page.keyboard.press('Escape');
  await expect(dismiss).toBeHidden();
  await expect(submit).toBeFocused();
});

test('typed text survives a navigation and back, and the outcome reaches the visitor there', async ({
  page,
  site,
}) => {
  await page.setViewportSize({ width: 390, height: 844 });
  await page.goto(`${site.url}/#signup`);
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
