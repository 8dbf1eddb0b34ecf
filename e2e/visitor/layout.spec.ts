import type { Page } from '@playwright/test';
import { expect, test } from '../fixtures.ts';
import { alive } from '../pages.ts';
import { banner, header, jumpTo, reject } from '../visitor-actions.ts';

test.use({ sharesSite: true });

const showSection = (page: Page, id: string) =>
  page.evaluate((it) => document.getElementById(it)?.scrollIntoView({ behavior: 'instant' }), id);

test('below the top the header condenses and highlights the section in view; its buttons are outlined while the hero’s or the form are in view', async ({
  page,
}) => {
  await page.goto('/');
  await alive(page);
  const height = async () => (await header(page).boundingBox())?.height ?? 0;
  const marked = header(page).locator('nav [aria-current]');
  const atTop = await height();
  await expect(marked).toHaveCount(0);
  for (const label of ['Pipeline', 'Benefits', 'Features']) {
    await showSection(page, label.toLowerCase());
    await expect(marked).toHaveText(label);
  }
  await expect.poll(height).toBeLessThan(atTop);
  await jumpTo(page, 0);
  await expect(marked).toHaveCount(0);
  await expect.poll(height).toBe(atTop);

  const shown = header(page)
    .getByRole('button', { name: /^(?!Language)/ })
    .filter({ visible: true });
  const fills = () =>
    shown.evaluateAll((buttons) =>
      buttons
        .filter((button) => getComputedStyle(button).backgroundColor !== 'rgba(0, 0, 0, 0)')
        .map((button) => button.textContent),
    );
  const both = ['Notify me', 'Beta Access'];
  await reject(page);
  for (const { width, above } of [
    { width: 1440, above: both },
    { width: 390, above: ['Menu'] },
  ]) {
    await page.setViewportSize({ width, height: 844 });
    await page.goto('/');
    await alive(page);
    await expect(shown).toHaveText(above);
    await expect.poll(fills).toEqual([]);
    await showSection(page, 'pipeline');
    await expect.poll(fills).toEqual(both);
    await showSection(page, 'signup');
    await expect.poll(fills).toEqual([]);
    await jumpTo(page, 0);
    await expect.poll(fills).toEqual([]);
    // No other page has a pair of its own.
    await page.goto('/about');
    await expect.poll(fills).toEqual(both);
  }
});

test('a section that one goes to arrives with its heading under the header, and the letters of its pictures are 12 px or more', async ({
  page,
}) => {
  for (const width of [390, 768, 1024, 1440]) {
    await page.setViewportSize({ width, height: 844 });
    await page.goto('/');
    await alive(page);
    for (const id of ['features', 'pipeline', 'benefits', 'signup']) {
      await showSection(page, id);
      const heading = page.locator(`#${id} h2`);
      const top = async () => (await heading.boundingBox())?.y ?? 0;
      await expect.poll(top, `${id} at ${width} px`).toBeGreaterThanOrEqual(100);
      expect(await top(), `${id} at ${width} px`).toBeLessThanOrEqual(120);
    }
    const smallest = await page.locator('#pipeline svg').evaluateAll(async (pictures) => {
      const svg = await (await fetch('/pipeline.svg')).text();
      const stages = svg
        .split('\n')
        .filter((group) => /id="(analysis|translation|synthesis|mixing)-/.test(group));
      const sizes = stages.flatMap((group) => [...group.matchAll(/font-size="([\d.]+)"/g)]);
      const scales = pictures.map((picture) => picture.clientWidth / 400);
      return Math.min(...scales) * Math.min(...sizes.map(([, size]) => Number(size)));
    });
    expect(smallest, `at ${width} px`).toBeGreaterThanOrEqual(12);
  }
});

test('from 1200 px an information page’s contents stay at its right', async ({ page }) => {
  const contents = page.getByRole('navigation', { name: 'On this page' });
  await page.setViewportSize({ width: 1200, height: 900 });
  await page.goto('/');
  await reject(page);
  await page.goto('/privacy');
  expect((await contents.boundingBox())?.x).toBeGreaterThan(800);
  const headings = page.getByRole('main').getByRole('heading', { level: 2 });
  await expect(contents.getByRole('link')).toHaveText(await headings.allTextContents());
  await contents.getByRole('link', { name: 'Your rights' }).click();
  await expect(page).toHaveURL('/privacy#rights');
  await expect(page.getByRole('heading', { name: 'Your rights' })).toBeInViewport();
  await expect(contents.getByRole('link', { name: 'Contact' })).toBeInViewport({ ratio: 1 });
  // Below that they open by a press.
  await page.setViewportSize({ width: 1199, height: 900 });
  await expect(contents.getByRole('link').first()).toBeHidden();
  await contents.getByText('On this page').click();
  await contents.getByRole('link', { name: 'Security' }).click();
  await expect(page).toHaveURL('/privacy#security');
});

test('a printed page has no controls, and its tables are tables', async ({ page }) => {
  await page.goto('/cookies');
  await expect(banner(page)).toBeVisible();
  await page.emulateMedia({ media: 'print' });
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  for (const controls of [
    header(page).getByRole('button'),
    page.getByRole('navigation'),
    banner(page),
  ])
    await expect(controls.filter({ visible: true })).toHaveCount(0);
  const laidOver = await page.evaluate(() =>
    [...document.querySelectorAll('body *')]
      .filter((element) => element.checkVisibility())
      .filter((element) => getComputedStyle(element).position === 'fixed')
      .map((element) => element.outerHTML.slice(0, 90)),
  );
  expect(laidOver).toEqual([]);
  await page.setViewportSize({ width: 658, height: 930 }); // A4 between its margins
  const rows = () =>
    page
      .locator('table:has(td:nth-child(4)) tbody tr:first-child td')
      .evaluateAll((cells) => new Set(cells.map((cell) => cell.getBoundingClientRect().top)).size);
  expect(await rows()).toBe(1);
  await page.emulateMedia({ media: 'screen' });
  expect(await rows()).toBeGreaterThan(1);
});
