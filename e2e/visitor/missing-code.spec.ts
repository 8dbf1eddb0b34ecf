import type { Page } from '@playwright/test';
import { codeOf } from '../built-code.ts';
import { expect, test } from '../fixtures.ts';
import { alive } from '../pages.ts';
import { banner } from '../visitor.ts';

test.use({ sharesSite: true });

// The page still responds when code arrives late or never.

const startCode = codeOf('client/src/site/start/start.ts');
const entryCode = codeOf('client/src/site/entry-client.tsx');
const formCode = codeOf('client/src/site/features/signup/signup-panel.tsx');
const homeCode = codeOf('client/src/site/pages/home-page.tsx');
const cookiesCode = codeOf('client/src/site/content/structure/cookies.ts?language=en');
const aboutCode = codeOf('client/src/site/content/structure/about.ts?language=en');

test('when code cannot be loaded at all, the page reloads once, keeps what was typed, and says so with a link', async ({
  page,
  site,
}) => {
  page.allowFailed(0);
  await page.route(formCode, (route) => route.abort('internetdisconnected'));
  await page.goto(site.url);
  await page.clock.install();
  const notice = page.getByRole('alert').filter({ hasText: 'could not be loaded' });
  await expect(notice).toBeHidden();
  await page.getByLabel('Name').fill('Ann');
  await expect(notice).toBeVisible();
  await expect(page.getByLabel('Name')).toHaveValue('Ann');
  await expect(page.getByLabel('Name')).toBeFocused();
  await expect(page.locator('#signup form').getByRole('button')).toBeDisabled();
  await expect(page.getByRole('contentinfo')).toBeVisible();
  const loads = page.sentRequests.filter(({ url }) => url === `${site.url}/`).length;
  const asked = () => page.sentRequests.filter(({ url }) => formCode.test(url)).length;
  expect(loads).toBeLessThan(8); // two loads, and before each step a look at what is served
  // The last request may be heard of after the notice that it leads to.
  await expect(async () => {
    const before = asked();
    await page.clock.runFor(600_000);
    expect(asked()).toBe(before);
  }).toPass();
  expect(asked()).toBeLessThan(5);
  await page.unroute(formCode);
  await notice.getByRole('link').click();
  await expect(page.locator('#signup form').getByRole('button')).toBeEnabled();
  await expect(page.getByLabel('Name')).toHaveValue('Ann');
  await expect(notice).toBeHidden();
});

test('a page that reloads itself returns to the open tab and the field with the cursor', async ({
  page,
  site,
}) => {
  page.allowFailed(0);
  let fail = () => {};
  const isTyping = new Promise<void>((resolve) => {
    fail = resolve;
  });
  let isReloaded = false;
  await page.route(/consent-dialogs.*js/, async (route) => {
    await isTyping;
    await (isReloaded ? route.continue() : route.abort('connectionreset'));
  });
  // As after an upgrade: the served page names other files.
  await page.route(`${site.url}/`, (route) =>
    route.request().resourceType() === 'fetch'
      ? route.fulfill({ body: '<script data-modules="/assets/newer.js"></script>' })
      : route.continue(),
  );
  await page.goto(`${site.url}/#signup`);
  await page.getByRole('tab', { name: 'Beta Access' }).click();
  await page.getByLabel('Use case').fill('Thirty lectures');
  const reload = page.waitForEvent('framenavigated').then(() => {
    isReloaded = true;
  });
  fail();
  await reload;
  await expect(banner(page)).toBeVisible();
  await expect(page.getByRole('tab', { name: 'Beta Access' })).toHaveAttribute(
    'aria-selected',
    'true',
  );
  await expect(page.getByLabel('Use case')).toBeFocused();
  await expect(page.getByLabel('Use case')).toHaveValue('Thirty lectures');
});

test('a lost request for the entry script is repeated, and so once the network is back', async ({
  page,
  site,
}) => {
  page.allowFailed(0);
  await page.goto(`${site.url}/about`);
  const button = page.getByRole('button', { name: 'Cookie settings' });
  const settings = page.getByRole('dialog', { name: 'Cookie settings' });
  await expect(banner(page)).toBeVisible();
  // For a while, neither the script nor the server can be reached.
  await page.route(entryCode, (route) => route.abort('connectionreset'));
  let isDown = true;
  await page.route(/\/about$/, (route) =>
    isDown && route.request().resourceType() === 'fetch'
      ? route.abort('connectionreset')
      : route.continue(),
  );
  const failed = page.waitForEvent('requestfailed', (request) => request.url().endsWith('/about'));
  await page.reload();
  await failed;
  isDown = false;
  await page.unroute(entryCode);
  await page.evaluate(() => dispatchEvent(new Event('online')));
  await button.click();
  await expect(settings).toBeVisible();
  // The first script itself is lost. No other script can report it, so the stylesheet does after a
  // while.
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
  await alive(page); // a press during the reload would reach the page without the script
  await button.click();
  await expect(settings).toBeVisible();
});

