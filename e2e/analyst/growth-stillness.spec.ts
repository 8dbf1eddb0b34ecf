import type { Locator } from '@playwright/test';
import { recordShifts, shifts } from '../visitor/heard.ts';
import { demoDays, expect, fillWithDemoData, test } from './analyst-fixtures.ts';

test.use({ sharesSite: true });

for (const size of [
  { width: 1440, height: 900 },
  { width: 390, height: 844 },
]) {
  test(`nothing moves at ${size.width} px as figures change`, async ({ analyst, page, site }) => {
    await page.setViewportSize(size);
    await fillWithDemoData(site);
    await analyst.open('?zone=UTC');
    // Also what moves right after a press: a reader does not expect that either.
    await page.evaluate(recordShifts);
    const main = page.getByRole('main');
    const isStillAfter = async (what: string, control: Locator) => {
      await control.dispatchEvent('click'); // also behind the button that narrow screens have
      await analyst.settled();
      expect(await shifts(page), what).toEqual([]);
    };
    const goTo = (view: string) =>
      isStillAfter(view, page.getByRole('navigation', { name: 'Views' }).getByText(view));

    for (const view of ['Traffic', 'Funnel', 'Overview']) {
      await goTo(view);
      // The demo's visits ended days ago, so the hour is empty. Traffic has fewer parts then.
      for (const range of ['90 days', view === 'Traffic' ? '7 days' : '60 min', '30 days'])
        await isStillAfter(`${view}, ${range}`, main.getByText(range, { exact: true }).first());
      for (const state of ['alone', 'compared'])
        await isStillAfter(`${view}, ${state}`, main.getByText('Compare', { exact: true }).first());
      if (view === 'Funnel') continue;
      // A phone has a row for filters only while there are some.
      if (size.width < 500) continue;
      const panel = main.locator('[aria-busy]').first();
      const top = () => panel.evaluate((shown) => shown.getBoundingClientRect().top);
      const before = await top();
      await isStillAfter(`${view}, a filter`, main.getByTitle(/^Show only/).first());
      // Not even by less than the browser reports: it would draw all that follows anew before it shows the press.
      expect(await top(), view).toBe(before);
      await isStillAfter(`${view}, no filter`, page.getByLabel(/^Remove the filter/));
    }
    await goTo('Funnel');
    for (const preset of ['Reading', 'Form', 'Signup'])
      await isStillAfter(preset, main.getByRole('link', { name: preset }).first());
    for (const view of ['Signups', 'Live', 'Overview']) await goTo(view);
  });
}

test('a chart is saved as an image, and says what it shows', async ({ analyst, page, site }) => {
  await fillWithDemoData(site);
  await analyst.open('?zone=UTC');
  const figure = page.getByRole('figure', { name: /^Signups per day/ });
  await expect(figure).toHaveAccessibleDescription(/^Highest \d+ \(.*\), lowest \d/);
  const save = async (kind: string, name: string) => {
    await page.getByRole('button', { name: 'Export' }).click();
    const item = page.getByRole('button', { name: `${kind}: ${name}`, exact: true });
    return (await analyst.download(item)).content;
  };
  expect((await save('SVG', 'Signups per day')).toString()).toMatch(
    /^<svg .*>Signups per day<.*>Source: .*growth console</s,
  );
  const png = await save('PNG', 'Signups per day');
  expect(png.subarray(1, 4).toString()).toBe('PNG');
  expect(png.length).toBeGreaterThan(5_000);
  await analyst.goTo(`?view=funnel&preset=signup&${demoDays}&zone=UTC`);
  const took = await save('SVG', 'Time to convert');
  expect(took.toString()).toMatch(/>Time to convert<.*>\d{4}-\d\d-\d\d – \d{4}-\d\d-\d\d</s);
  const funnel = (await save('SVG', 'People per step')).toString();
  const places = [...funnel.matchAll(/<svg [^>]*?\by="([\d.]+)"/g)].map(([, y]) => Number(y));
  // Two steps, and those who left between them.
  expect(places).toHaveLength(3);
  expect(places).toEqual(places.toSorted((a, b) => a - b));
});
