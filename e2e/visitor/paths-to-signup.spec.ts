import type { Page } from '@playwright/test';
import { expect, test, withMotion } from '../fixtures.ts';
import {
  accept,
  events,
  footer,
  header,
  notify,
  off,
  scrollToEnd,
  signUp,
  toast,
} from '../visitor-actions.ts';

test.use(withMotion);

/** Waits until measuring has begun. */
const agree = async (page: Page) => {
  const started = page.waitForResponse('**/api/events');
  await accept(page);
  await started;
};

/** The ways to the form, each as a visitor takes it who then signs up at once. */
const PATHS: Record<string, (page: Page) => Promise<void>> = {
  async 'the hero’s button'(page) {
    await agree(page);
    await notify(page).click();
  },
  async 'the header’s button on another page'(page) {
    await footer(page).getByRole('link', { name: 'About' }).click();
    await accept(page);
    await expect(off(page)).toBeAttached();
    await header(page).getByRole('button', { name: 'Notify me' }).click();
  },
  async scrolling(page) {
    await agree(page);
    await scrollToEnd(page);
  },
  async 'agreeing only at the form'(page) {
    await notify(page).click();
    await expect(page.getByLabel('Name')).toBeFocused();
    await agree(page);
  },
};

test('whichever way they came, all who sign up are in the funnel', async ({ browser, site }) => {
  let people = 0;
  for (const [path, take] of Object.entries(PATHS)) {
    await test.step(path, async () => {
      const context = await browser.newContext();
      const page = await context.newPage();
      await page.goto('/');
      await take(page);
      people += 1;
      await signUp(page, { name: 'Ada', email: `ada-${people}@example.org` });
      await expect(toast(page)).toContainText("You're on the waitlist!");
      await page.goto('about:blank');
      await context.close();
      await expect.poll(() => events(site, 'form_submit').length, path).toBe(people);
    });
  }
  expect(await site.funnel()).toEqual([people, people]);
  // Agreeing only at the form, or on another page, leaves no view of the top. Scrolling needs no press. On a busy machine
  // the button on another page shows the top for a while before it scrolls, which is a view then.
  const top = await site.funnel('top');
  const seen = top[0] ?? 0;
  expect([2, 3]).toContain(seen);
  expect(top).toEqual([seen, seen, seen]);
  expect(await site.funnel('button')).toEqual([2, 2, 2]);
  const [first, second, third, fourth] = await site.funnel('reading');
  expect(first).toBe(seen);
  // One visitor scrolls through everything. On a busy machine a press may pass a section slowly enough, too.
  expect([1, 2]).toContain(second);
  expect([third, fourth]).toEqual([second, second]);
  expect(await site.funnel('form')).toEqual([people, people, people]);
});
