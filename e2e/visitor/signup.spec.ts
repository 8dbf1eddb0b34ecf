import { codeOf } from '../built-code.ts';
import { expect, test } from '../fixtures.ts';
import { hold, signUp, toast } from '../visitor.ts';
import { listen } from './heard.ts';
import { translate } from './translate.ts';

const cara = { name: 'Cara', email: 'cara@example.org' };

test('each rule shows its message at its field, and the first invalid field gets the focus', async ({
  page,
  site,
}) => {
  await page.goto(`${site.url}/#signup`);
  const form = page.locator('#signup form');
  await form.getByRole('button', { name: 'Notify me' }).click();
  await expect(form.getByLabel('Name')).toBeFocused();
  await expect(form.getByLabel('Name')).toHaveAccessibleDescription('Please enter your full name');
  await expect(form.getByLabel('Email')).toHaveAccessibleDescription(
    'Please enter your email address',
  );
  await form.getByLabel('Name').fill('  ');
  await form.getByLabel('Email').fill('cara@example');
  await expect(form.getByLabel('Email')).toHaveAccessibleDescription(
    'Please enter a valid email address',
  );
  await form.getByLabel('Name').fill('Cara');
  await form.getByRole('button', { name: 'Notify me' }).click();
  await expect(form.getByLabel('Email')).toBeFocused();

  await page.getByRole('tab', { name: 'Beta Access' }).click();
  await expect(form.getByLabel('Name')).toHaveValue('Cara');
  await form.getByLabel('Email').fill('cara@example.org');
  await form.getByRole('button', { name: 'Apply for Beta Access' }).click();
  await expect(form.getByLabel('Use case')).toBeFocused();
  await expect(form.getByLabel('Use case')).toHaveAccessibleDescription(
    'Please tell us about your use case and dubbing needs',
  );
  expect(site.query('SELECT * FROM notifyme_signups')).toEqual([]);
  expect(page.sentRequests.filter(({ url }) => url.includes('/rest/'))).toEqual([]);
});

test('a pasted address is shown clean in its own letters, stored so, and no field is corrected by a keyboard', async ({
  page,
  site,
}) => {
  await page.goto(`${site.url}/#signup`);
  const form = page.locator('#signup form');
  for (const label of ['Name', 'Email', 'YouTube channel (optional)']) {
    const field = form.getByLabel(label, { exact: true });
    await expect(field).toHaveAttribute('autocapitalize', 'none');
    await expect(field).toHaveAttribute('autocorrect', 'off');
    await expect(field).toHaveAttribute('spellcheck', 'false');
  }
  const email = form.getByLabel('Email');
  await email.pressSequentially('\u200bmailto:-ｃａｒａ＠bu\u0308cher。example>,');
  await form.getByLabel('Name').fill('Cara');
  await expect(email).toHaveValue('-cara@bücher.example');
  await form.getByRole('button', { name: 'Notify me' }).click();
  await expect(email).toHaveAccessibleDescription('Please enter a valid email address');
  await email.clear();
  await email.pressSequentially('cara@bücher.example');
  await expect(email).toHaveValue('cara@bücher.example');
  await page.keyboard.press('Enter');
  await expect(toast(page)).toContainText('Success!');
  expect(site.query('SELECT email FROM notifyme_signups')).toEqual([
    { email: 'cara@bücher.example' },
  ]);
});

test('a reload while the form is sent asks first; the outcome then appears, and a later reload does not ask', async ({
  page,
  site,
}) => {
  const asked: string[] = [];
  page.on('dialog', (dialog) => {
    asked.push(dialog.type());
    void dialog.dismiss();
  });
  await page.goto(`${site.url}/#signup`);
  const answer = await hold(page, '**/rest/v1/**');
  await signUp(page, cara, 'Notify me');
  await expect(
    page.locator('#signup').getByRole('button', { name: 'Submitting...' }),
  ).toBeVisible();
  await page.evaluate(() => setTimeout(() => location.reload()));
  await expect.poll(() => asked).toEqual(['beforeunload']);
  answer();
  await expect(toast(page)).toContainText('Success!');
  await page.reload();
  await expect(toast(page)).toBeEmpty();
  expect(asked).toEqual(['beforeunload']);
});

