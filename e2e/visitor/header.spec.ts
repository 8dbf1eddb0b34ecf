import { expect, test } from '../fixtures.ts';
import { alive } from '../pages.ts';
import { banner, reject } from '../visitor.ts';

test.use({ sharesSite: true });

test('the header condenses below the top and highlights the section in view', async ({
  page,
  site,
}) => {
  await page.goto(site.url);
  await alive(page);
  const header = page.getByRole('banner');
  const height = async () => (await header.boundingBox())?.height ?? 0;
  const marked = header.locator('nav [aria-current]');
  const atTop = await height();
  await expect(marked).toHaveCount(0);
  for (const [id, label] of [
    ['pipeline', 'Pipeline'],
    ['benefits', 'Benefits'],
    ['features', 'Features'],
  ] as const) {
    await page.evaluate((target) => {
      document.getElementById(target)?.scrollIntoView({ behavior: 'instant' });
    }, id);
    await expect(marked).toHaveText(label);
  }
  await expect.poll(height).toBeLessThan(atTop);
  await page.evaluate(() => scrollTo({ top: 0, behavior: 'instant' }));
  await expect(marked).toHaveCount(0);
  await expect.poll(height).toBe(atTop);
});

test('one pair of buttons is primary: the header’s is outlined until the hero’s has left the view', async ({
  page,
  site,
}) => {
  const shown = page
    .getByRole('banner')
    .getByRole('button', { name: /^(?!Language)/ })
    .filter({ visible: true });
  const fills = () =>
    shown.evaluateAll((buttons) =>
      buttons
        .filter((button) => getComputedStyle(button).backgroundColor !== 'rgba(0, 0, 0, 0)')
        .map((button) => button.textContent),
    );
  const both = ['Notify me', 'Beta Access'];
  await page.goto(site.url);
  await reject(page);
  for (const { width, above, below } of [
    { width: 1440, above: both, below: both },
    { width: 768, above: [...both, 'Menu'], below: both },
    { width: 390, above: ['Menu'], below: both },
  ]) {
    await page.setViewportSize({ width, height: 844 });
    await page.goto(site.url);
    await alive(page);
    await expect(shown).toHaveText(above);
    await expect.poll(fills).toEqual([]);
    await page.evaluate(() =>
      document.getElementById('pipeline')?.scrollIntoView({ behavior: 'instant' }),
    );
    await expect.poll(fills).toEqual(below);
    await page.evaluate(() => scrollTo({ top: 0, behavior: 'instant' }));
    await expect.poll(fills).toEqual([]);
    // No other page has a pair of its own.
    await page.goto(`${site.url}/about`);
    await expect.poll(fills).toEqual(below);
  }
});

test('a printed page is only its words: no header controls, nothing laid over it', async ({
  page,
  site,
}) => {
  await page.goto(`${site.url}/terms`);
  await expect(banner(page)).toBeVisible();
  await page.emulateMedia({ media: 'print' });
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  const header = page.getByRole('banner');
  await expect(header.getByRole('button').filter({ visible: true })).toHaveCount(0);
  await expect(header.getByRole('navigation')).toBeHidden();
  await expect(banner(page)).toBeHidden();
  const laidOver = await page.evaluate(() =>
    [...document.querySelectorAll('body *')]
      .filter((element) => element.checkVisibility())
      .filter((element) => getComputedStyle(element).position === 'fixed')
      .map((element) => element.outerHTML.slice(0, 90)),
  );
  expect(laidOver).toEqual([]);
});
