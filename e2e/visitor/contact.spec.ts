import { expect, test } from '../fixtures.ts';
import type { WatchedPage } from '../watched-page.ts';

declare global {
  interface Window {
    opened: string[];
  }
}

test.use({ sharesSite: true });

const message = (page: WatchedPage) => page.locator('#message form').getByLabel('Message');
const status = (page: WatchedPage) => page.locator('#message form').getByRole('status');
const press = (page: WatchedPage, name: string) => page.getByRole('button', { name }).click();

/** Records each `mailto:` that the page opens, and blocks it: Chromium would log a line about it. */
async function openContact(page: WatchedPage) {
  await page.addInitScript(() => {
    window.opened = [];
    window.navigation.addEventListener('navigate', (event) => {
      if (!event.destination.url.startsWith('mailto:')) return;
      window.opened.push(event.destination.url);
      event.preventDefault();
    });
  });
  await page.goto('/contact');
  return () => page.evaluate(() => window.opened);
}

test('Send Message opens the mail program, and no request leaves', async ({ page }) => {
  const opened = await openContact(page);
  await page.getByLabel('Subject').fill('100 % + "more"?');
  await message(page).fill('Grüße,\nbis #bald');
  await page.waitForLoadState('networkidle');
  const before = page.sentRequests.length;
  await press(page, 'Send Message');
  await expect(status(page)).toContainText('should now be open');
  expect(await opened()).toEqual([
    'mailto:support@dubkit.example.com?subject=100%20%25%20%2B%20%22more%22%3F&body=Gr%C3%BC%C3%9Fe%2C%0D%0Abis%20%23bald',
  ]);
  expect(page.sentRequests.slice(before)).toEqual([]);
  await expect(page).toHaveURL('/contact');
  await expect(message(page)).toHaveValue('Grüße,\nbis #bald');
});

test('a message too long for a mail program is copied or selected', async ({ context, page }) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  const opened = await openContact(page);
  const story = 'A long story. '.repeat(360).trim();
  await message(page).fill(story);
  await press(page, 'Send Message');
  await expect(status(page)).toContainText('too long for many mail programs');
  await expect(status(page).getByRole('link')).toHaveText('support@dubkit.example.com');
  expect(await opened()).toEqual([]);
  await press(page, 'Copy message');
  await expect(status(page)).toContainText('The message is copied.');
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(story);

  await page.evaluate(() => Object.defineProperty(navigator, 'clipboard', { value: undefined }));
  await message(page).fill('Hello');
  await press(page, 'Send Message');
  await press(page, 'Copy message');
  await expect(status(page)).toContainText('The message is selected');
  expect(await page.evaluate(() => getSelection()?.toString())).toBe('Hello');
});