test('the whole way by keyboard: from the timeline through both tabs to a finished signup, also before hydration', async ({
  page,
  site,
}) => {
  const go = await hold(page, codeOf('client/src/site/features/signup/signup-panel.tsx'));
  await page.goto(site.url);
  const tab = (name: string) => page.getByRole('tab', { name });
  const form = page.locator('#signup form');
  const dubs = page.getByRole('radio');
  await expect(dubs.first()).toHaveAccessibleName('Deutsch (German)');
  await expect(dubs.first()).toHaveAccessibleDescription(/^Man hört es ihrer Stimme an/);
  await expect(dubs.last()).toHaveAccessibleDescription(/لقد عادت/);
  await dubs.first().focus();
  const heard = await listen(page);
  await page.keyboard.press('ArrowDown');
  await expect(page.locator('#subtitle-es')).toBeVisible();
  expect(await heard()).toEqual([]); // the radio button itself is read, with its line

  // Until a script handles the arrow keys, Tab stops at each control of the form.
  const submit = form.getByRole('button', { name: 'Notify me' });
  await page.keyboard.press('Tab');
  await expect(page.getByRole('button', { name: 'Play the line' })).toBeFocused();
  const stops = [
    tab('Notify me'),
    tab('Beta Access'),
    ...['Name', 'Email', 'YouTube channel (optional)', 'Use case'].map((label) =>
      form.getByLabel(label),
    ),
    submit,
  ];
  for (const stop of stops) {
    await page.keyboard.press('Tab');
    await expect(stop).toBeFocused();
  }
  await expect(submit).toBeDisabled();
  await page.keyboard.press('Enter');
  expect(page.url()).toBe(`${site.url}/`);
  go();
  await expect(submit).toBeEnabled();
  await expect(submit).toBeFocused();

  // Once the script has loaded, Tab stops once at the tabs, and not at the panel below them.
  for (const stop of [...stops.slice(2, -1).reverse(), tab('Notify me')]) {
    await page.keyboard.press('Shift+Tab');
    await expect(stop).toBeFocused();
  }
  for (const key of ['ArrowRight', 'Home', 'End']) await page.keyboard.press(key);
  await expect(tab('Beta Access')).toHaveAttribute('aria-selected', 'true');
  await expect(tab('Beta Access')).toBeFocused();
  await page.keyboard.press('Tab');
  await expect(form.getByLabel('Name')).toBeFocused();
  await page.keyboard.type('Dora');
  await page.keyboard.press('Tab');
  await page.keyboard.type('dora@example.org');
  await page.keyboard.press('Tab');
  await page.keyboard.press('Tab');
  await page.keyboard.type('Lectures, thirty a term');
  await page.keyboard.press('Tab');
  await page.keyboard.press('Enter');
  await expect(toast(page)).toContainText('Beta application submitted!');
  expect(site.query('SELECT name, use_case FROM notifyme_signups')).toEqual([
    { name: 'Dora', use_case: 'Lectures, thirty a term' },
  ]);
});

test('without JavaScript the form cannot be sent and says why; nothing typed reaches a URL', async ({
  browser,
  site,
}) => {
  const context = await browser.newContext({ javaScriptEnabled: false });
  const page = await context.newPage();
  await page.goto(`${site.url}/#signup`);
  const form = page.locator('#signup form');
  await expect(form.getByRole('button', { name: 'Notify me' })).toBeDisabled();
  await expect(form.getByText('You need JavaScript to send this form.')).toBeVisible();
  await form.getByLabel('Email').fill('secret@example.org');
  await form.getByLabel('Email').press('Enter');
  expect(page.url()).not.toContain('secret');
  await context.close();
});

test('on a page that the browser translates before hydration, the form keeps what was typed and its outcome appears', async ({
  browser,
  site,
}) => {
  // Unwatched: React reports on the console that it renders the changed page again.
  const page = await browser.newPage();
  await page.addInitScript(translate);
  const go = await hold(page, codeOf('client/src/site/entry-client.tsx'));
  await page.goto(`${site.url}/#signup`, { waitUntil: 'commit' });
  await expect(page.getByRole('heading', { level: 1 })).toContainText('«');
  const form = page.locator('#signup form');
  await form.getByLabel('Name').fill(cara.name);
  const served = await form.elementHandle();
  go();
  await expect.poll(() => served?.evaluate((element) => element.isConnected)).toBe(false);
  await expect(form.getByLabel('Name')).toHaveValue(cara.name);
  await form.getByLabel('Email').fill(cara.email);
  await form.getByRole('button', { name: 'Notify me' }).click();
  await expect(toast(page)).toContainText('«Success!»');
  expect(site.query('SELECT name FROM notifyme_signups')).toEqual([{ name: cara.name }]);
  await page.close();
});
