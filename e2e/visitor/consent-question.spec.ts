import { violations } from '../axe.ts';
import { codeOf } from '../built-code.ts';
import { expect, test } from '../fixtures.ts';
import { openOnPhone } from '../pages.ts';
import { banner, scrollToEnd } from '../visitor.ts';

// How the question looks, whichever the transport is. The number refers to the list of cases in the consent issue.

test.use({ sharesSite: true });

test('(6) accept and reject look equally important, and both are visible at 320 by 256', async ({
  page,
  site,
}) => {
  await page.setViewportSize({ width: 320, height: 256 });
  await page.goto(site.url);
  const looks = [];
  for (const name of [/^Accept/, /^Reject/]) {
    const button = banner(page).getByRole('button', { name });
    await expect(button).toBeInViewport({ ratio: 1 });
    looks.push(
      await button.evaluate((element) => {
        const { color, backgroundColor, font, borderColor, padding } = getComputedStyle(element);
        const { width, height } = element.getBoundingClientRect();
        return { color, backgroundColor, font, borderColor, padding, width, height };
      }),
    );
  }
  expect(looks[0]).toEqual(looks[1]);
});

for (const { width, height, lowest = '#hero figure' } of [
  { width: 360, height: 740, lowest: '#hero [data-playhead]' }, // no room for the legend beneath the tracks
  { width: 390, height: 844 },
  { width: 768, height: 1024 },
  { width: 1366, height: 700, lowest: '#hero figure button' },
  { width: 1440, height: 900 },
]) {
  test(`the question covers neither the first buttons nor the timeline at ${width} px, and is two sentences`, async ({
    page,
    site,
  }) => {
    await page.setViewportSize({ width, height });
    await page.goto(site.url);
    await expect(banner(page)).toBeVisible();
    const bottom = async (selector: string) => {
      const box = await page.locator(selector).last().boundingBox();
      return (box?.y ?? Number.POSITIVE_INFINITY) + (box?.height ?? 0);
    };
    const top = (await banner(page).boundingBox())?.y ?? 0;
    expect(await bottom('#hero button')).toBeLessThanOrEqual(top);
    expect(await bottom(lowest)).toBeLessThanOrEqual(top);
    // The names of the links are no sentences.
    await page.evaluate(() => {
      for (const link of document.querySelectorAll('.cm a')) link.remove();
    });
    const words = (await banner(page).locator('h2, p').allInnerTexts()).join(' ');
    expect(words.match(/[^.?!]+[.?!]/g)).toHaveLength(2);
  });
}

test('with text twice as large both answers stay visible, as large as each other, and the page’s end can be reached', async ({
  page,
  site,
}) => {
  await openOnPhone(page, site.url);
  await page.evaluate(() => {
    document.documentElement.style.fontSize = '200%';
  });
  const answers = ['Accept analytics', 'Reject analytics'].map((name) =>
    banner(page).getByRole('button', { name }),
  );
  const sizes = [];
  for (const answer of answers) {
    await expect(answer).toBeInViewport({ ratio: 1 });
    const { width, height } = (await answer.boundingBox()) ?? {};
    sizes.push({ width, height });
  }
  expect(sizes[0]).toEqual(sizes[1]);
  await scrollToEnd(page);
  const settings = page.getByRole('button', { name: 'Cookie settings' });
  const end = (await settings.boundingBox())?.y ?? 0;
  expect(end).toBeLessThan((await banner(page).boundingBox())?.y ?? 0);
});

test('what would be stored is shown with the values of the visit, and looking sends and keeps nothing', async ({
  page,
  site,
}) => {
  // The first request is lost.
  const code = codeOf('client/src/site/features/consent/stored-record.ts');
  page.allowFailed(0);
  await page.route(code, (route) => route.abort(), { times: 1 });
  await page.goto(`${site.url}/?utm_source=news`);
  await page.locator('#signup [name="email"]').fill('ada@studio.example');
  await page.evaluate(() => {
    const way = document.documentElement.scrollHeight - innerHeight;
    scrollTo({ top: way * 0.74, behavior: 'instant' });
  });
  await banner(page).getByRole('link', { name: 'What is stored?' }).click();
  const record = page.getByRole('dialog').locator('pre');
  await expect(record).toContainText('"source": "news"');
  const { context, events } = JSON.parse(await record.innerText());
  expect(context).toMatchObject({ path: '/', language: 'en', viewport: 'large' });
  expect(events.map((event: { name: string }) => event.name)).toEqual([
    'scroll',
    'section_view',
    'button_click',
    'form_submit',
  ]);
  expect(events[0].properties).toEqual({ percent_scrolled: 50 });
  expect(events.at(-1).properties.email_domain).toBe('studio.example');
  expect(await violations(page)).toEqual([]);
  await page.keyboard.press('Escape');
  await expect(banner(page).getByRole('link', { name: 'What is stored?' })).toBeFocused();
  expect(page.sentRequests.filter(({ method }) => method !== 'GET')).toEqual([]);
  expect(await page.context().cookies()).toEqual([]);
});
