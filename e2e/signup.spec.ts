import { expect, test } from './fixtures.ts';
import { signUp, toast } from './visitor.ts';

const cara = { name: 'Cara', email: 'cara@example.org' };

test('each rule has its message at its field, and the first wrong field has the focus', async ({
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

test('while it is sent the button reads Submitting... and a second press does nothing', async ({
  page,
  site,
}) => {
  await page.goto(`${site.url}/#signup`);
  let answer = () => {};
  const held = new Promise<void>((resolve) => {
    answer = resolve;
  });
  await page.route('**/rest/v1/**', async (route) => {
    await held;
    await route.continue();
  });
  await signUp(page, cara, 'Notify me');
  const busy = page.locator('#signup').getByRole('button', { name: 'Submitting...' });
  await expect(busy).toBeVisible();
  await busy.click({ force: true });
  await page.keyboard.press('Enter');
  answer();
  await expect(toast(page)).toContainText('Success!');
  await expect(page.locator('#signup').getByRole('button', { name: 'Notify me' })).toBeVisible();
  expect(page.sentRequests.filter(({ url }) => url.includes('/rest/'))).toHaveLength(1);
  expect(site.query('SELECT * FROM notifyme_signups')).toHaveLength(1);
});

test('when the server cannot be reached the form says so and keeps what was typed', async ({
  page,
  site,
}) => {
  await page.goto(`${site.url}/#signup`);
  page.allowFailed(0);
  await page.route('**/rest/v1/**', (route) => route.abort('internetdisconnected'));
  await signUp(page, cara, 'Notify me');
  await expect(toast(page)).toContainText('Something went wrong');
  await expect(toast(page)).toContainText('Please try again later.');
  await expect(page.getByLabel('Email')).toHaveValue('cara@example.org');
  await page.unroute('**/rest/v1/**');
  await page.locator('#signup').getByRole('button', { name: 'Notify me' }).click();
  await expect(toast(page)).toContainText('Success!');
  expect(site.query('SELECT email FROM notifyme_signups')).toEqual([{ email: cara.email }]);
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
  await expect(form.getByText('This form needs JavaScript to be sent.')).toBeVisible();
  await form.getByLabel('Email').fill('secret@example.org');
  await form.getByLabel('Email').press('Enter');
  expect(page.url()).not.toContain('secret');
  await context.close();
});

test('what was typed before the form came alive is kept and sent', async ({ page, site }) => {
  let go = () => {};
  const held = new Promise<void>((resolve) => {
    go = resolve;
  });
  await page.route(/signup-panel/, async (route) => {
    await held;
    await route.continue();
  });
  await page.goto(`${site.url}/#signup`, { waitUntil: 'commit' });
  const form = page.locator('#signup form');
  await form.getByLabel('Name').fill('Early Bird');
  await form.getByLabel('Email').fill('early@example.org');
  await expect(form.getByRole('button', { name: 'Notify me' })).toBeDisabled();
  go();
  await form.getByRole('button', { name: 'Notify me' }).click();
  await expect(toast(page)).toContainText('Success!');
  expect(site.query('SELECT name, email FROM notifyme_signups')).toEqual([
    { name: 'Early Bird', email: 'early@example.org' },
  ]);
});
