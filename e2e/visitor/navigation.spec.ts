import type { Page } from '@playwright/test';
import { codeOf } from '../built-code.ts';
import { expect, test } from '../fixtures.ts';
import { alive, infoPaths, openOnPhone } from '../pages.ts';
import { footer, header, hold, openTab, reject, scrollToEnd } from '../visitor-actions.ts';

test.use({ sharesSite: true });

const beta = (page: Page) => header(page).getByRole('button', { name: 'Beta Access' });
const menuButton = (page: Page) => page.getByRole('button', { name: 'Menu', exact: true });
const sheet = (page: Page) => page.getByRole('dialog', { name: 'Menu' });
const home = (page: Page) => header(page).getByRole('link', { name: /home$/ });
const scrolled = (page: Page) => page.evaluate(() => scrollY);
const heading = (page: Page, name: RegExp = /./) =>
  page.getByRole('heading', { level: 1, name }).first();

test('a link to a section leads below the header, however late fonts are', async ({ page }) => {
  await page.emulateMedia({ reducedMotion: 'no-preference' });
  const finishFonts = await hold(page, /\.woff2$/);
  await page.setViewportSize({ width: 390, height: 844 });
  await page.goto('/privacy#cookies', { waitUntil: 'commit' });
  await alive(page);
  const root = page.locator('html');
  await expect(root).toHaveCSS('scroll-behavior', 'auto');
  finishFonts();
  await page.waitForLoadState();
  const top = () => page.locator('#cookies').evaluate((it) => it.getBoundingClientRect().top);
  await expect.poll(async () => Math.abs((await top()) - 76)).toBeLessThan(1); // the header and some room; browsers scroll by whole pixels
  await menuButton(page).click();
  await expect(root).toHaveCSS('scroll-behavior', 'smooth');
});

test('the buttons at the end of About lead to their tab of the form', async ({ page }) => {
  for (const name of ['Beta Access', 'Notify me']) {
    await page.goto('/about');
    await alive(page);
    await page.getByRole('main').getByRole('link', { name }).click();
    await expect(openTab(page, name)).toBeVisible();
    await expect(page.locator('[name="name"]')).toBeFocused();
    await expect(page.getByRole('heading', { name: /^Be Among/ })).toBeInViewport();
  }
});

test('from another page the form comes 100 ms after home, and the name has the focus 500 ms later, unless somebody left or types', async ({
  page,
}) => {
  await page.clock.install();
  await page.goto('/about');
  await alive(page);
  await page.clock.runFor(5_000); // the banner appears when the page is idle
  await reject(page);
  await page.clock.pauseAt(Date.now() + 60_000);
  const place = () =>
    page.evaluate(() => ({ top: scrollY, focus: document.activeElement?.tagName }));
  for (const passed of [75, 101, 499]) {
    await beta(page).click();
    await expect(page).toHaveURL('/');
    await page.clock.runFor(passed);
    if (passed < 100) expect(await scrolled(page)).toBe(0);
    await page.evaluate(() => history.back());
    await expect(page).toHaveURL('/about');
    await expect(heading(page)).toBeFocused();
    await page.clock.runFor(2_000);
    await expect.poll(place, `left after ${passed} ms`).toEqual({ top: 0, focus: 'H1' });
  }
  await beta(page).click();
  await expect(page.locator('#hero')).toBeVisible();
  await page.clock.runFor(101);
  await expect.poll(() => scrolled(page)).toBeGreaterThan(1_000);
  await expect(openTab(page, 'Beta Access')).toBeVisible();
  const name = page.getByLabel('Name');
  await page.clock.runFor(490);
  await expect(name).not.toBeFocused();
  await page.clock.runFor(20);
  await expect(name).toBeFocused();

  await page.getByRole('tab', { name: 'Notify me' }).click();
  await beta(page).click();
  await expect(openTab(page, 'Beta Access')).toBeVisible();
  await page.getByLabel('Use case').focus();
  await page.clock.runFor(1_000);
  await expect(page.getByLabel('Use case')).toBeFocused();
});

