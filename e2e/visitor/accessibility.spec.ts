import type { Page } from '@playwright/test';
import { violations } from '../axe.ts';
import { expect, test } from '../fixtures.ts';
import { alive, everyPath } from '../pages.ts';
import {
  banner,
  form,
  reject,
  settings,
  settingsDialog,
  signUp,
  toast,
} from '../visitor-actions.ts';

test.use({ sharesSite: true });

/** Returns the controls that are too small to hit. */
const smallControls = (page: Page, least: number) =>
  page.evaluate((height) => {
    // A link in a sentence is as high as its line (WCAG 2.2, 2.5.8, exception "inline").
    const inSentence = (element: Element) =>
      element.matches('a') &&
      getComputedStyle(element).display === 'inline' &&
      element.parentElement?.closest('p, dd, td, li')?.textContent !== element.textContent;
    return [...document.querySelectorAll('a, button, input, textarea, [role="tab"]')]
      .filter((element) => element.checkVisibility({ visibilityProperty: true }))
      .filter((element) => !inSentence(element))
      .map((element) => {
        // A radio button or checkbox is as large as its label.
        const target = element.matches('[type="radio"], [type="checkbox"]')
          ? (element.closest('label') ?? element)
          : element;
        const { width, height } = target.getBoundingClientRect();
        return { what: element.outerHTML.slice(0, 90), width, height };
      })
      .filter((size) => size.width > 1 && (size.width < 24 || size.height < height));
  }, least);

test('on every page axe finds nothing, each control is large enough, nothing scrolls sideways and the outline is complete', async ({
  page,
}) => {
  test.slow(); // it opens every page
  page.allowFailed(404);
  const lines: string[] = [];
  page.on('console', (line) => lines.push(line.text()));
  await page.goto('/');
  await expect(banner(page)).toBeVisible();
  expect(await smallControls(page, 24), 'with the question').toEqual([]);
  await reject(page);
  for (const path of everyPath) {
    await page.setViewportSize({ width: 1280, height: 720 });
    await page.goto(path);
    await alive(page);
    for (const landmark of ['banner', 'main', 'contentinfo'] as const)
      await expect(page.getByRole(landmark), path).toHaveCount(1);
    await expect(page.getByRole('contentinfo').getByRole('navigation'), path).toHaveCount(1);
    expect(await smallControls(page, 24), `${path} at 1280 px`).toEqual([]);
    const isWide = ['/', '/contact', '/cookies', '/no/such/page'].includes(path);
    expect(await violations(page, isWide ? [1280, 390] : [390]), path).toEqual([]);
    expect(await smallControls(page, 44), `${path} on a phone`).toEqual([]);
    await page.setViewportSize({ width: 640, height: 450 }); // the size that 200 % leaves of 1280 by 900
    const wider = await page.evaluate(
      () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
    );
    expect(wider, `${path} at 200 %`).toBeLessThanOrEqual(0);
  }
  const said = () => lines.filter((line) => !line.includes('Failed to load resource'));
  await expect.poll(said).toEqual([expect.stringContaining('/no/such/page')]);
});

test('axe finds nothing in any state, nothing is cut off at 400 %, and nothing moves for who wants less motion', async ({
  page,
}) => {
  test.slow(); // axe reads each state in three ways
  page.allowFailed(409);
  const moving = () =>
    page.evaluate(() => [
      ...document.getAnimations().map(({ id, playState }) => `animation ${id} ${playState}`),
      ...[getComputedStyle(document.documentElement).scrollBehavior].filter((it) => it !== 'auto'),
    ]);
  await page.goto('/');
  await expect(banner(page)).toBeVisible();
  expect(await moving()).toEqual([]);
  expect(await violations(page), 'banner').toEqual([]);
  // Its two links are 24 px high, so that it covers little; its buttons are large.
  const small = await smallControls(page, 44);
  expect(
    small.filter(({ what }) => !what.startsWith('<a')),
    'with the question',
  ).toEqual([]);
  expect(await smallControls(page, 24), 'its links').toEqual([]);
  await reject(page);
  await expect(banner(page)).toBeHidden();

  await settings(page).click();
  const dialog = settingsDialog(page);
  await expect(dialog).toBeVisible();
  expect(await violations(page), 'cookie settings').toEqual([]);
  await page.setViewportSize({ width: 320, height: 256 }); // the size that 400 % leaves of 1280 by 1024
  for (const role of ['all', 'necessary', 'save']) {
    const button = dialog.locator(`[data-role="${role}"]`);
    await button.focus();
    await expect(button, `${role} at 400 %`).toBeInViewport({ ratio: 1 });
  }
  await page.setViewportSize({ width: 390, height: 844 });
  await page.keyboard.press('Escape');
  await expect(dialog).toBeHidden();

  await page.getByRole('button', { name: 'Menu' }).click();
  await expect(page.getByRole('dialog').getByRole('button').first()).toBeVisible();
  expect(await moving()).toEqual([]);
  expect(await violations(page, [390]), 'menu').toEqual([]);
  await page.keyboard.press('Escape');

  await page.getByRole('tab', { name: 'Beta Access' }).click();
  const submit = form(page).getByRole('button', { name: 'Apply for Beta Access' });
  await expect(submit).toBeEnabled();
  expect(await violations(page), 'the other tab').toEqual([]);
  await submit.click();
  const [name, email] = [form(page).getByLabel('Name'), form(page).getByLabel('Email')];
  await expect(name).toBeFocused();
  await expect(name).toHaveAccessibleDescription('Please enter your full name');
  expect(await violations(page), 'errors').toEqual([]);
  await name.fill('Ada');
  await email.fill('ada@example');
  await expect(email).toHaveAccessibleDescription('Please enter a valid email address');
  await submit.click();
  await expect(email).toBeFocused();
  const person = { name: 'Ada', email: 'ada@example.org', useCase: 'Lectures' };
  for (const words of ['Success!', 'Already registered']) {
    await signUp(page, person, 'Apply for Beta Access');
    await expect(toast(page)).toContainText(words);
    expect(await moving()).toEqual([]);
    expect(await violations(page), words).toEqual([]);
  }
});

test('in forced colours controls keep their edges, and states differ', async ({ page }) => {
  await page.emulateMedia({ forcedColors: 'active' });
  await page.goto('/#signup');
  await expect(page.locator('#signup form button')).toBeEnabled();
  const look = (selector: string) =>
    page
      .locator(selector)
      .first()
      .evaluate((element) => {
        const { backgroundColor, color, borderBlockEnd } = getComputedStyle(element);
        const line = getComputedStyle(element, '::after').backgroundColor;
        return [backgroundColor, color, borderBlockEnd, line].join();
      });
  for (const state of ['[role="tab"]:is([aria-selected="true"])', '[name="dub"]:is(:checked)'])
    expect(await look(state)).not.toBe(await look(state.replace(':is', ':not')));
  const edgeless = await page.evaluate(() =>
    [...document.querySelectorAll('main button:not([role="tab"]), main form input, textarea')]
      .filter((element) => element.checkVisibility())
      .filter((element) => Number.parseFloat(getComputedStyle(element).borderBlockEndWidth) < 1)
      .map((element) => element.outerHTML.slice(0, 90)),
  );
  expect(edgeless).toEqual([]);
  await page.getByRole('tab', { name: 'Notify me' }).focus();
  await page.keyboard.press('ArrowRight');
  await expect(page.locator(':focus')).toHaveCSS('outline-style', 'solid');
  await expect(page.locator(':focus')).toHaveCSS('outline-width', /[2-9]px/);
});
