import { violations } from '../axe.ts';
import { codeOf } from '../built-code.ts';
import { expect, test } from '../fixtures.ts';
import { openOnPhone } from '../pages.ts';
import { banner, footer, jumpTo, scrollToEnd } from '../visitor-actions.ts';

// How the question looks, whichever the transport is. The number refers to the list of cases in the consent issue.

test.use({ sharesSite: true });

test('(6) accept and reject look equal, and are visible on any screen', async ({ page }) => {
  const answers = [/^Accept/, /^Reject/].map((name) => banner(page).getByRole('button', { name }));
  const expectEqual = async () => {
    const looks = [];
    for (const answer of answers) {
      await expect(answer).toBeInViewport({ ratio: 1 });
      looks.push(
        await answer.evaluate((element) => {
          const { color, backgroundColor, font, borderColor, padding } = getComputedStyle(element);
          const { width, height } = element.getBoundingClientRect();
          return { color, backgroundColor, font, borderColor, padding, width, height };
        }),
      );
    }
    expect(looks[0]).toEqual(looks[1]);
  };
  await page.setViewportSize({ width: 320, height: 256 });
  await page.goto('/');
  await expectEqual();
  await openOnPhone(page, '/');
  await page.evaluate(() => {
    document.documentElement.style.fontSize = '200%';
  });
  await expectEqual();
  // And the page's end can be reached.
  await scrollToEnd(page);
  const end = await footer(page).locator('a, button, p').last().boundingBox();
  const { y: top = 0 } = (await banner(page).boundingBox()) ?? {};
  expect((end?.y ?? top) + (end?.height ?? 0)).toBeLessThanOrEqual(top);
});

test('the question covers neither the first buttons nor the timeline', async ({ page }) => {
  await page.goto('/');
  await expect(banner(page)).toBeVisible();
  const bottom = async (selector: string) => {
    const box = await page.locator(selector).last().boundingBox();
    return (box?.y ?? Number.POSITIVE_INFINITY) + (box?.height ?? 0);
  };
  for (const { width, height, lowest = '#hero figure' } of [
    // No room for the legend beneath the tracks.
    { width: 360, height: 740, lowest: '#hero [data-playhead]' },
    { width: 375, height: 812, lowest: '#hero [data-playhead]' },
    { width: 390, height: 844 },
    { width: 412, height: 915 },
    { width: 430, height: 932 },
    { width: 768, height: 1024 },
    { width: 1366, height: 700, lowest: '#hero figure button' },
    { width: 1440, height: 900 },
    { width: 1536, height: 864 },
  ]) {
    await page.setViewportSize({ width, height });
    await page.reload();
    await expect(banner(page)).toBeVisible();
    // The page leaves a line of text more, so that no font and no rounding decides.
    const room = async (selector: string) =>
      ((await banner(page).boundingBox())?.y ?? 0) - (await bottom(selector));
    for (const selector of ['#hero button', lowest])
      await expect
        .poll(() => room(selector), `${selector} at ${width} px`)
        .toBeGreaterThanOrEqual(0);
  }
});

test('unfolded, its links have a row of their own, for fingers, and its buttons stand free', async ({
  page,
}) => {
  for (const width of [390, 768, 1440]) {
    await page.setViewportSize({ width, height: 844 });
    await page.goto('/');
    const more = banner(page).locator('summary');
    const sign = () => more.evaluate((element) => getComputedStyle(element, '::after').content);
    const folded = await sign();
    await more.click();
    expect(await sign()).not.toBe(folded);
    const links = await banner(page)
      .getByRole('link')
      .evaluateAll((all) => all.map((link) => link.getBoundingClientRect().toJSON()));
    for (const { height } of links) expect(height).toBeGreaterThanOrEqual(32);
    const edge = (await page.locator('#root h1').boundingBox())?.x;
    expect(links[0].x, `${width} px`).toBeCloseTo(edge ?? 0, 0);
    const buttons = await banner(page).getByRole('button').first().boundingBox();
    const { y = 0, height = 0 } = buttons ?? {};
    expect(844 - y - height, `${width} px`).toBeGreaterThanOrEqual(12);
    if (width < 1024) expect(y - links.at(-1).bottom, `${width} px`).toBeGreaterThanOrEqual(12);
  }
});

test('who looks at what would be stored sends and keeps nothing', async ({ page }) => {
  // The first request is lost.
  const code = codeOf('client/src/site/features/consent/stored-record.ts');
  page.allowFailed(0);
  await page.route(code, (route) => route.abort(), { times: 1 });
  await page.goto('/');
  const way = await page.evaluate(() => document.documentElement.scrollHeight - innerHeight);
  await jumpTo(page, way * 0.74);
  const link = banner(page).getByRole('link', { name: 'What is stored?' });
  await banner(page).locator('summary').click();
  await link.click();
  const record = page.getByRole('dialog').locator('pre');
  await expect(record).toContainText('"percent_scrolled": 50');
  expect(await violations(page)).toEqual([]);
  await page.keyboard.press('Escape');
  await expect(link).toBeFocused();
  expect(page.sentRequests.filter(({ method }) => method !== 'GET')).toEqual([]);
  expect(await page.context().cookies()).toEqual([]);
});

test('within one frame, an answer that follows a press on Details opens no settings, and several presses open them once', async ({
  page,
}) => {
  /** Presses buttons of the question one after another, and returns how often the settings open then. */
  const openingsAfter = (...roles: string[]) =>
    banner(page).evaluate(async (element, pressed) => {
      for (const role of pressed)
        element.querySelector<HTMLElement>(`[data-role="${role}"]`)?.click();
      let openings = 0;
      for (let frames = 0; frames < 15; frames++) {
        await new Promise((painted) => requestAnimationFrame(() => setTimeout(painted)));
        const opened = document.querySelector('.pm[aria-hidden="false"]');
        if (!opened) continue;
        openings += 1;
        opened.querySelector<HTMLElement>('.pm__close-btn')?.click();
      }
      return openings;
    }, roles);
  await page.goto('/');
  await expect(banner(page)).toBeVisible();
  expect(await openingsAfter('show', 'show', 'show')).toBe(1);
  await page.reload();
  await expect(banner(page)).toBeVisible();
  expect(await openingsAfter('show', 'necessary')).toBe(0);
  await expect(banner(page)).toBeHidden();
});
