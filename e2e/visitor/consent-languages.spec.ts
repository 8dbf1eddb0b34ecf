import { resolve } from 'node:path';
import type { Locator, Page } from '@playwright/test';
import type englishCookies from '../../client/src/site/content/en/cookies.json';
import type english from '../../client/src/site/content/en/frame.json';
import type englishSignup from '../../client/src/site/content/en/signup.json';
import type { RenderModule } from '../../shared/src/page.ts';
import { directionOf, type Language } from '../../shared/src/site-languages.ts';
import { expect, test } from '../fixtures.ts';
import type { Site } from '../site.ts';
import { banner, choiceCookie, scrollToEnd } from '../visitor.ts';
import { readCatalog } from '../words.ts';
import { decisions, measured, subjects } from './consent-records.ts';

const germanBanner = (page: Page) => page.getByRole('region', { name: /messen/ });
const proofs = (site: Site) =>
  site.query(
    `SELECT consents.language, text_hash = hash AS isShown FROM consents
     LEFT JOIN consent_texts ON hash = text_hash AND consent_texts.language = consents.language
     ORDER BY consents.rowid`,
  );

/** Returns the words that a visitor meets on the whole way. */
async function wordsOf(language: Language) {
  const frame = readCatalog<typeof english>(language, 'frame');
  const signup = readCatalog<typeof englishSignup>(language, 'signup');
  const { consentText }: RenderModule = await import(resolve('dist/ssr/entry-server.js'));
  const { myData } = readCatalog<typeof englishCookies>(language, 'cookies');
  return {
    ...(await consentText(language, { posthogHost: null, recipients: [] })),
    frame,
    signup,
    myData,
  };
}

test('the whole way in Arabic, from right to left: banner, accept, sections, signup, toast, my data, withdraw', async ({
  page,
  site,
}) => {
  const language = 'ar';
  const words = await wordsOf(language);
  const of = (table: string, columns: string) =>
    site.query(`SELECT ${columns} FROM ${table} WHERE language = ?`, language);
  const question = page.getByRole('region', { name: words.title });
  const notify = words.signup.tabs.notifyme.submit;

  await page.goto(`${site.url}/${language}/`);
  await expect(page.locator('html')).toHaveAttribute('dir', directionOf(language));
  await expect(question.getByRole('link', { name: words.policyLink })).toHaveAttribute(
    'href',
    `/${language}/cookies`,
  );
  await question.getByRole('button', { name: words.accept }).click();
  await expect.poll(() => of('events', 'name').length).toBeGreaterThan(0);
  expect((await choiceCookie(page)).content).toMatchObject({
    languageCode: language,
    revision: 1,
  });

  await scrollToEnd(page);
  await page.locator('#hero').getByRole('button', { name: notify }).click();
  const form = page.locator('#signup form');
  await form.getByLabel(words.signup.labels.name).fill('Anna');
  await form.getByLabel(words.signup.labels.email).fill(`anna@${language}.example`);
  await form.getByRole('button', { name: notify }).click();
  const toast = page.getByRole('region', { name: words.frame.toasts.region });
  await expect(toast).toContainText(words.signup.toasts.success.notifyme.title);
  await page.getByRole('button', { name: words.signup.receipt.another }).click();
  await expectMirrored(page, toast);
  expect(of('notifyme_signups', 'email')).toEqual([{ email: `anna@${language}.example` }]);

  await page
    .getByRole('contentinfo')
    .getByRole('link', { name: words.frame.pages.cookies, exact: true })
    .click();
  const nameOf = new Intl.DisplayNames(language, { type: 'language' });
  await page
    .getByText(words.myData.agreed.replace('{language}', nameOf.of(language) ?? ''))
    .click();
  const agreed = page.locator('blockquote');
  await expect(agreed).toHaveAttribute('lang', language);
  await expect(agreed.locator('p').first()).toHaveText(words.title);
  await expect
    .poll(() => of('events', "DISTINCT name, path, properties ->> 'button_name' AS button"))
    .toEqual(
      expect.arrayContaining([
        { name: 'section_view', path: `/${language}/`, button: null },
        { name: 'scroll', path: `/${language}/`, button: null },
        { name: 'button_click', path: `/${language}/`, button: 'Notify me' },
        { name: 'form_submit', path: `/${language}/`, button: null },
      ]),
    );

  const withdrawn = page.waitForResponse(/\/api\/consents$/);
  await page.getByRole('button', { name: words.frame.footer.turnOff }).click();
  await withdrawn;
  await expect(page.getByRole('cell', { name: words.myData.turnedOff })).toBeVisible();
  expect(decisions(site)).toEqual([
    { analytics: 1, source: 'banner' },
    { analytics: 0, source: 'footer' },
  ]);
  expect(proofs(site)).toEqual(Array(2).fill({ language, isShown: 1 }));
});

/** Expects the layout to run from right to left, and what is not words to stay as it is. */
async function expectMirrored(page: Page, toast: Locator) {
  const left = async (place: Locator) => (await place.boundingBox())?.x ?? Number.NaN;
  const header = page.getByRole('banner');
  expect(await left(header.locator('a[href="/ar/"]'))).toBeGreaterThan(
    await left(header.getByRole('navigation')),
  );
  expect(await left(toast)).toBeLessThan(200);
  const stat = page.locator('#hero li').first();
  expect(await left(stat.locator('strong'))).toBeGreaterThan(await left(stat));
  await expect(stat.locator('strong')).toHaveCSS('direction', 'ltr');
  await expect(page.locator('figure').first()).toHaveCSS('direction', 'ltr');
  await expect(page.getByRole('textbox').and(page.locator('[autocomplete=email]'))).toHaveCSS(
    'direction',
    'ltr',
  );
}

test('who accepted in English is not asked again in German, and is measured under the same id', async ({
  page,
  site,
}) => {
  await page.goto(site.url);
  await banner(page)
    .getByRole('button', { name: /^Accept/ })
    .click();
  await measured(site);
  await page.goto(`${site.url}/de/`);
  await expect
    .poll(() => site.query('SELECT DISTINCT language FROM events ORDER BY language'))
    .toEqual([{ language: 'de' }, { language: 'en' }]);
  expect(subjects(site)).toHaveLength(1);
  expect(site.query('SELECT DISTINCT consent_id FROM events')).toEqual(subjects(site));
  await expect(page.getByRole('button', { name: 'Analyse ausschalten' })).toBeVisible();
  await expect(germanBanner(page)).toHaveCount(0);
  expect(proofs(site)).toEqual([{ language: 'en', isShown: 1 }]);
  await page.goto(`${site.url}/de/cookies`);
  await page.getByText('Der Text, dem Sie zugestimmt haben (Englisch)').click();
  await expect(page.locator('blockquote')).toHaveText(/^May we measure/);
});
