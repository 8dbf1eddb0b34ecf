import { codeOf } from '../built-code.ts';
import { expect, sharing, test } from '../fixtures.ts';
import { alive } from '../pages.ts';
import {
  agree,
  analyticsCode,
  footer,
  form,
  hold,
  scrollToEnd,
  sentTo,
  settings,
  settingsDialog,
  signUp,
  toast,
} from '../visitor-actions.ts';
import { translate } from './translate.ts';

// Pages that a browser, an extension or an archive has changed.

const ann = { name: 'Ann', email: 'ann@example.org' };

test('on a page that is translated later the line plays and the form works', async ({ page }) => {
  await page.goto('/#signup');
  await expect(form(page).getByRole('button')).toBeEnabled(); // hydrated
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

  await signUp(page, ann);
  await expect(toast(page)).toContainText('«Success!»');
  await page.keyboard.press('Escape');
  await expect(toast(page)).not.toContainText('Success');
});

test('a form that is translated before hydration keeps what was typed', async ({ browser }) => {
  // Unwatched: React reports on the console that it renders the changed page again.
  const page = await browser.newPage();
  await page.addInitScript(translate);
  const go = await hold(page, codeOf('client/src/site/entry-client.tsx'));
  await page.goto('/#signup', { waitUntil: 'commit' });
  await expect(page.getByRole('heading', { level: 1 })).toContainText('«');
  const name = form(page).getByLabel('Name');
  await name.fill(ann.name);
  const served = await form(page).elementHandle();
  go();
  await expect.poll(() => served?.evaluate((element) => element.isConnected)).toBe(false);
  await expect(name).toHaveValue(ann.name);
  await signUp(page, ann);
  await expect(toast(page)).toContainText('«Success!»');
  await page.close();
});

sharing('events of an extension on no element are passed over', async ({ page, site }) => {
  await agree(page, site);
  expect(sentTo(page, analyticsCode)).not.toEqual([]);
  await scrollToEnd(page); // the form's code comes
  await settings(page).click();
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
  await settingsDialog(page).getByRole('button', { name: 'Close' }).click();
  await footer(page).getByRole('link', { name: 'About' }).click();
  await expect(page).toHaveURL('/about');
});

sharing('in a web archive a page stays as served, and sends nothing', async ({ page, site }) => {
  await page.route('**/web/2026/**', async (route) => {
    const [, url = ''] = route.request().url().split('/web/2026/');
    await route.fulfill({ response: await route.fetch({ url }) });
  });
  for (const path of ['/', '/de/about']) {
    const served = page.waitForRequest((request) => /\/start-.*\.js$/.test(request.url()));
    await page.goto(`/web/2026/${site.url}${path}`);
    const heading = page.getByRole('heading', { level: 1 });
    const before = await heading.innerText();
    await served;
    await page.locator('html[data-code="coming"]').waitFor();
    await page.waitForLoadState();
    await expect(heading).toHaveText(before);
  }
  expect(page.sentRequests.filter(({ url }) => /\/api\/|entry-client/.test(url))).toEqual([]);
});

sharing('a page whose address is written in another way is hydrated', async ({ page }) => {
  page.allowFailed(404);
  for (const path of ['/%61bout?a#b', '/about/', '/de/%61bout', '/no/such/page']) {
    await page.goto(path);
    await alive(page);
  }
});
