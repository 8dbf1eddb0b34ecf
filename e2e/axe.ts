import type { Page } from '@playwright/test';
import axe, { type RunOptions } from 'axe-core';

const options: RunOptions = {
  runOnly: ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22a', 'wcag22aa', 'best-practice'],
  rules: { 'target-size': { enabled: true } },
  resultTypes: ['violations'],
};

/**
 * Returns axe's findings on the page's current state, as `rule: element`. The script is evaluated, so the CSP does not
 * block it.
 */
export async function violations(page: Page): Promise<string[]> {
  const isThere = await page.evaluate(() => 'axe' in window);
  if (!isThere) await page.evaluate(axe.source);
  return page.evaluate(async (runOptions) => {
    const { axe: injected } = window as unknown as { axe: typeof axe };
    const found = await injected.run(document, runOptions);
    return found.violations.flatMap(({ id, nodes }) =>
      nodes.map(({ target, any, all, none }) => {
        const why = [...any, ...all, ...none][0]?.message ?? '';
        return `${id}: ${target.join(' ')} ${why}`.trim();
      }),
    );
  }, options);
}
