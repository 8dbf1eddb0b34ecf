import { resolve } from 'node:path';
import type { Page } from '@playwright/test';
import { EXAMPLE_SITE } from '../../server/src/site/site-config.ts';
import type { RenderModule } from '../../shared/src/page.ts';
import { LANGUAGES, prefixOf } from '../../shared/src/site-languages.ts';
import { expect, sharing, test } from '../fixtures.ts';
import { alive } from '../pages.ts';
import { accept, banner, form, hold, notify, signUp } from '../visitor-actions.ts';
import { covered, recordShifts, shifts } from './heard.ts';

// What is fast on a slow phone, because it waits for nothing. The code is held back instead of slowed down.

/** What the words of the question depend on, besides PostHog. */
const FACTS = { eventRetentionDays: 395, recipients: [], site: EXAMPLE_SITE };

/** All code but the script that the page names. */
const CODE = /\/assets\/(?!start-page)[\w-]+\.js/;

async function open(page: Page, path = '/') {
  await page.setViewportSize({ width: 390, height: 844 });
  await page.goto(path, { waitUntil: 'commit' });
}

test('a press leads to the name field before any code has come: the page moves once, and what is typed at once is kept; the question comes after the form', async ({
  page,
}) => {
  const arrive = await hold(page, CODE);
  await page.addInitScript(recordShifts);
  await open(page);
  await notify(page).click();
  const name = form(page).getByLabel('Name');
  await expect(name).toBeFocused();
  await page.keyboard.type('A');
  await expect.poll(() => covered(page, '#signup [name="name"]')).toEqual([]);
  const place = await page.evaluate(() => scrollY);
  const element = await name.elementHandle();
  arrive();
  await expect(form(page).getByRole('button')).toBeEnabled();
  await page.keyboard.type('da');
  await expect(name).toHaveValue('Ada');
  expect(await element?.evaluate((field) => field === document.activeElement)).toBe(true);
  await expect(name).toHaveAttribute('enterkeyhint', 'next');
  expect(await page.evaluate(() => scrollY)).toBe(place);
  await expect(banner(page)).toBeHidden();
  await signUp(page, { name: 'Ada', email: 'ada@example.org' });
  await expect(page.getByRole('heading', { name: 'You are on the list' })).toBeFocused();
  await expect(banner(page)).toBeVisible();
  // The header gets lower on the way.
  expect((await shifts(page)).reduce((sum, shift) => sum + shift, 0)).toBeLessThan(0.005);
  await accept(page);
});

sharing(
  'what is typed half a second after a press is kept on a phone that is too busy for its timers',
  async ({ page }) => {
    await hold(page, CODE);
    await page.addInitScript(() => {
      window.setTimeout = (() => 0) as unknown as typeof setTimeout;
      addEventListener('click', ({ timeStamp }) => {
        document.documentElement.dataset['pressedAt'] = String(timeStamp);
      });
    });
    await open(page);
    await notify(page).click();
    await page.waitForFunction(
      () => performance.now() >= Number(document.documentElement.dataset['pressedAt']) + 500,
    );
    await page.keyboard.type('Ada');
    await expect(form(page).getByLabel('Name')).toHaveValue('Ada');
  },
);

sharing(
  'the tab that was asked for before any code had come is open once it has',
  async ({ page }) => {
    const arrive = await hold(page, CODE);
    await open(page);
    await page.locator('#hero').getByRole('button', { name: 'Apply for Beta Access' }).click();
    await expect(form(page).getByLabel('Name')).toBeFocused();
    await page.keyboard.type('A');
    arrive();
    await expect(form(page).getByRole('button', { name: 'Apply for Beta Access' })).toBeEnabled();
    await expect(form(page).getByLabel('Name')).toBeFocused();
    await expect(form(page).getByLabel('Name')).toHaveValue('A');
  },
);

sharing(
  'the question comes before the code of the page, and is low and whole in each language',
  async ({ page }) => {
    const { consentText }: RenderModule = await import(resolve('dist/ssr/entry-server.js'));
    const arrive = await hold(page, /\/assets\/app-[\w-]+\.js/);
    for (const language of LANGUAGES) {
      const path = `${prefixOf(language)}/`;
      const strip = page.locator('.cm');
      const texts = strip.locator('.cm__texts');
      // No word of the question is cut, and the rest opens by a press.
      const expectWhole = async () => {
        const cut = await texts.evaluate((box) => box.scrollHeight - box.clientHeight);
        expect(cut, `${path} at ${page.viewportSize()?.width} px`).toBe(0);
      };
      // The longest question is that of a site with PostHog's cloud.
      const { title } = await consentText(language, { ...FACTS, posthogHost: 'eu.i.posthog.com' });
      await open(page, path);
      await expect(strip).toBeInViewport({ ratio: 1 });
      await page.evaluate(async () => {
        await document.fonts.ready;
      });
      expect((await strip.boundingBox())?.height, path).toBeLessThanOrEqual(110);
      // The first line is as wide as the column, but for a word.
      const [first] = await strip
        .locator('h2')
        .evaluate((heading) => [...heading.getClientRects()].map(({ width }) => width));
      expect(first, path).toBeGreaterThan(270);
      await expectWhole();
      await strip.locator('h2').evaluate((heading, text) => (heading.textContent = text), title);
      expect((await strip.boundingBox())?.height, title).toBeLessThanOrEqual(110);
      // A narrower phone gives it a line more.
      for (const width of [320, 360, 390]) {
        await page.setViewportSize({ width, height: 844 });
        await expectWhole();
      }
      await texts.locator('summary').click();
      await expect(texts.getByRole('link').last()).toBeInViewport({ ratio: 1 });
      const wide = await page.evaluate(() => document.documentElement.scrollWidth);
      expect(wide, `${path} before anybody scrolls`).toBe(390);
    }
    arrive();
  },
);

sharing('who reads is asked on the next page', async ({ page }) => {
  const arrive = await hold(page, CODE);
  await open(page);
  await expect(page.locator('html')).toHaveAttribute('data-code'); // the script that notices
  await page.keyboard.press('End');
  arrive();
  await alive(page);
  await expect(banner(page)).toBeHidden();
  await page.getByRole('link', { name: 'Contact' }).first().click();
  await expect(banner(page)).toBeVisible();
});
