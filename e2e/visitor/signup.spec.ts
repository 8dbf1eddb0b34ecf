import { codeOf } from '../built-code.ts';
import { expect, test } from '../fixtures.ts';
import { form, hold, openTab, signUp, toast } from '../visitor-actions.ts';
import { listen } from './heard.ts';

test('a pasted address is cleaned, no keyboard corrects it, nobody notices the trap for bots, and a quick form waits', async ({
  page,
  site,
}) => {
  await page.addInitScript(() => {
    const now = performance.now.bind(performance);
    performance.now = () => now() / 100; // a machine so quick that the page was opened just now
  });
  await page.goto('/#signup');
  for (const label of ['Name', 'Email', 'YouTube channel (optional)']) {
    const field = form(page).getByLabel(label, { exact: true });
    await expect(field).toHaveAttribute('autocapitalize', label === 'Name' ? 'words' : 'none');
    await expect(field).toHaveAttribute('autocorrect', 'off');
    await expect(field).toHaveAttribute('spellcheck', 'false');
  }
  // Not by eye, keyboard or screen reader.
  const trap = form(page).locator('[name="homepage"]');
  await expect(trap).toBeHidden();
  for (const manager of ['data-1p-ignore', 'data-bwignore', 'data-lpignore'])
    await expect(trap).toHaveAttribute(manager);
  await expect(form(page).getByRole('textbox')).toHaveCount(4);
  const email = form(page).getByLabel('Email');
  await email.pressSequentially('\u200bmailto:ｃａｒａ＠bu\u0308cher。example>,');
  await form(page).getByLabel('Name').fill('Cara');
  await expect(email).toHaveValue('cara@bücher.example');
  const pressedAt = Date.now();
  await Promise.all([page.waitForRequest('**/rest/v1/**'), page.keyboard.press('Enter')]);
  expect(Date.now() - pressedAt).toBeGreaterThan(2_000); // no person is that fast
  await expect(toast(page)).toContainText('Success!');
  expect(site.query('SELECT email FROM notifyme_signups')).toEqual([
    { email: 'cara@bücher.example' },
  ]);
});

test('the form fits a laptop; a failure says which, keeps what was typed, and is tried again in place', async ({
  page,
  context,
}) => {
  page.allowFailed(0, 429);
  await page.setViewportSize({ width: 1366, height: 700 });
  await page.goto('/#signup');
  const button = form(page).getByRole('button', { name: 'Notify me' });
  const again = form(page).getByRole('button', { name: 'Try again' });
  await expect(button).toBeEnabled();
  const top = (await page.locator('#signup h2').boundingBox())?.y ?? 0;
  const end = await button.boundingBox();
  expect((end?.y ?? 0) + (end?.height ?? 700) - top).toBeLessThan(700 - 60);
  const boxes = await Promise.all(
    ['Name', 'Email'].map((label) => form(page).getByLabel(label).boundingBox()),
  );
  expect(boxes[0]?.y).toBe(boxes[1]?.y);

  let fail: () => Promise<unknown> = () => page.route('**/rest/v1/**', (route) => route.abort());
  let press = () => signUp(page, { name: 'Ada', email: 'ada@example.org' });
  for (const [why, next] of [
    [
      'We got no answer. Try again: nobody is signed up twice.',
      () => page.route('**/rest/v1/**', (route) => route.fulfill({ status: 429 })),
    ],
    ['Please wait a moment', () => context.setOffline(true)],
    ['You are offline', () => context.setOffline(false)],
  ] as const) {
    await fail();
    await press();
    await expect(again).toHaveAccessibleDescription(`${why} What you typed is still here.`);
    await expect(toast(page)).toContainText('Something went wrong');
    await expect(form(page).getByLabel('Email')).toHaveValue('ada@example.org');
    await page.unrouteAll();
    fail = next;
    press = () => again.click();
  }
  // That one is offline is said no longer than it is true.
  await fail();
  await expect(again).toHaveCount(0);
  await expect(toast(page)).not.toContainText('Something went wrong');
  await expect(button).toBeFocused();
  await button.click();
  await expect(page.getByRole('heading', { name: 'You are on the list' })).toBeFocused();
});

