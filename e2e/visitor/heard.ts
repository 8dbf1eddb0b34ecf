import type { Page } from '@playwright/test';

// What a visitor perceives of a page: what is announced, what is covered, and what moves.

/**
 * Records what a screen reader announces from now on: the words of each live region that changes, separated as on
 * screen. A region that loses its words announces nothing.
 */
export async function listen(page: Page): Promise<() => Promise<string[]>> {
  await page.evaluate(() => {
    const heard: string[] = [];
    Object.assign(window, { heard });
    new MutationObserver((changes) => {
      const regions = new Set<Element>();
      for (const { target } of changes) {
        const element = target instanceof Element ? target : target.parentElement;
        const region = element?.closest('[role="status"], [role="alert"], [aria-live]');
        if (region && region.getAttribute('aria-live') !== 'off') regions.add(region);
      }
      for (const region of regions) {
        const words = (region as HTMLElement).innerText.replace(/\s+/g, ' ').trim();
        if (words !== '') heard.push(words);
      }
    }).observe(document.body, { subtree: true, childList: true, characterData: true });
  });
  return () => page.evaluate(() => (window as unknown as { heard: string[] }).heard);
}

/**
 * Returns the selectors whose element cannot be seen: something covers its middle, its upper or its lower edge, or it
 * is outside the window.
 */
export async function covered(page: Page, ...selectors: string[]): Promise<string[]> {
  return page.evaluate(
    (all) =>
      all.filter((selector) => {
        const element = document.querySelector(selector);
        if (!element) return true;
        const { left, top, width, height } = element.getBoundingClientRect();
        return [top + 3, top + height / 2, top + height - 3].some((y) => {
          const found = document.elementFromPoint(left + width / 2, y);
          return !found || !(element.contains(found) || found.contains(element));
        });
      }),
    selectors,
  );
}

/** Records in the page, from when it runs there, how far what is in view moves on its own. */
export function recordShifts() {
  const shifts: number[] = [];
  Object.assign(window, { shifts });
  new PerformanceObserver((list) => {
    for (const entry of list.getEntries())
      shifts.push((entry as unknown as { value: number }).value);
  }).observe({ type: 'layout-shift' });
}

/** Returns them once two more frames are drawn. */
export const shifts = (page: Page) =>
  page.evaluate(async () => {
    const frame = () => new Promise((drawn) => requestAnimationFrame(() => setTimeout(drawn)));
    for (const next of [frame, frame]) await next();
    return (window as unknown as { shifts: number[] }).shifts;
  });