test('what was typed on one page survives when another one must be loaded from the server', async ({
  page,
  site,
}) => {
  page.allowFailed(404);
  // As after a deploy: the open page names files that are gone, the newer page names its own.
  let isGone = true;
  await page.route(aboutCode, (route) =>
    isGone ? route.fulfill({ status: 404, body: '' }) : route.continue(),
  );
  await page.goto(`${site.url}/#signup`);
  await alive(page);
  const name = page.getByRole('textbox', { name: 'Name', exact: true });
  await name.fill('Ann');
  page.on('request', (request) => {
    if (request.isNavigationRequest()) isGone = false;
  });
  await page.getByRole('contentinfo').getByRole('link', { name: 'About' }).click();
  await expect(page).toHaveTitle(/About/);
  await alive(page);
  expect(isGone).toBe(false);
  // As after any link: at the top, although the link was in the footer.
  expect(await page.evaluate(() => scrollY)).toBe(0);
  await page.goBack();
  await expect(name).toHaveValue('Ann');
  // A link that names a place in the page leads there.
  isGone = true;
  await page.route(cookiesCode, (route) =>
    isGone ? route.fulfill({ status: 404, body: '' }) : route.continue(),
  );
  await page.getByRole('contentinfo').getByRole('link', { name: 'CCPA' }).click();
  await page.getByRole('main').getByRole('link', { name: 'cookie settings' }).first().click();
  await expect(page).toHaveURL(/\/cookies#managing$/);
  await alive(page);
  expect(isGone).toBe(false);
  await expect(page.locator('#managing')).toBeInViewport();
});

test('going back to a page whose code is gone requests it from the server, once', async ({
  page,
  site,
}) => {
  page.allowFailed(404);
  await page.goto(`${site.url}/about`);
  await page.getByRole('contentinfo').getByRole('link', { name: 'Privacy policy' }).click();
  await expect(page).toHaveURL(`${site.url}/privacy`);
  await page.reload();
  await expect(page.getByRole('heading', { level: 1 })).toContainText('Privacy');
  // As after a deploy: the old build's file is gone.
  await page.route(aboutCode, (route) => route.fulfill({ status: 404, body: '' }));
  await page.goBack();
  await expect(page).toHaveTitle(/About/);
  await expect(page.getByRole('heading', { level: 1 })).not.toContainText('Privacy');
  const asked = page.sentRequests.filter(({ url }) => aboutCode.test(url)).length;
  expect(asked).toBeLessThan(10);
  await expect(page.getByRole('contentinfo')).toBeVisible();
});

for (const [what, open] of [
  ['the menu', (page: Page) => page.getByRole('button', { name: 'Menu' })],
  [
    'a call to action',
    (page: Page) => page.locator('#hero').getByRole('button', { name: 'Apply for Beta Access' }),
  ],
] as const) {
  test(`${what} pressed before its code has arrived works once it has`, async ({ page, site }) => {
    await page.setViewportSize({ width: 390, height: 844 });
    let arrive = () => {};
    const arrival = new Promise<void>((resolve) => {
      arrive = resolve;
    });
    await page.route(entryCode, async (route) => {
      await arrival;
      await route.continue();
    });
    await page.goto(site.url, { waitUntil: 'commit' });
    await open(page).click();
    arrive();
    if (what === 'the menu') await expect(page.getByRole('dialog', { name: 'Menu' })).toBeVisible();
    else await expect(page.getByLabel('Name')).toBeFocused();
  });
}

test('a header button leads to the form also when the home page loads slowly', async ({
  page,
  site,
}) => {
  await page.goto(`${site.url}/about`);
  await expect(banner(page)).toBeVisible();
  let arrive = () => {};
  const arrival = new Promise<void>((resolve) => {
    arrive = resolve;
  });
  await page.route(homeCode, async (route) => {
    await arrival;
    await route.continue();
  });
  await page.clock.install();
  await page.getByRole('banner').getByRole('button', { name: 'Beta Access' }).click();
  await page.clock.runFor(1_000);
  arrive();
  await expect(page.locator('#signup')).toBeAttached();
  await page.clock.runFor(1_000);
  await expect(page.getByRole('tab', { name: 'Beta Access' })).toHaveAttribute(
    'aria-selected',
    'true',
  );
  await expect.poll(() => page.evaluate(() => scrollY)).toBeGreaterThan(1_000);
});
