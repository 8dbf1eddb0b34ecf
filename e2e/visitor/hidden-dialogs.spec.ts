import type { Page } from '@playwright/test';
import { expect, test, withMotion } from '../fixtures.ts';
import { alive } from '../pages.ts';
import { banner } from '../visitor.ts';

// Blockers of cookie notices hide the dialogs in many ways.

test.use({ sharesSite: true, ...withMotion });

const settings = (page: Page) => page.getByRole('button', { name: 'Cookie settings' });

/** Adds a stylesheet as an extension does, which the page's CSP does not stop. */
function hide(css: string) {
  const sheet = new CSSStyleSheet();
  sheet.replaceSync(css);
  document.adoptedStyleSheets.push(sheet);
}

/** Removes the dialogs whenever they appear. */
function remove() {
  new MutationObserver(() => document.querySelector('#cc-main')?.remove()).observe(document, {
    childList: true,
    subtree: true,
  });
}

/** Nothing takes the page: it has its full height, the keyboard reaches it, and the choice can be made. */
async function choosesOnPage(page: Page, url: string) {
  await expect(page).toHaveURL(`${url}/cookies#choice`);
  await expect(page.locator('[inert]')).toHaveCount(0);
  await expect(page.locator('#choice')).toBeFocused();
  await expect(page.locator('body')).toHaveCSS('padding-bottom', '0px');
  await page.keyboard.press('Tab');
  const main = page.getByRole('main');
  await expect(main.getByRole('button', { name: /^Accept/ })).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(main.getByText('You accepted analytics on')).toBeVisible();
  await main.getByRole('button', { name: /^Reject/ }).click();
  await expect(main.getByText('You rejected analytics on')).toBeVisible();
}

for (const css of [
  '#cc-main { display: none !important }',
  '#cc-main, #cc-main * { visibility: hidden !important }',
  '#cc-main { opacity: 0 !important; pointer-events: none !important }',
  '.cm, .pm { left: -9999px !important; right: auto !important }',
  '.cm, .pm { height: 0 !important; min-height: 0 !important; overflow: hidden }',
  '.cm { transform: scale(0) } .pm { clip-path: inset(50%) }',
]) {
  test(`hidden by ${css}, the dialogs take no place, and the choice is on the page`, async ({
    page,
    site,
  }) => {
    await page.addInitScript(hide, css);
    await page.goto(site.url);
    await page.locator('#cc-main').waitFor({ state: 'attached' });
    await expect(page.locator('body')).toHaveCSS('padding-bottom', '0px');
    await settings(page).click();
    await choosesOnPage(page, site.url);
  });
}

test('removed from the page, the dialogs take no place, and the choice is on the page', async ({
  page,
  site,
}) => {
  await page.addInitScript(remove);
  await page.goto(site.url);
  await alive(page);
  await settings(page).click();
  await choosesOnPage(page, site.url);
});

for (const [when, css] of [
  ['at once', '#cc-main { display: none !important }'],
  ['until a key is pressed', '#cc-main * { visibility: hidden !important }'],
] as const) {
  test(`a dialog that is hidden once it is open gives the page back ${when}`, async ({
    page,
    site,
  }) => {
    await page.goto(`${site.url}/cookies`);
    await expect(banner(page)).toBeVisible();
    await settings(page).click();
    await expect(page.getByRole('dialog', { name: 'Cookie settings' })).toBeVisible();
    await page.evaluate(hide, css);
    if (when !== 'at once') await page.keyboard.press('ArrowDown');
    await choosesOnPage(page, site.url);
  });
}
