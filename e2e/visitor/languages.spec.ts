import { codeOf } from '../built-code.ts';
import { expect, test } from '../fixtures.ts';
import { alive, openOnPhone } from '../pages.ts';
import { footer, form, hold, jumpTo } from '../visitor-actions.ts';

test.use({ sharesSite: true });

test('each script is set by its own rules, an address from left to right', async ({ page }) => {
  for (const [path, property, value] of [
    ['/de/', 'hyphens', 'auto'],
    ['/ja/', 'line-break', 'strict'],
    ['/hi/', 'letter-spacing', 'normal'],
    ['/ar/', 'letter-spacing', 'normal'],
  ] as const) {
    await page.goto(path);
    await expect(page.locator('h1'), path).toHaveCSS(property, value);
  }
  for (const name of ['email', 'youtubeChannel']) {
    const field = page.locator(`form [name="${name}"]`);
    await expect(field).toHaveCSS('direction', 'ltr');
    await expect(field).toHaveCSS('text-align', 'end');
  }
});

test('the language menu leads to the same page with its anchor, and back', async ({ page }) => {
  await page.goto('/cookies?utm_source=a#managing');
  const opener = page.getByRole('button', { name: 'Language: English, EN' });
  await opener.click();
  const menu = page.getByRole('dialog', { name: 'Language' });
  const german = menu.getByRole('link', { name: 'Deutsch' });
  await expect(german).toHaveAttribute('lang', 'de');
  await page.keyboard.press('Escape');
  await expect(menu).toBeHidden();
  await expect(opener).toBeFocused();
  await page.keyboard.press('Enter');
  await german.click();
  await expect(page).toHaveURL('/de/cookies?utm_source=a#managing');
  await page.goBack();
  await expect(page).toHaveURL('/cookies?utm_source=a#managing');
  await page.goForward();
  await expect(page.getByRole('button', { name: 'Sprache: Deutsch, DE' })).toBeVisible();
  await footer(page).getByRole('link', { name: 'العربية' }).click();
  await footer(page).locator('[href="/ar/about"]').click();
  await expect(page).toHaveURL('/ar/about');
  for (let back = 0; back < 2; back += 1) await page.goBack();
  await expect(page.getByRole('heading', { level: 1, name: 'Cookie-Richtlinie' })).toBeVisible();
  for (let forward = 0; forward < 2; forward += 1) await page.goForward();
  await expect(page).toHaveURL('/ar/about');
  await expect(page.locator('html')).toHaveAttribute('dir', 'rtl');
});

test.describe('in a browser that prefers German', () => {
  test.use({ locale: 'de-AT' });

  test('a link to another language asks before what was typed on another page is lost', async ({
    page,
  }) => {
    await page.goto('/');
    await alive(page);
    await page.getByLabel('Name').fill('Ada');
    await footer(page).getByRole('link', { name: 'About' }).click();
    const asked: string[] = [];
    for (const [link, accepts, to] of [
      ['aside [hreflang="de"]', false, '/about'],
      ['footer [hreflang="ar"]', true, '/ar/about'],
    ] as const) {
      page.once('dialog', (dialog) => {
        asked.push(dialog.message());
        void (accepts ? dialog.accept() : dialog.dismiss());
      });
      await page.locator(link).click();
      await expect(page).toHaveURL(to);
    }
    expect(asked).toEqual([expect.stringContaining('deletes'), expect.stringContaining('deletes')]);
  });

  test('an English page offers German in one line, which moves nothing and can be closed', async ({
    page,
  }) => {
    await openOnPhone(page, '/');
    const viewport = page.viewportSize();
    const offer = page.getByRole('link', { name: 'Diese Seite auf Deutsch lesen' });
    await expect(offer).toHaveAttribute('href', '/de/');
    await page.evaluate(() => document.fonts.ready);
    const heading = page.getByRole('heading', { level: 1 });
    const place = await heading.boundingBox();
    const line = await page.locator('aside').boundingBox();
    expect(line?.height).toBe(40);
    // Its letters begin lower than the heading itself.
    expect((line?.y ?? 0) + (line?.height ?? 0)).toBeLessThan((place?.y ?? 0) + 4);
    await page.setViewportSize({ width: 1440, height: 900 });
    const bar = await page.locator('aside').boundingBox();
    const top = (await heading.boundingBox())?.y ?? 0;
    expect(top - (bar?.y ?? 0) - (bar?.height ?? 0)).toBeGreaterThanOrEqual(24);
    await page.setViewportSize(viewport ?? { width: 390, height: 844 });
    await jumpTo(page, 200);
    await expect(offer).not.toBeInViewport();
    await jumpTo(page, 0);
    await page.getByRole('button', { name: 'Schließen' }).click();
    await expect(offer).toBeHidden();
    expect(await heading.boundingBox()).toEqual(place);
    await page.getByRole('link', { name: 'Contact', exact: true }).click();
    await expect(page.getByRole('heading', { name: 'Talk to us' })).toBeVisible();
    await expect(offer).toBeHidden();
    await page.reload();
    await offer.click();
    await expect(page).toHaveURL('/de/contact');
    await expect(page.locator('aside')).toHaveCount(0);
  });

  test('somebody who types without a pause loses neither a letter nor the focus', async ({
    page,
  }) => {
    const offer = codeOf('client/src/site/layout/languages/language-offer.tsx');
    const panel = codeOf('client/src/site/features/signup/signup-panel.tsx');
    const arrivals = [await hold(page, offer), await hold(page, panel)];
    await page.goto('/');
    await alive(page);
    const field = page.getByLabel('Name');
    await field.focus();
    let typed = '';
    const type = async (isDone: () => Promise<boolean>) => {
      do {
        typed += 'abc'.charAt(typed.length % 3);
        await page.keyboard.press(typed.slice(-1));
      } while (!(await isDone()));
    };
    await type(async () => typed.length > 5);
    for (const arrive of arrivals) arrive();
    await type(async () => (await page.locator('aside').count()) > 0); // above the window
    await type(() => form(page).locator('[type="submit"]').isVisible());
    await type(async () => typed.length % 9 === 0);
    await expect(field).toBeFocused();
    await expect(field).toHaveValue(typed);
  });
});
