import { readFile } from 'node:fs/promises';
import type { Page } from '@playwright/test';
import { expect, test } from '../fixtures.ts';
import { fillWithDemoData, GROWTH_TOKEN, openConsole, settled } from './growth.ts';

test.use({ settings: { GROWTH_TOKEN }, sharesSite: true });

/** Counts layout shifts from now on, also those right after a press: a reader does not expect them either. */
const watch = (page: Page) =>
  page.evaluate(() => {
    const shifts: string[] = [];
    Object.assign(window, { shifts });
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries()) {
        const { value, sources = [] } = entry as PerformanceEntry & {
          value: number;
          sources?: { node: Node | null }[];
        };
        const nodes = sources.map(({ node }) => {
          const element = node instanceof Element ? node : node?.parentElement;
          return `${element?.tagName} ${element?.textContent?.slice(0, 40)}`;
        });
        shifts.push(`${value.toFixed(4)} ${nodes.join(' ')}`);
      }
    }).observe({ type: 'layout-shift' });
  });
const shifts = (page: Page) =>
  page.evaluate(() => (window as unknown as { shifts: string[] }).shifts);

test('nothing moves while the period, the comparison and the view change', async ({
  page,
  site,
}) => {
  await page.setViewportSize({ width: 1440, height: 900 });
  await fillWithDemoData(site);
  await openConsole(page, site);
  for (const view of ['overview', 'traffic']) {
    await page.goto(`${site.url}/growth?view=${view}&zone=UTC`);
    await settled(page);
    await watch(page);
    for (const range of ['90 days', '7 days', '30 days']) {
      await page.getByRole('radio', { name: range }).check();
      await settled(page);
    }
    await page.getByLabel('Compare').uncheck();
    await settled(page);
    await page.getByLabel('Compare').check();
    await settled(page);
    expect(await shifts(page), view).toEqual([]);
  }
  for (const view of ['Funnel', 'Signups', 'Live', 'Traffic', 'Overview']) {
    await page.getByRole('navigation', { name: 'Views' }).getByRole('link', { name: view }).click();
    await settled(page);
    expect(await shifts(page), view).toEqual([]);
  }
});

for (const size of [
  { width: 1440, height: 900 },
  { width: 390, height: 844 },
]) {
  test(`nothing moves when a press on a row filters at ${size.width} px`, async ({
    page,
    site,
  }) => {
    await page.setViewportSize(size);
    await fillWithDemoData(site);
    await openConsole(page, site, '?zone=UTC');
    await watch(page);
    await page
      .getByRole('button', { name: /^Show only/ })
      .first()
      .click();
    await settled(page);
    await expect(page.getByRole('button', { name: /^Remove the filter/ })).toBeVisible();
    expect(await shifts(page)).toEqual([]);
  });
}

test('a chart is saved as an image with its title and its source, and says what it shows', async ({
  page,
  site,
}) => {
  await fillWithDemoData(site);
  await openConsole(page, site, '?zone=UTC');
  const figure = page.getByRole('figure', { name: /^Signups per day/ });
  await expect(figure).toHaveAccessibleDescription(
    /^Signups per day, .*: at most \d+ \(.*\), at least \d/,
  );
  const save = async (kind: string) => {
    const downloading = page.waitForEvent('download');
    await figure.getByRole('button', { name: `Download ${kind}` }).click();
    return readFile(await (await downloading).path());
  };
  const svg = (await save('SVG')).toString();
  expect(svg).toMatch(/^<svg .*>Signups per day<.*>Source: .*growth console</s);
  const png = await save('PNG');
  expect(png.subarray(1, 4).toString()).toBe('PNG');
  expect(png.length).toBeGreaterThan(5_000);
});