test('Escape, Back or a link closes the menu, which leaves no history', async ({ page }) => {
  await openOnPhone(page, '/about');
  await home(page).click();
  await expect(page).toHaveURL('/');
  const entries = () => page.evaluate(() => history.length);
  const openMenu = async () => {
    await menuButton(page).click();
    await expect(sheet(page)).toBeVisible();
  };

  await openMenu();
  // Twice, like an impatient visitor: one press closes the sheet, none leaves the page.
  await page.evaluate(() => {
    for (const _ of [1, 2]) {
      const target = document.activeElement ?? document.body;
      target.dispatchEvent(new KeyboardEvent('keydown', { key: 'Escape', bubbles: true }));
    }
  });
  await expect(sheet(page)).toBeHidden();
  await expect(menuButton(page)).toBeFocused();
  await expect(page).toHaveURL('/');

  await openMenu();
  const before = await entries();
  await page.goBack();
  await expect(sheet(page)).toBeHidden();
  await expect(menuButton(page)).toBeFocused();
  await expect(page).toHaveURL('/');

  const toPipeline = async () => {
    await openMenu();
    await sheet(page).getByRole('link', { name: 'Pipeline' }).click();
    await expect(sheet(page)).toBeHidden();
    await expect(page).toHaveURL('/#pipeline');
    await expect(page.locator('#pipeline')).toBeFocused();
    await expect(page.locator('#pipeline')).toBeInViewport();
  };
  await toPipeline();
  expect(await entries()).toBe(before);
  await toPipeline(); // the page is already there: Back has nothing to undo
  await openMenu();
  await sheet(page).getByRole('button', { name: 'Beta Access' }).click();
  await expect(page.getByLabel('Name')).toBeFocused();
  await expect(page.locator('#signup')).toBeInViewport();
  await page.goBack();
  await expect(page).toHaveURL('/');
  await expect(page.locator('#hero')).toBeInViewport();
  await page.goBack();
  await expect(page).toHaveURL('/about');

  // A phone may have discarded the page while the menu was open.
  await openMenu();
  await page.reload();
  await expect.poll(() => page.evaluate(() => history.state)).toBeNull();
  await alive(page);

  // From another page: the link or the button replaces the menu's own history entry.
  for (const [role, name, focused] of [
    ['link', 'Benefits', '#benefits'],
    ['button', 'Beta Access', '[name="name"]'],
    ['link', 'Deutsch', 'body'],
  ] as const) {
    await openMenu();
    await sheet(page).getByRole(role, { name }).click();
    await expect(page).not.toHaveURL('/about');
    await expect(page.locator(focused)).toBeFocused();
    await expect(page.locator(focused)).toBeInViewport();
    await page.goBack();
    await expect(page).toHaveURL('/about');
    await alive(page);
  }
});

test('on a phone, back to the same place of a long page, through every page by link, then quickly back and forward', async ({
  page,
}) => {
  await openOnPhone(page, '/');
  await reject(page);
  const privacy = footer(page).getByRole('link', { name: 'Privacy' });
  await scrollToEnd(page);
  await privacy.scrollIntoViewIfNeeded(); // which the click would do
  const before = await scrolled(page);
  expect(before).toBeGreaterThan(1_000);
  await privacy.click();
  await expect(heading(page)).toBeFocused();
  await page.goBack();
  await expect.poll(() => scrolled(page)).toBe(before);
  const titles = [await page.title()];
  for (const path of infoPaths) {
    await footer(page).locator(`a[href="${path}"]`).click();
    await expect(page).toHaveURL(path);
    await expect(heading(page)).toBeFocused();
    expect(await scrolled(page)).toBe(0);
    titles.push(await page.title());
  }
  const announced = page.getByRole('main').getByRole('status').first();
  await expect(announced).toHaveText(titles.at(-1) ?? '');
  for (const [way, path, title] of [
    ['back', '/', titles[0]],
    ['forward', infoPaths.at(-1) ?? '', titles.at(-1)],
  ] as const) {
    await page.evaluate(
      ([step, count]) => {
        for (let i = 0; i < count; i += 1) history[step]();
      },
      [way, infoPaths.length] as const,
    );
    await expect(page).toHaveURL(path);
    await expect.poll(() => page.title()).toBe(title);
  }
  await expect(heading(page)).toBeFocused();
  await page.goBack();
  await expect.poll(() => page.title()).toBe(titles.at(-2));
});

test('a page left before its code had come becomes the one in the address', async ({ page }) => {
  const load = await hold(page, codeOf('client/src/site/pages/info-page.tsx'));
  await page.goto('/privacy', { waitUntil: 'commit' });
  await expect(heading(page, /Privacy/)).toBeVisible();
  // As for a visitor who came back to this page by a reload, and now presses Forward.
  await page.evaluate(() => history.pushState(null, '', '/terms'));
  load();
  await expect(heading(page, /Terms/)).toBeVisible();
  await expect(page).toHaveTitle(/Terms/);
  await page.goBack();
  await expect(heading(page, /Privacy/)).toBeVisible();
});
