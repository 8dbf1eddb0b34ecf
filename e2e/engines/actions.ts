import { until } from './until.ts';
import type { Tab } from './webdriver.ts';

/** Clicks what a visitor sees: waits until it is in place and nothing covers it. The name is the start of a label. */
export async function click(tab: Tab, selector: string, name = ''): Promise<void> {
  const point = await until(`${selector} “${name}” can be pressed`, () =>
    tab.evaluate(
      async (css, start) => {
        const nameOf = (element: Element) =>
          (element.getAttribute('aria-label') ?? element.textContent ?? '').trim();
        const target = [...document.querySelectorAll(css)]
          .filter((element) => element.checkVisibility({ visibilityProperty: true }))
          .find((element) => nameOf(element).startsWith(start));
        if (!target || target.matches(':disabled')) return null;
        const centre = () => {
          const { left, top, width, height } = target.getBoundingClientRect();
          return { x: Math.round(left + width / 2), y: Math.round(top + height / 2) };
        };
        const isHit = ({ x, y }: { x: number; y: number }) =>
          target.contains(document.elementFromPoint(x, y));
        if (!isHit(centre())) target.scrollIntoView({ block: 'center', behavior: 'instant' });
        const before = centre();
        await new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)));
        const after = centre();
        return before.x === after.x && before.y === after.y && isHit(after) ? after : null;
      },
      selector,
      name,
    ),
  );
  await tab.clickAt(point);
}

/** Waits until one element shows these words in view and nothing covers them. */
export async function sees(tab: Tab, words: string): Promise<void> {
  await until(`“${words}” is seen`, () =>
    tab.evaluate((text) => {
      const has = (element: Element) => element.textContent?.includes(text) ?? false;
      return [...document.querySelectorAll('body *')]
        .filter((element) => has(element) && ![...element.children].some(has))
        .some((element) => {
          const { left, top, width, height } = element.getBoundingClientRect();
          const hit = document.elementFromPoint(left + width / 2, top + height / 2);
          return hit !== null && element.contains(hit);
        });
    }, words),
  );
}

/** Waits until a matching element is shown, or until none is. */
export async function isShown(tab: Tab, selector: string, expected = true): Promise<void> {
  await until(`${selector} is ${expected ? '' : 'not '}shown`, async () => {
    const shown = await tab.evaluate(
      (css) =>
        [...document.querySelectorAll(css)].some((element) =>
          element.checkVisibility({ visibilityProperty: true }),
        ),
      selector,
    );
    return shown === expected;
  });
}

const isFocused = (tab: Tab, selector: string) =>
  tab.evaluate((css) => document.activeElement?.matches(css) ?? false, selector);

/** Waits until a matching element has the focus. */
export async function hasFocus(tab: Tab, selector: string): Promise<void> {
  await until(`${selector} has the focus`, () => isFocused(tab, selector));
}

const MANY_STOPS = 80;

/** Presses Tab until a matching element has the focus, like somebody who knows no shortcut. */
export async function tabTo(tab: Tab, selector: string): Promise<void> {
  for (let stop = 0; stop < MANY_STOPS; stop += 1) {
    if (await isFocused(tab, selector)) return;
    await tab.press('Tab');
  }
  throw new Error(`${MANY_STOPS} times Tab and never on ${selector}`);
}

export const banner = '[role="region"].cm';
/** Waits for the footer's button, which exists while analytics is granted. */
export const analyticsIsOn = (tab: Tab) =>
  tab.evaluate(() =>
    [...document.querySelectorAll('footer button')].some(
      (button) => button.textContent === 'Turn analytics off' && button.checkVisibility(),
    ),
  );

/** Answers the consent question, and waits until it is gone. */
export async function answer(tab: Tab, name: 'Accept' | 'Reject'): Promise<void> {
  await click(tab, `${banner} button`, name);
  await isShown(tab, banner, false);
}
