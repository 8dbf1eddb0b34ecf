import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import type { Locator, Page } from '@playwright/test';
import type englishCookies from '../../client/src/site/content/en/cookies.json';
import type english from '../../client/src/site/content/en/frame.json';
import type { RenderModule } from '../../shared/src/page.ts';
import { expect, test } from '../fixtures.ts';
import type { Site } from '../site.ts';
import { agree, choiceCookie, decisions, events, footer, header } from '../visitor.ts';

const proofs = (site: Site) =>
  site.query(
    `SELECT consents.language, text_hash = hash AS isShown FROM consents
     LEFT JOIN consent_texts ON hash = text_hash AND consent_texts.language = consents.language
     ORDER BY consents.rowid`,
  );

const catalog = <Catalog>(name: string): Catalog =>
  JSON.parse(readFileSync(`client/src/site/content/ar/${name}.json`, 'utf8'));

test('in Arabic, from right to left: consent, my data, withdrawal', async ({ page, site }) => {
  const { consentText }: RenderModule = await import(resolve('dist/ssr/entry-server.js'));
  const text = await consentText('ar', { posthogHost: null, recipients: [] });
  const frame = catalog<typeof english>('frame');
  const { myData } = catalog<typeof englishCookies>('cookies');

  await page.goto('/ar/');
  const question = page.getByRole('region', { name: text.title });
  await expect(question.getByRole('link', { name: text.policyLink })).toHaveAttribute(
    'href',
    '/ar/cookies',
  );
  await question.getByRole('button', { name: text.accept }).click();
  await expect.poll(() => events(site).length).toBeGreaterThan(0);
  expect((await choiceCookie(page)).content).toMatchObject({ languageCode: 'ar', revision: 1 });

  await expectMirrored(page);
  await footer(page).getByRole('link', { name: frame.pages.cookies, exact: true }).click();
  const name = new Intl.DisplayNames('ar', { type: 'language' }).of('ar') ?? '';
  await page.getByText(myData.agreed.replace('{language}', name)).click();
  const agreed = page.locator('blockquote');
  await expect(agreed).toHaveAttribute('lang', 'ar');
  await expect(agreed.locator('p').first()).toHaveText(text.title);
  const withdrawn = page.waitForResponse(/\/api\/consents$/);
  await page.getByRole('button', { name: frame.footer.turnOff }).click();
  await withdrawn;
  await expect(page.getByRole('cell', { name: myData.turnedOff })).toBeVisible();
  expect(decisions(site)).toEqual([
    { analytics: 1, source: 'banner' },
    { analytics: 0, source: 'footer' },
  ]);
  expect(proofs(site)).toEqual(Array(2).fill({ language: 'ar', isShown: 1 }));
});

/** Expects the layout to run from right to left, and what is not words to stay as it is. */
async function expectMirrored(page: Page) {
  const left = async (place: Locator) => (await place.boundingBox())?.x ?? Number.NaN;
  expect(await left(header(page).locator('a[href="/ar/"]'))).toBeGreaterThan(
    await left(header(page).getByRole('navigation')),
  );
  const stat = page.locator('#hero li').first();
  expect(await left(stat.locator('strong'))).toBeGreaterThan(await left(stat));
  await expect(stat.locator('strong')).toHaveCSS('direction', 'ltr');
  await expect(page.locator('figure').first()).toHaveCSS('direction', 'ltr');
}

test('an answer in English holds in German, under the same id', async ({ page, site }) => {
  await agree(page, site);
  await page.goto('/de/');
  const { consentId: consent_id } = (await choiceCookie(page)).content;
  await expect
    .poll(() => site.query('SELECT DISTINCT language, consent_id FROM events ORDER BY language'))
    .toEqual(['de', 'en'].map((language) => ({ language, consent_id })));
  await expect(page.getByRole('button', { name: 'Analyse ausschalten' })).toBeVisible();
  await expect(page.getByRole('region', { name: /messen/ })).toHaveCount(0);
  expect(proofs(site)).toEqual([{ language: 'en', isShown: 1 }]);
  await page.goto('/de/cookies');
  await page.getByText('Der Text, dem Sie zugestimmt haben (Englisch)').click();
  await expect(page.locator('blockquote')).toHaveText(/^May we measure/);
});
