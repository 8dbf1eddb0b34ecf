import type { BrowserType, LaunchOptions, Page } from '@playwright/test';
import { signalGpc } from '../visitor.ts';
import { watch } from '../watched-page.ts';
import { type Engine, TAB_SIZE, type Tab } from './engine.ts';

/** Failures that a test expects, which only Chromium logs. 0 means no answer at all. */
const EXPECTED_FAILURES = [0, 401, 409];

/** Opens the Chromium that the other browser tests use. */
export async function openChromium(type: BrowserType, options: LaunchOptions): Promise<Engine> {
  const browser = await type.launch(options);
  return {
    async visit(origin, { reducedMotion, globalPrivacyControl }) {
      const context = await browser.newContext({
        viewport: TAB_SIZE,
        reducedMotion: reducedMotion ? 'reduce' : 'no-preference',
      });
      if (globalPrivacyControl) await signalGpc(context, '1');
      let watched: (() => string[]) | undefined;
      return {
        async openTab() {
          const page = await context.newPage();
          if (!watched) {
            const [first, problems] = watch(context, page, origin);
            first.allowFailed(...EXPECTED_FAILURES);
            watched = problems;
          }
          return tabOf(page);
        },
        problems: () => watched?.() ?? [],
        leave: () => context.close(),
      };
    },
    close: () => browser.close(),
  };
}

const tabOf = (page: Page): Tab => ({
  goTo: async (url) => void (await page.goto(url)),
  back: async () => void (await page.goBack()),
  reload: async () => void (await page.reload()),
  resize: (width, height) => page.setViewportSize({ width, height }),
  press: (key) => page.keyboard.press(key),
  type: (text) => page.keyboard.type(text),
  clickAt: ({ x, y }) => page.mouse.click(x, y),
  evaluate: (run, ...args) =>
    page.evaluate(`(${run})(...${JSON.stringify(args)})`) as Promise<
      Awaited<ReturnType<typeof run>>
    >,
  close: () => page.close(),
});
