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
        for (const width of [320, 360, 412, ...(hasControls ? [900, 1440] : [])]) {
          await page.setViewportSize({ width, height: 800 });
          expect(await wider(), `${address} at ${width} px`).toBe(0);
        }
        await expect(page.locator('html')).toHaveCSS('font-size', '32px');
        if (!hasControls || language === 'en') continue; // accessibility.spec.ts
        await page.setViewportSize({ width: 390, height: 844 });
        expect(await violationsOfWords(page), address).toEqual([]);
      }
  });
