import { expect, test } from '../fixtures.ts';
import { alive } from '../pages.ts';
import { accept, analyticsCode, scrollToEnd, signUp, toast } from '../visitor.ts';
import { translate } from './translate.ts';

// Pages that a browser, an extension or an archive has changed.

test('on a page that the browser translates after hydration, the line plays, and the form works', async ({
  page,
  site,
}) => {
  await page.goto(site.url);
  await page.getByRole('tab', { name: 'Notify me' }).click();
  await expect(page.getByRole('button', { name: 'Notify me' }).last()).toBeEnabled(); // hydrated
  const button = page.locator('#hero figure button');
  await button.click(); // the player is there
  await expect(button).toContainText('Pause');
  await button.click();
  await page.evaluate(translate);
  const timecode = page.locator('[data-timecode]');
  const before = await timecode.innerText();
  await button.click();
  await expect(button).toContainText('Pause');
  await expect(timecode).not.toHaveText(before);
  const lit = () => page.evaluate(() => [...(CSS.highlights.get('spoken') ?? [])].map(String));
  await expect.poll(async () => (await lit())[0]).toMatch(/^«You can hear/);
  await expect(button).toContainText('Play'); // it has played to the end

  await signUp(page, { name: 'Ann', email: 'ann@example.org' }, 'Notify me');
  await expect(toast(page)).toContainText('«Success!»');
  await page.keyboard.press('Escape');
  await expect(toast(page)).not.toContainText('Success');
});

test('events that an extension dispatches on no element are passed over', async ({
  page,
  site,
}) => {
  await page.goto(site.url);
  await accept(page);
  await expect.poll(() => page.sentRequests.some(({ url }) => analyticsCode.test(url))).toBe(true);
  await expect.poll(() => site.query('SELECT * FROM events').length).toBeGreaterThan(0);
  await scrollToEnd(page); // the form's code comes
  await page.getByRole('button', { name: 'Cookie settings' }).click();
  await page.evaluate(() => {
    const texts = ['#hero figure button', '.pm__title'].map(
      (selector) => document.querySelector(selector)?.firstChild,
    );
    for (const target of [document, window, ...texts])
      for (const type of ['click', 'keydown', 'pointerdown', 'focusin'])
        for (const event of [
          new Event(type, { bubbles: true }),
          new KeyboardEvent(type, { bubbles: true, key: ' ' }),
        ])
          target?.dispatchEvent(event);
  });
  await page.getByRole('dialog').getByRole('button', { name: 'Close' }).click();
  await page.getByRole('contentinfo').getByRole('link', { name: 'About' }).click();
  await expect(page).toHaveURL(`${site.url}/about`);
});

test('a page under another path, as in a web archive, stays as it was served, and asks and sends nothing', async ({
  page,
  site,
}) => {
  await page.route('**/web/2026/**', async (route) => {
    const [, url = ''] = route.request().url().split('/web/2026/');
    await route.fulfill({ response: await route.fetch({ url }) });
  });
  for (const path of ['/', '/about', '/de/', '/de/about']) {
    const served = page.waitForRequest((request) => /\/start-.*\.js$/.test(request.url()));
    await page.goto(`${site.url}/web/2026/${site.url}${path}`);
    const heading = await page.getByRole('heading', { level: 1 }).innerText();
    await served;
    await page.locator('html[data-code="coming"]').waitFor();
    await page.waitForFunction(() => document.readyState === 'complete');
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(heading);
  }
  expect(page.sentRequests.filter(({ url }) => /\/api\/|entry-client/.test(url))).toEqual([]);
});

test('a page whose address is written in another way is hydrated', async ({ page, site }) => {
  page.allowFailed(404);
  for (const path of ['/%61bout?a#b', '/about/', '/de/%61bout', '/no/such/page']) {
    await page.goto(site.url + path);
    await alive(page);
  }
});
