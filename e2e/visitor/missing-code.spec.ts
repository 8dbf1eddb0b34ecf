import type { Page } from '@playwright/test';
import { codeOf } from '../built-code.ts';
import { expect, test } from '../fixtures.ts';
import { alive } from '../pages.ts';
import {
  banner,
  footer,
  form,
  gate,
  header,
  hold,
  openTab,
  settings,
  settingsDialog,
} from '../visitor-actions.ts';

test.use({ sharesSite: true });

// The page still responds when code arrives late or never, and what a visitor does before is kept.

const startCode = codeOf('client/src/site/start/start-page.ts');
const entryCode = codeOf('client/src/site/entry-client.tsx');
const formCode = codeOf('client/src/site/features/signup/signup-panel.tsx');
const homeCode = codeOf('client/src/site/pages/home-page.tsx');
const aboutCode = codeOf('client/src/site/content/structure/about.ts?language=en');

test('without its code the page says so, keeps what was typed, and asks before it is loaded anew', async ({
  page,
}) => {
  page.allowFailed(0);
  const typed = gate();
  await page.route(formCode, async (route) => {
    await typed.opened;
    await route.abort('internetdisconnected');
  });
  await page.goto('/');
  const notice = page.getByRole('alert').filter({ hasText: 'could not be loaded' });
  const name = page.getByLabel('Name');
  await name.fill('Ann');
  typed.open();
  await expect(notice).toBeVisible();
  await expect(name).toBeFocused();
  await expect(form(page).getByRole('button')).toBeDisabled();
  await expect(footer(page)).toBeVisible();
  await page.unroute(formCode);
  await answerQuestion(page, false, () => notice.getByRole('link').click());
  await expect(name).toHaveValue('Ann');
  await answerQuestion(page, true, () => notice.getByRole('link').click());
  await expect(name).toHaveValue('');
  await name.focus(); // comes near
  await expect(form(page).getByRole('button')).toBeEnabled();
  await expect(notice).toBeHidden();
});

/** Presses what would lose what was typed, and answers whether it may. */
async function answerQuestion(page: Page, accepts: boolean, press: () => Promise<void>) {
  const asked = page.waitForEvent('dialog', (dialog) => {
    void (accepts ? dialog.accept() : dialog.dismiss());
    return true;
  });
  await press();
  expect((await asked).message()).toContain('deletes what you have typed');
}

async function typeForBeta(page: Page) {
  await page.getByRole('tab', { name: 'Beta Access' }).click();
  await page.getByLabel('Use case').fill('Thirty lectures');
}

async function expectBeta(page: Page) {
  await expect(openTab(page, 'Beta Access')).toBeVisible();
  await expect(page.getByLabel('Use case')).toHaveValue('Thirty lectures');
}

test('a lost script is repeated; without the first one styles say so', async ({ page }) => {
  page.allowFailed(0);
  await page.goto('/about');
  await expect(banner(page)).toBeVisible();
  // For a while, neither the script nor the server can be reached.
  await page.route(entryCode, (route) => route.abort('connectionreset'));
  await page.route(/\/about$/, (route) =>
    route.request().resourceType() === 'fetch' ? route.abort('connectionreset') : route.continue(),
  );
  const failed = page.waitForEvent('requestfailed', (request) => request.url().endsWith('/about'));
  await page.reload();
  await failed;
  await page.unrouteAll();
  await page.evaluate(() => dispatchEvent(new Event('online')));
  await settings(page).click();
  await expect(settingsDialog(page)).toBeVisible();
  // No other script can report that the first one is lost, so the stylesheet does after a while.
  await page.route(startCode, (route) => route.abort('connectionreset'));
  await page.reload();
  const notice = page.getByText('could not be loaded');
  await expect(notice).toBeHidden();
  await page.evaluate(() => {
    for (const animation of document.getAnimations()) animation.finish();
  });
  await expect(notice).toBeVisible();
  await page.unroute(startCode);
  await notice.getByRole('link').click();
  await alive(page);
});

test('a link to a page whose code is gone loads it from the server', async ({ page }) => {
  page.allowFailed(404);
  // As after a deploy: the page's code is gone, until that page is loaded from the server.
  let isGone = true;
  await page.route(aboutCode, (route) =>
    isGone ? route.fulfill({ status: 404, body: '' }) : route.continue(),
  );
  page.on('request', (request) => {
    if (request.isNavigationRequest() && request.url().includes('/about')) isGone = false;
  });
  await page.goto('/#signup');
  await alive(page);
  const name = page.getByRole('textbox', { name: 'Name', exact: true });
  await name.fill('Ann');
  const about = footer(page).getByRole('link', { name: 'About' });
  await answerQuestion(page, false, () => about.click());
  await expect(name).toHaveValue('Ann');
  await answerQuestion(page, true, () => about.click());
  await expect(page).toHaveTitle(/About/);
  await alive(page);
  // As after any link: at the top, although the link was in the footer.
  expect(await page.evaluate(() => scrollY)).toBe(0);
});

for (const [what, code] of [
  ['the page', entryCode],
  ['the form', formCode],
] as const) {
  test(`a tab pressed before the code of ${what} has come opens then`, async ({ page }) => {
    const arrive = await hold(page, code);
    await page.goto('/#signup', { waitUntil: 'commit' });
    if (what === 'the form') await alive(page);
    await typeForBeta(page);
    arrive();
    await expectBeta(page);
    // The tabs then answer as usual.
    await page.getByRole('tab', { name: 'Notify me' }).click();
    await expect(openTab(page, 'Notify me')).toBeVisible();
  });
}

test('the menu pressed before its code has arrived opens once it has', async ({ page }) => {
  const arrive = await hold(page, entryCode);
  await page.setViewportSize({ width: 390, height: 844 });
  await page.goto('/', { waitUntil: 'commit' });
  await page.getByRole('button', { name: 'Menu' }).click();
  arrive();
  await expect(page.getByRole('dialog', { name: 'Menu' })).toBeVisible();
});

test('a header button leads to the form of a home page that loads slowly', async ({ page }) => {
  await page.goto('/about');
  await expect(banner(page)).toBeVisible();
  const arrive = await hold(page, homeCode);
  await page.clock.install();
  await header(page).getByRole('button', { name: 'Beta Access' }).click();
  await page.clock.runFor(1_000);
  arrive();
  await expect(page.locator('#signup')).toBeAttached();
  await page.clock.runFor(1_000);
  await expect(openTab(page, 'Beta Access')).toBeVisible();
  await expect.poll(() => page.evaluate(() => scrollY)).toBeGreaterThan(1_000);
});
