import type { Page } from '@playwright/test';
import axe, { type RunOptions } from 'axe-core';

const options: RunOptions = {
  runOnly: ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22a', 'wcag22aa', 'best-practice'],
  rules: { 'target-size': { enabled: true } },
  resultTypes: ['violations'],
  iframes: false, // the preview of a mailing runs no script
};

/** The rules whose findings depend on the colours. */
const ofColours: RunOptions = { ...options, runOnly: ['color-contrast', 'link-in-text-block'] };

/** How pages are read. The colours depend on the scheme, and not on the width. */
const VIEWS = [
  { width: 1280, colorScheme: 'light', asked: options },
  { width: 390, colorScheme: 'light', asked: options },
  { width: 390, colorScheme: 'dark', asked: ofColours },
] as const;

/**
 * Returns axe's findings on the page's current state at these widths, in both colour schemes. The window stays as narrow
 * as a phone. The script is evaluated, so the CSP does not block it.
 */
export async function violations(page: Page, widths: (390 | 1280)[] = [1280, 390]) {
  const isThere = await page.evaluate(() => 'axe' in window);
  if (!isThere) await page.evaluate(axe.source);
  const found: string[] = [];
  for (const { width, colorScheme, asked } of VIEWS.filter((view) => widths.includes(view.width))) {
    await page.setViewportSize({ width, height: 844 });
    await page.emulateMedia({ colorScheme });
    const findings = await run(page, asked);
    found.push(...findings.map((finding) => `${width} px, ${colorScheme}: ${finding}`));
  }
  await page.emulateMedia({ colorScheme: 'light' });
  return found;
}

/** Returns axe's findings that do not depend on the colours, which are the same in every language. */
export async function violationsOfWords(page: Page): Promise<string[]> {
  await page.evaluate(axe.source);
  return run(page, {
    ...options,
    rules: { ...options.rules, 'color-contrast': { enabled: false } },
  });
}

function run(page: Page, runOptions: RunOptions): Promise<string[]> {
  return page.evaluate(async (asked) => {
    const { axe: injected } = window as unknown as { axe: typeof axe };
    const found = await injected.run(document, asked);
    return found.violations.flatMap(({ id, nodes }) =>
      nodes.map(({ target, any, all, none }) => {
        const why = [...any, ...all, ...none][0]?.message ?? '';
        return `${id}: ${target.join(' ')} ${why}`.trim();
      }),
    );
  }, runOptions);
}
