import { readFile } from 'node:fs/promises';
import type { Locator, Page } from '@playwright/test';
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

const SIZES = [
  { width: 1440, height: 900 },
  { width: 768, height: 1024 },
  { width: 390, height: 844 },
];

/** Changes a control where it is, also behind the button that narrow screens have. */
const press = (locator: Locator) => locator.dispatchEvent('click');

for (const size of SIZES) {
  test(`nothing moves while somebody asks for other figures at ${size.width} px`, async ({
    page,
    site,
  }) => {
    await page.setViewportSize(size);
    await fillWithDemoData(site);
    await openConsole(page, site, '?zone=UTC');
    await watch(page);
    const main = page.getByRole('main');
    const isStillAfter = async (what: string, control: Locator) => {
      await press(control);
      await settled(page);
      expect(await shifts(page), what).toEqual([]);
    };
    const goTo = (view: string) =>
      isStillAfter(view, page.getByRole('navigation', { name: 'Views' }).getByText(view));

    for (const view of ['Traffic', 'Funnel', 'Overview']) {
      await goTo(view);
      for (const range of ['90 days', '7 days', '60 min', '30 days'])
        await isStillAfter(`${view}, ${range}`, main.getByText(range, { exact: true }).first());
      for (const state of ['alone', 'compared'])
        await isStillAfter(`${view}, ${state}`, main.getByText('Compare', { exact: true }).first());
      if (view === 'Funnel') continue;
      await isStillAfter(`${view}, a filter`, page.getByLabel(/^Show only/).first());
      await isStillAfter(`${view}, no filter`, page.getByLabel(/^Remove the filter/));
    }
    await goTo('Funnel');
    for (const preset of ['From the top', 'Reading', 'Form', 'Signup'])
      await isStillAfter(preset, main.getByText(preset, { exact: true }).first());
    for (const view of ['Signups', 'Live', 'Overview']) await goTo(view);
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
