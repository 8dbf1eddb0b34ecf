import type { Page } from '@playwright/test';
import type heads from '../../client/src/site/content/en/heads.json';
import { codeOf } from '../built-code.ts';
import { expect, test } from '../fixtures.ts';
import { alive } from '../pages.ts';
import { hold } from '../visitor.ts';
import { readCatalog } from '../words.ts';

test.use({ sharesSite: true });

test('a visitor reads, navigates, signs up and meets a mistake in German', async ({
  page,
  site,
}) => {
  await page.goto(`${site.url}/de/`);
  await alive(page);
  await expect(page.locator('html')).toHaveAttribute('lang', 'de');
  await expect(page.locator('h1')).toHaveText(/Sendefertig synchronisiert\s+in über 50 Sprachen\./);

  await page.getByRole('contentinfo').getByRole('link', { name: 'Datenschutz' }).click();
  await expect(page).toHaveURL(`${site.url}/de/privacy`);
  await expect(page).toHaveTitle(/^Datenschutzerklärung/);
  await expect(page.locator('link[rel="canonical"]')).toHaveAttribute('href', /\/de\/privacy$/);
  await expect(page.locator('link[hreflang="en"]')).toHaveAttribute('href', /[^e]\/privacy$/);

  await page.goBack();
  await expect(page).toHaveURL(`${site.url}/de/`);
  const form = page.locator('#signup form');
  await form.getByRole('button', { name: 'Benachrichtigen Sie mich' }).click();
  await expect(form.getByText('Bitte geben Sie Ihren vollen Namen ein')).toBeVisible();
  await form.getByLabel('Name').fill('Anna Beispiel');
  await form.getByLabel('E-Mail').fill('anna-de@example.org');
  await form.getByRole('button', { name: 'Benachrichtigen Sie mich' }).click();
  await expect(page.getByText('Geschafft!')).toBeVisible();
  await expect(page.getByRole('heading', { name: 'Sie stehen auf der Liste' })).toBeVisible();
});

test('each script is set by its own rules', async ({ page, site }) => {
  const headingIn = async (prefix: string) => {
    await page.goto(`${site.url}${prefix}/`);
    return page.locator('h1').evaluate((element) => {
      const { hyphens, letterSpacing, lineBreak } = getComputedStyle(element);
      return { hyphens, letterSpacing, lineBreak };
    });
  };
  expect(await headingIn('/de')).toMatchObject({ hyphens: 'auto' });
  expect(await headingIn('/ja')).toMatchObject({ letterSpacing: 'normal', lineBreak: 'strict' });
  expect(await headingIn('/hi')).toMatchObject({ letterSpacing: 'normal' });
  expect(await headingIn('/ar')).toMatchObject({ letterSpacing: 'normal' });
});

test('in Arabic, addresses and channels are written from left to right, at the reader’s side', async ({
  page,
  site,
}) => {
  for (const [path, ...names] of [
    ['/ar/', 'email', 'youtubeChannel'],
    ['/ar/contact', 'email'],
  ]) {
    await page.goto(site.url + path);
    for (const name of names) {
      const field = page.locator(`form [name="${name}"]`);
      await expect(field).toHaveAttribute('dir', 'ltr');
      await expect(field).toHaveCSS('direction', 'ltr');
      await expect(field).toHaveCSS('text-align', 'end');
    }
  }
});

test('the language menu leads to the same page with its anchor, and back', async ({
  page,
  site,
}) => {
  await page.goto(`${site.url}/cookies?utm_source=a#managing`);
  await page.getByRole('button', { name: 'Language: English, EN' }).click();
  const menu = page.getByRole('dialog', { name: 'Language' });
  const german = menu.getByRole('link', { name: 'Deutsch' });
  await expect(german).toHaveAttribute('lang', 'de');
  await expect(german).toHaveAttribute('hreflang', 'de');
  await page.keyboard.press('Escape');
  await expect(menu).toBeHidden();
  await expect(page.getByRole('button', { name: 'Language: English, EN' })).toBeFocused();
  await page.keyboard.press('Enter');
  await german.click();
  await expect(page).toHaveURL(`${site.url}/de/cookies?utm_source=a#managing`);
  await expect(page.locator('html')).toHaveAttribute('lang', 'de');
  await page.goBack();
  await expect(page).toHaveURL(`${site.url}/cookies?utm_source=a#managing`);
  await page.goForward();
  await expect(page.getByRole('button', { name: 'Sprache: Deutsch, DE' })).toBeVisible();
  await page.getByRole('contentinfo').getByRole('link', { name: 'العربية' }).click();
  await page.getByRole('contentinfo').locator('[href="/ar/about"]').click();
  await expect(page).toHaveURL(`${site.url}/ar/about`);
  await page.goBack();
  await page.goBack();
  await expect(page.getByRole('heading', { level: 1, name: 'Cookie-Richtlinie' })).toBeVisible();
  await page.goForward();
  await page.goForward();
  await expect(page).toHaveURL(`${site.url}/ar/about`);
  await expect(page.locator('html')).toHaveAttribute('dir', 'rtl');
});

