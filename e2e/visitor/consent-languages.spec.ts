import { resolve } from 'node:path';
import type { Locator } from '@playwright/test';
import { EXAMPLE_SITE } from '../../server/src/site/site-config.ts';
import type { RenderModule } from '../../shared/src/page.ts';
import { expect, test } from '../fixtures.ts';
import { banner, choiceCookie, decisions, events, header, off } from '../visitor-actions.ts';

test('an answer in Arabic, from right to left, holds in English, under the same id, and is withdrawn in Arabic', async ({
  page,
  site,
}) => {
  const { consentText }: RenderModule = await import(resolve('dist/ssr/entry-server.js'));
  const text = await consentText('ar', {
    ...{ posthogHost: null, eventRetentionDays: 395, recipients: [] },
    site: EXAMPLE_SITE,
  });

  await page.goto('/ar/');
  const question = page.getByRole('region', { name: text.title });
  await question.locator('summary').click();
  await expect(question.getByRole('link', { name: text.policyLink })).toHaveAttribute(
    'href',
    '/ar/cookies',
  );
  await question.getByRole('button', { name: text.accept }).click();
  await expect.poll(() => events(site).length).toBeGreaterThan(0);
  const { consentId: consent_id, ...content } = (await choiceCookie(page)).content;
  expect(content).toMatchObject({ languageCode: 'ar', revision: 1 });
  // The layout runs from right to left, and what is not words stays as it is.
  const left = async (place: Locator) => (await place.boundingBox())?.x ?? Number.NaN;
  expect(await left(header(page).locator('a[href="/ar/"]'))).toBeGreaterThan(
    await left(header(page).getByRole('navigation')),
  );
  const stat = page.locator('#hero li').first();
  expect(await left(stat.locator('strong'))).toBeGreaterThan(await left(stat));
  await expect(stat.locator('strong')).toHaveCSS('direction', 'ltr');
  await expect(page.locator('figure').first()).toHaveCSS('direction', 'ltr');

  await page.goto('/');
  await expect
    .poll(() => site.query('SELECT DISTINCT language, consent_id FROM events ORDER BY language'))
    .toEqual(['ar', 'en'].map((language) => ({ language, consent_id })));
  await expect(off(page)).toBeVisible();
  await expect(banner(page)).toHaveCount(0);
  await page.goto('/cookies');
  await page.getByText('The question you agreed to, with its details (Arabic)').click();
  const agreed = page.locator('blockquote');
  await expect(agreed).toHaveAttribute('lang', 'ar');
  await expect(agreed.locator('p').first()).toHaveText(text.title);

  await page.goto('/ar/');
  await page.getByRole('button', { name: 'إيقاف التحليلات' }).click();
  await expect
    .poll(() => decisions(site))
    .toEqual([
      { analytics: 1, source: 'banner' },
      { analytics: 0, source: 'footer' },
    ]);
  // The proof of each names the text that was shown.
  expect(
    site.query(
      `SELECT consents.language, text_hash = hash AS isShown FROM consents
       LEFT JOIN consent_texts ON hash = text_hash AND consent_texts.language = consents.language`,
    ),
  ).toEqual(Array(2).fill({ language: 'ar', isShown: 1 }));
});
