import { expect, test } from '../fixtures.ts';
import { alive } from '../pages.ts';
import { banner } from '../visitor.ts';

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