test('by keyboard through the timeline and the form, before hydration too', async ({ page }) => {
  const go = await hold(page, codeOf('client/src/site/features/signup/signup-panel.tsx'));
  await page.goto('/');
  const tab = (name: string) => page.getByRole('tab', { name });
  const dubs = page.getByRole('radio');
  await expect(dubs.last()).toHaveAccessibleDescription(/لقد عادت/);
  await dubs.first().focus();
  const heard = await listen(page);
  await page.keyboard.press('ArrowDown');
  await expect(page.locator('#subtitle-es')).toBeVisible();
  expect(await heard()).toEqual([]); // the radio button itself is read, with its line

  // Until a script handles the arrow keys, Tab stops at each control of the form.
  const submit = form(page).getByRole('button', { name: 'Notify me' });
  const labels = ['Name', 'Email', 'YouTube channel (optional)', 'Use case'];
  const fields = labels.map((label) => form(page).getByLabel(label));
  const policy = form(page).getByRole('link', { name: 'Privacy policy' });
  const stops = [tab('Notify me'), tab('Beta Access'), ...fields, submit];
  for (const stop of [page.getByRole('button', { name: 'Play the line' }), ...stops]) {
    await page.keyboard.press('Tab');
    await expect(stop).toBeFocused();
  }
  await page.keyboard.press('Enter');
  expect(new URL(page.url()).search).toBe('');
  go();
  await expect(submit).toBeEnabled();
  await expect(submit).toBeFocused();

  // Once the script has loaded, Tab stops once at the tabs, and not at the panel below them.
  await page.keyboard.press('Tab');
  await expect(policy).toBeFocused();
  for (const stop of [submit, ...fields.toReversed(), tab('Notify me')]) {
    await page.keyboard.press('Shift+Tab');
    await expect(stop).toBeFocused();
  }
  for (const key of ['ArrowRight', 'Home', 'End']) await page.keyboard.press(key);
  await expect(openTab(page, 'Beta Access')).toBeFocused();
  await page.keyboard.press('Tab');
  await expect(fields[0] ?? submit).toBeFocused();
});

test('without JavaScript a form says so, no URL gets its text, and a line of the timeline is chosen', async ({
  browser,
  site,
}) => {
  const context = await browser.newContext({ javaScriptEnabled: false });
  const page = await context.newPage();
  // By selector: Playwright finds no text inside noscript.
  for (const [path, place, button, note, why] of [
    ['/contact', '#message', 'Send Message', 'noscript p', 'support@dubkit.example.com'],
    ['/?utm_source=news', '#signup', 'Notify me', 'noscript p', 'JavaScript to send'],
  ] as const) {
    await page.goto(path);
    const plain = page.locator(`${place} form`);
    await expect(plain.getByRole('button', { name: button })).toBeDisabled();
    await expect(plain.locator(note)).toBeVisible();
    await expect(plain.locator(note)).toContainText(why);
    await plain.getByLabel('Email').fill('secret@example.org');
    await plain.getByLabel('Email').press('Enter');
    expect(page.url()).toBe(site.url + path);
  }
  for (const heading of await page.locator('main :is(h1, h2, h3)').all())
    await expect(heading).toBeVisible();
  await expect(page.locator('#hero figure button')).toBeHidden();
  await page.getByRole('radio', { name: 'Arabic' }).check();
  await expect(page.locator('#subtitle-ar')).toBeVisible();
  await expect(page.locator('#subtitle-de')).toBeHidden();
  await expect(page.locator('use[href$="#analysis-ar"]')).toHaveCSS('opacity', '1');
  await expect(page.locator('use[href$="#analysis-de"]')).toHaveCSS('opacity', '0');
  await form(page).getByRole('link', { name: 'Privacy policy' }).click();
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  await context.close();
});
