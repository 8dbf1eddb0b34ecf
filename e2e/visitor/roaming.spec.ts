import { codeOf } from '../built-code.ts';
import { expect, test } from '../fixtures.ts';
import { alive, infoPaths } from '../pages.ts';
import { hold, reject, scrollToEnd } from '../visitor.ts';
import type { WatchedPage } from '../watched-page.ts';

test.use({ sharesSite: true });

const focusAndScroll = (page: WatchedPage) =>
  page.evaluate(() => ({
    path: location.pathname,
    scroll: scrollY,
    focus: document.activeElement?.tagName,
  }));

test('through every page by link, then quickly back and forward, on a phone', async ({
  page,
  site,
}) => {
  await page.setViewportSize({ width: 390, height: 844 });
  await page.goto(site.url);
  await reject(page);
  const titles = [await page.title()];
  for (const path of infoPaths) {
    await page.getByRole('contentinfo').locator(`a[href="${path}"]`).click();
    await expect(page).toHaveURL(site.url + path);
    await expect(page.getByRole('heading', { level: 1 })).toBeFocused();
    expect(await page.evaluate(() => scrollY)).toBe(0);
    titles.push(await page.title());
  }
  const announced = page.getByRole('main').getByRole('status').first();
  await expect(announced).toHaveText(titles.at(-1) ?? '');
  expect(new Set(titles).size).toBe(titles.length);

  const last = infoPaths.length;
  await page.evaluate((count) => {
    for (let i = 0; i < count; i += 1) history.back();
  }, last);
  await expect(page).toHaveURL(`${site.url}/`);
  await expect.poll(() => page.title()).toBe(titles[0]);
  await page.evaluate((count) => {
    for (let i = 0; i < count; i += 1) history.forward();
  }, last);
  await expect(page).toHaveURL(site.url + infoPaths[last - 1]);
  await expect.poll(() => page.title()).toBe(titles[last]);
  await expect(page.getByRole('heading', { level: 1 })).toBeFocused();
  await page.goBack();
  await expect.poll(() => page.title()).toBe(titles[last - 1]);
});

for (const width of [390, 1280]) {
  test(`leaving before a button's scroll and focus cancels both, at ${width} px`, async ({
    page,
    site,
  }) => {
    await page.setViewportSize({ width, height: 844 });
    await page.clock.install();
    await page.goto(`${site.url}/about`);
    await alive(page);
    await page.clock.runFor(5_000); // the banner appears when the page is idle
    await reject(page);
    await page.clock.pauseAt(Date.now() + 60_000);
    for (const passed of [0, 50, 99, 101, 300, 499]) {
      if (width > 800) {
        await page.getByRole('banner').getByRole('button', { name: 'Beta Access' }).click();
      } else {
        await page.getByRole('button', { name: 'Menu' }).click();
        const sheet = page.getByRole('dialog');
        await sheet.getByRole('button', { name: 'Beta Access' }).click();
        await expect(sheet).toBeHidden();
        await page.clock.runFor(20); // the menu navigates one frame after it has closed
      }
      await expect(page).toHaveURL(`${site.url}/`);
      await page.clock.runFor(passed);
      await page.evaluate(() => history.back());
      await expect(page).toHaveURL(`${site.url}/about`);
      await expect(page.getByRole('heading', { level: 1 })).toBeFocused();
      const asLeft = { path: '/about', scroll: 0, focus: 'H1' };
      await page.clock.runFor(100);
      await expect.poll(() => focusAndScroll(page), `left after ${passed} ms`).toEqual(asLeft);
      await page.clock.runFor(2_000);
      expect(await focusAndScroll(page), `left after ${passed} ms`).toEqual(asLeft);
    }
  });
}

for (const { what, path, code, heading } of [
  { what: 'a page', path: '/privacy', code: 'info-page.tsx', heading: /Privacy/ },
  { what: 'a not-found page', path: '/nope', code: 'not-found-page.tsx', heading: /not found/ },
]) {
  test(`${what} whose visitor went forward before its code had loaded becomes the page in the address bar`, async ({
    page,
    site,
  }) => {
    page.allowFailed(404);
    page.allowSaid(/^error: Page not found: /); // it is there for a moment, at an address that is not its own
    const load = await hold(page, codeOf(`client/src/site/pages/${code}`));
    await page.goto(site.url + path, { waitUntil: 'commit' });
    await expect(page.getByRole('heading', { level: 1, name: heading })).toBeVisible();
    // As for a visitor who came back to this page by a reload, and now presses Forward.
    await page.evaluate(() => history.pushState(null, '', '/terms'));
    load();
    await expect(page.getByRole('heading', { level: 1, name: /Terms/ })).toBeVisible();
    await expect(page).toHaveTitle(/Terms/);
    await page.goBack();
    await expect(page.getByRole('heading', { level: 1, name: heading })).toBeVisible();
  });
}

test('Back returns to the same place of a long page', async ({ page, site }) => {
  await page.goto(site.url);
  await reject(page);
  await scrollToEnd(page);
  const before = await focusAndScroll(page);
  expect(before.scroll).toBeGreaterThan(1_000);
  await page.getByRole('contentinfo').getByRole('link', { name: 'Privacy' }).click();
  await expect(page.getByRole('heading', { level: 1 })).toBeFocused();
  await page.goBack();
  await expect.poll(async () => (await focusAndScroll(page)).scroll).toBe(before.scroll);
});
