import type { Page } from '@playwright/test';
import { LANGUAGES, prefixOf } from '../../shared/src/site-languages.ts';
import { violationsOfWords } from '../axe.ts';
import { expect, test } from '../fixtures.ts';
import { alive, everyPath } from '../pages.ts';

test.use({
  sharesSite: true,
  // The text size that a reader chooses in the browser: unlike zoom, it leaves the window as wide as it is.
  launchOptions: [
    async ({ launchOptions: { args = [], ...rest } }, use) =>
      use({ ...rest, args: [...args, '--blink-settings=defaultFontSize=32'] }),
    { scope: 'worker' },
  ],
});

/** What a page shows only after a press. */
const ANSWERS: Record<string, (page: Page, language: string) => Promise<void>> = {
  async '/'(page, language) {
    await page.locator('#signup [name=name]').fill('Ada');
    await page.locator('#signup [name=email]').fill(`${language}@example.org`);
    await page.locator('#signup [type=submit]').click();
    await page.locator('#signup-success').waitFor();
  },
  async '/cookies'(page) {
    await page.locator('.cm [data-role=show]').click();
    const heading = page.locator('.pm__section-title').first();
    // At least as wide as its longest word.
    const missing = heading.evaluate((title: HTMLElement) => {
      title.style.overflowWrap = 'normal';
      return title.scrollWidth - title.clientWidth;
    });
    expect(await missing).toBe(0);
    await page.locator('.pm [data-role=all]').click();
    await page.locator('[class*=panel-actions] button').last().click();
  },
};
const WITH_CONTROLS = ['/', '/cookies', '/contact'];
for (const { which, languages, paths, tag } of [
  // Long words, right to left, and lines without spaces.
  {
    which: 'a page with controls',
    languages: ['de', 'ar', 'ja'] as const,
    paths: WITH_CONTROLS,
    tag: [],
  },
  { which: 'any page, in each language,', languages: LANGUAGES, paths: everyPath, tag: ['@long'] },
])
  test(`${which} does not scroll sideways with text of 200 %, and axe finds nothing in the translated words`, {
    tag,
  }, async ({ page }) => {
    test.slow(); // in every language; one browser has their files and fonts in its cache
    page.allowFailed(404);
    for (const language of languages)
      for (const path of paths) {
        const hasControls = WITH_CONTROLS.includes(path);
        const address = prefixOf(language) + path;
        await page.setViewportSize({ width: 320, height: 800 });
        await page.goto(address);
        await alive(page);
        const wider = () =>
          page.evaluate(() => {
            // Browsers that know the phrases of Japanese break none of them. Then a heading may be one word.
            const headings = ':lang(ja) :is(h1, h2, h3)';
            for (const heading of document.querySelectorAll<HTMLElement>(headings))
              heading.style.wordBreak = 'keep-all';
            const { scrollWidth, clientWidth } = document.documentElement;
            return scrollWidth - clientWidth;
          });
        const expectToFit = async (widths: readonly number[]) => {
          for (const width of widths) {
            await page.setViewportSize({ width, height: 800 });
            expect(await wider(), `${address} at ${width} px`).toBe(0);
          }
        };
        await expectToFit([320, 360, 412, ...(hasControls ? [900, 1440] : [])]);
        await expect(page.locator('html')).toHaveCSS('font-size', '32px');
        await page.setViewportSize({ width: 390, height: 844 });
        const isNew = hasControls && language !== 'en'; // accessibility.spec.ts
        if (isNew) expect(await violationsOfWords(page), address).toEqual([]);
        if (!ANSWERS[path]) continue;
        await ANSWERS[path](page, language);
        await expectToFit([320, 390]);
        await page.context().clearCookies();
      }
  });