test('on a phone the menu leads to another language, and Back to the page before', async ({
  page,
  site,
}) => {
  await page.setViewportSize({ width: 390, height: 800 });
  await page.goto(`${site.url}/about`);
  await page.getByRole('button', { name: 'Menu' }).click();
  await page.getByRole('dialog').getByRole('link', { name: 'Deutsch' }).click();
  await expect(page).toHaveURL(`${site.url}/de/about`);
  await page.goBack();
  await expect(page).toHaveURL(`${site.url}/about`);
});

const footer = (page: Page) => page.getByRole('contentinfo');
/** Where visitors type, and how each way to another language is opened; it may lead over another page. */
const waysOut: { way: string; path: string; field: string; open(page: Page): Promise<unknown> }[] =
  [
    { way: 'the footer', path: '/', field: 'Name', open: async () => {} },
    { way: 'the footer', path: '/contact', field: 'Message', open: async () => {} },
    {
      way: 'the menu',
      path: '/',
      field: 'Name',
      open: (page) => page.getByRole('button', { name: 'Language: English, EN' }).click(),
    },
    {
      way: 'the sheet of a phone',
      path: '/',
      field: 'Use case',
      async open(page) {
        await page.setViewportSize({ width: 390, height: 844 });
        await page.getByRole('button', { name: 'Menu', exact: true }).click();
      },
    },
    {
      way: 'the offer on another page',
      path: '/',
      field: 'Email',
      open: (page) => footer(page).getByRole('link', { name: 'About' }).click(),
    },
    {
      way: 'the version that binds',
      path: '/de/contact',
      field: 'Vor- und Nachname',
      open: (page) => footer(page).getByRole('link', { name: 'Nutzungsbedingungen' }).click(),
    },
  ];
const linksOut: Record<string, string> = {
  'the footer': 'footer [hreflang="de"]',
  'the offer on another page': 'aside [hreflang="de"]',
  'the version that binds': 'article [hreflang="en"]',
};

test.describe('in a browser that prefers German', () => {
  test.use({ locale: 'de-AT' });

  for (const { way, path, field, open } of waysOut) {
    test(`${way} asks before what was typed as the ${field} on ${path} is lost`, async ({
      page,
      site,
    }) => {
      await page.goto(site.url + path);
      await alive(page);
      await page.getByLabel(field).fill('typed');
      await open(page);
      const link = page.locator(linksOut[way] ?? '[role="dialog"] [hreflang="de"]');
      await expect(link).toBeVisible();
      const here = page.url();
      const asked: string[] = [];
      page.once('dialog', (dialog) => {
        asked.push(dialog.message());
        void dialog.dismiss();
      });
      await link.click();
      const [from, to] = path.startsWith('/de/')
        ? (['de', `${site.url}/terms`] as const)
        : (['en', /\/de\//] as const);
      expect(asked).toEqual([readCatalog<typeof heads>(from, 'heads').lossQuestion]);
      expect(page.url()).toBe(here);
      page.once('dialog', (dialog) => void dialog.accept());
      await link.click();
      await expect(page).toHaveURL(to);
    });
  }

  test('an English page offers German in one line, which moves nothing and can be closed', async ({
    page,
    site,
  }) => {
    await page.setViewportSize({ width: 390, height: 844 });
    await page.goto(site.url);
    const offer = page.getByRole('link', { name: 'Diese Seite auf Deutsch lesen' });
    await expect(offer).toHaveAttribute('href', '/de/');
    await page.evaluate(() => document.fonts.ready);
    const heading = page.getByRole('heading', { level: 1 });
    const place = await heading.boundingBox();
    const line = await page.locator('aside').boundingBox();
    // Its letters begin lower than the heading itself.
    expect((line?.y ?? 0) + (line?.height ?? 0)).toBeLessThan((place?.y ?? 0) + 4);
    await page.evaluate(() => scrollTo({ top: 200, behavior: 'instant' }));
    await expect(offer).toBeHidden();
    await page.evaluate(() => scrollTo({ top: 0, behavior: 'instant' }));
    await page.getByRole('button', { name: 'Schließen' }).click();
    await expect(offer).toBeHidden();
    expect(await heading.boundingBox()).toEqual(place);
    await page.getByRole('link', { name: 'Contact', exact: true }).click();
    await expect(page.getByRole('heading', { name: 'Talk to us' })).toBeVisible();
    await expect(offer).toBeHidden();
    await page.reload();
    await expect(offer).toHaveAttribute('href', '/de/contact');
    await offer.click();
    await expect(page).toHaveURL(`${site.url}/de/contact`);
    await expect(page.locator('aside')).toHaveCount(0);
  });

  test('somebody who types without a pause loses neither a letter nor the focus when the offer and the form’s code come', async ({
    page,
    site,
  }) => {
    const showOffer = await hold(
      page,
      codeOf('client/src/site/layout/languages/language-offer.tsx'),
    );
    const finishForm = await hold(page, codeOf('client/src/site/features/signup/signup-panel.tsx'));
    await page.goto(site.url);
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
    showOffer();
    await type(async () => (await page.locator('aside').count()) > 0); // above the window
    finishForm();
    await type(() => page.locator('#signup form [type="submit"]').isVisible());
    await type(async () => typed.length % 9 === 0);
    await expect(field).toBeFocused();
    await expect(field).toHaveValue(typed);
  });
});
