import { expect, test } from '../fixtures.ts';

test.use({ sharesSite: true });

test('Send Message opens the mail program, and no request leaves; a message too long for it is copied or selected', async ({
  context,
  page,
}) => {
  // Chromium would log a line about each `mailto:`.
  await page.addInitScript(() => {
    const opened: string[] = [];
    Object.assign(window, { opened });
    window.navigation.addEventListener('navigate', (event) => {
      if (!event.destination.url.startsWith('mailto:')) return;
      opened.push(event.destination.url);
      event.preventDefault();
    });
  });
  const message = page.locator('#message form').getByLabel('Message');
  const status = page.locator('#message form').getByRole('status');
  const press = (name: string) => page.getByRole('button', { name }).click();
  await page.goto('/contact');
  const opened = () => page.evaluate(() => (window as unknown as { opened: string[] }).opened);
  await page.getByLabel('Subject').fill('100 % + "more"?');
  await message.fill('Grüße,\nbis #bald');
  await press('Send Message');
  await expect(status).toContainText('should now be open');
  expect(await opened()).toEqual([
    'mailto:support@dubkit.example.com?subject=100%20%25%20%2B%20%22more%22%3F&body=Gr%C3%BC%C3%9Fe%2C%0D%0Abis%20%23bald',
  ]);
  expect(page.sentRequests.filter(({ method }) => method !== 'GET')).toEqual([]);
  expect(JSON.stringify(page.sentRequests)).not.toMatch(/#bald|%23bald/);
  await expect(page).toHaveURL('/contact');
  await expect(message).toHaveValue('Grüße,\nbis #bald');

  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  const story = 'A long story. '.repeat(360).trim();
  await message.fill(story);
  await press('Send Message');
  await expect(status).toContainText('too long for many mail programs');
  await expect(status.getByRole('link')).toHaveText('support@dubkit.example.com');
  expect(await opened()).toHaveLength(1);
  await press('Copy message');
  await expect(status).toContainText('The message is copied.');
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(story);

  await page.evaluate(() => Object.defineProperty(navigator, 'clipboard', { value: undefined }));
  await message.fill('Hello');
  await press('Send Message');
  await press('Copy message');
  await expect(status).toContainText('The message is selected');
  expect(await page.evaluate(() => getSelection()?.toString())).toBe('Hello');
});
