import { expect, test } from '../fixtures.ts';
import type { WatchedPage } from '../watched-page.ts';

declare global {
  interface Window {
    opened: string[];
  }
}

test.use({ sharesSite: true });

/** Records each `mailto:` that the page opens, and blocks it: Chromium would log a line about it. */
async function watchMails(page: WatchedPage) {
  await page.addInitScript(() => {
    window.opened = [];
    window.navigation.addEventListener('navigate', (event) => {
      if (!event.destination.url.startsWith('mailto:')) return;
      window.opened.push(event.destination.url);
      event.preventDefault();
    });
  });
  return () => page.evaluate(() => window.opened);
}

const form = (page: WatchedPage) => page.locator('#message form');
const send = (page: WatchedPage) => form(page).getByRole('button', { name: 'Send Message' });

test('Send Message opens the mail program with the typed text, and no request leaves', async ({
  page,
  site,
}) => {
  const opened = await watchMails(page);
  await page.goto(`${site.url}/contact`);
  await form(page).getByLabel('Full Name').fill('Jörg & Zoë');
  await form(page).getByLabel('Email').fill('joerg@example.org');
  await form(page).getByLabel('Subject').fill('100 % + "more"?');
  await form(page).getByLabel('Message').fill('Grüße,\nbis #bald');
  await page.waitForLoadState('networkidle');
  const before = page.sentRequests.length;
  await send(page).click();
  await expect(form(page).getByRole('status')).toContainText('should now be open');
  expect(await opened()).toEqual([
    'mailto:support@dubkit.example.com?subject=100%20%25%20%2B%20%22more%22%3F&body=' +
      'Gr%C3%BC%C3%9Fe%2C%0D%0Abis%20%23bald%0D%0A%0D%0AJ%C3%B6rg%20%26%20Zo%C3%AB%0D%0Ajoerg%40example.org',
  ]);
  expect(page.sentRequests.slice(before)).toEqual([]);
  expect(page.url()).toBe(`${site.url}/contact`);
  await expect(form(page).getByLabel('Message')).toHaveValue('Grüße,\nbis #bald');
});

test('a message too long for the mail program is not cut: it is copied instead', async ({
  context,
  page,
  site,
}) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  const opened = await watchMails(page);
  await page.goto(`${site.url}/contact`);
  const message = 'A long story. '.repeat(360).trim();
  await form(page).getByLabel('Message').fill(message);
  await send(page).click();
  await expect(form(page).getByRole('status')).toContainText('too long for many mail programs');
  await expect(form(page).getByRole('link', { name: 'support@dubkit.example.com' })).toBeVisible();
  expect(await opened()).toEqual([]);
  await form(page).getByRole('button', { name: 'Copy message' }).click();
  await expect(form(page).getByRole('status')).toContainText('The message is copied.');
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(message);
});

test('where copying is not allowed the message is selected', async ({ page, site }) => {
  await watchMails(page);
  await page.addInitScript(() => {
    Object.defineProperty(navigator, 'clipboard', { value: undefined });
  });
  await page.goto(`${site.url}/contact`);
  await form(page).getByLabel('Message').fill('Hello');
  await send(page).click();
  await form(page).getByRole('button', { name: 'Copy message' }).click();
  await expect(form(page).getByRole('status')).toContainText('The message is selected');
  expect(await page.evaluate(() => getSelection()?.toString())).toBe('Hello');
});

test('without JavaScript the contact form cannot be sent and says whom to write to', async ({
  browser,
  site,
}) => {
  const context = await browser.newContext({ javaScriptEnabled: false });
  const page = await context.newPage();
  await page.goto(`${site.url}/contact`);
  const form = page.locator('#message form');
  await expect(form.getByRole('button', { name: 'Send Message' })).toBeDisabled();
  // By selector: Playwright finds no text inside noscript.
  await expect(form.locator('noscript p')).toBeVisible();
  await expect(form.locator('noscript p')).toContainText('support@dubkit.example.com');
  await form.getByLabel('Email').fill('secret@example.org');
  await form.getByLabel('Email').press('Enter');
  expect(page.url()).toBe(`${site.url}/contact`);
  await context.close();
});
