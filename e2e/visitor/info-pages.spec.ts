import { expect, test } from '../fixtures.ts';
import { infoPaths, openOnPhone } from '../pages.ts';
import { accept, banner, reject } from '../visitor.ts';
import { measured } from './consent-records.ts';

test.use({ sharesSite: true });

test('from 1200 px the contents of an information page are in its right third, and stay there', async ({
  page,
  site,
}) => {
  const contents = page.getByRole('navigation', { name: 'On this page' });
  await page.setViewportSize({ width: 1200, height: 900 });
  await page.goto(site.url);
  await reject(page);
  for (const path of infoPaths) {
    await page.goto(site.url + path);
    expect((await contents.boundingBox())?.x, path).toBeGreaterThan(800);
    const headings = page.getByRole('main').getByRole('heading', { level: 2 });
    await expect(contents.getByRole('link')).toHaveText(await headings.allTextContents());
  }
  await page.goto(`${site.url}/privacy`);
  await contents.getByRole('link', { name: 'Your rights' }).click();
  await expect(page).toHaveURL(`${site.url}/privacy#rights`);
  await expect(page.getByRole('heading', { name: 'Your rights' })).toBeInViewport();
  await expect(contents.getByRole('link', { name: 'Contact' })).toBeInViewport({ ratio: 1 });
  await page.setViewportSize({ width: 1199, height: 900 });
  await expect(contents).toBeHidden();
});

test('a table prints as a table, and facts in two columns', async ({ page, site }) => {
  await page.setViewportSize({ width: 658, height: 930 }); // A4 between its margins
  await page.goto(`${site.url}/cookies`);
  await expect(banner(page)).toBeVisible();
  const tops = (selector: string) =>
    page
      .locator(selector)
      .evaluateAll((cells) => cells.map((cell) => cell.getBoundingClientRect().top));
  const inOneRow = async (selector: string) => new Set(await tops(selector)).size === 1;
  const row = 'table:has(td:nth-child(4)) tbody tr:first-child td';
  expect(await inOneRow(row)).toBe(false);
  await page.emulateMedia({ media: 'print' });
  expect(await tops(row)).toHaveLength(4);
  expect(await inOneRow(row)).toBe(true);
  await page.goto(`${site.url}/impressum`);
  const [term, detail] = await Promise.all(
    ['dt', 'dd'].map((name) => page.locator(`main ${name}`).first().boundingBox()),
  );
  expect(detail?.x).toBeGreaterThan((term?.x ?? 0) + (term?.width ?? 0));
  await expect(page.getByRole('navigation', { name: 'On this page' })).toBeHidden();
});

test('on a phone my data puts the time above what happened, in the full width', async ({
  page,
  site,
}) => {
  await openOnPhone(page, site.url);
  await accept(page);
  await measured(site);
  await page.goto(`${site.url}/cookies`);
  const cells = page.getByRole('row', { name: /You saw the section “hero”/ }).locator('td');
  const [time, what] = await Promise.all([0, 1].map((index) => cells.nth(index).boundingBox()));
  expect(what?.y).toBeGreaterThanOrEqual((time?.y ?? 0) + (time?.height ?? 0));
  expect(what?.width).toBeGreaterThan(200);
});
