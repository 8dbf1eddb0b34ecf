import type { Page } from '@playwright/test';
import { expect, test, withMotion } from '../fixtures.ts';
import { banner, settings, settingsDialog } from '../visitor-actions.ts';

// Blockers of cookie notices hide the dialogs in many ways.

test.use({ sharesSite: true, ...withMotion });

/** Adds a stylesheet as an extension does, which the page's CSP does not stop. */
function hide(css: string) {
  const sheet = new CSSStyleSheet();
  sheet.replaceSync(css);
  document.adoptedStyleSheets.push(sheet);
}

/** Nothing takes the page: it has its full height, no dialog hides it, and the keyboard is where the choice is made. */
async function expectChoiceOnPage(page: Page) {
  await expect(page).toHaveURL('/cookies#choice');
  await expect(page.locator('#root[aria-hidden]')).toHaveCount(0);
  await expect(page.locator('#choice')).toBeFocused();
  await expect(page.locator('body')).toHaveCSS('padding-bottom', '0px');
  await page.keyboard.press('Tab');
  await expect(page.getByRole('main').getByRole('button', { name: /^Accept/ })).toBeFocused();
}

test('dialogs that a blocker hides, also an open one, take no place, and the choice is on the page', async ({
  page,
}) => {
  for (const css of [
    '#cc-main { display: none !important }',
    '#cc-main, #cc-main * { visibility: hidden !important }',
    '#cc-main { opacity: 0 !important; pointer-events: none !important }',
    '.cm, .pm { left: -9999px !important; right: auto !important }',
    '.cm, .pm { height: 0 !important; min-height: 0 !important; overflow: hidden }',
    '.cm { transform: scale(0) } .pm { clip-path: inset(50%) }',
  ])
    await test.step(css, async () => {
      const script = await page.addInitScript(hide, css);
      await page.goto('/about');
      await page.locator('#cc-main').waitFor({ state: 'attached' });
      await expect(page.locator('body'), css).toHaveCSS('padding-bottom', '0px');
      await settings(page).click();
      await expectChoiceOnPage(page);
      await script.dispose();
    });
  for (const how of ['display: none', 'removal', 'visibility: hidden'])
    await test.step(how, async () => {
      await page.goto('/cookies');
      await expect(banner(page)).toBeVisible();
      await settings(page).click();
      await expect(settingsDialog(page)).toBeVisible();
      if (how === 'removal')
        await page.evaluate(() => document.querySelector('#cc-main')?.remove());
      else await page.evaluate(hide, `#cc-main, #cc-main * { ${how} !important }`);
      // Nothing but a key tells of a change of visibility.
      if (how === 'visibility: hidden') await page.keyboard.press('ArrowDown');
      await expectChoiceOnPage(page);
    });
  const main = page.getByRole('main');
  await page.keyboard.press('Enter');
  await expect(main.getByText('You accepted analytics on')).toBeVisible();
  await main.getByRole('button', { name: /^Reject/ }).click();
  await expect(main.getByText('You rejected analytics on')).toBeVisible();
});
