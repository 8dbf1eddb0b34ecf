import type { Page } from '@playwright/test';
import { codeOf } from '../built-code.ts';
import { expect, test } from '../fixtures.ts';
import { alive } from '../pages.ts';
import { hold } from '../visitor.ts';

test.use({ sharesSite: true });

// What a visitor does before the code for it has come.

const code = {
  'the page': codeOf('client/src/site/entry-client.tsx'),
  'the home page': codeOf('client/src/site/pages/home-page.tsx'),
  'the form': codeOf('client/src/site/features/signup/signup-panel.tsx'),
};
const playerCode = codeOf('client/src/site/pages/home/player.ts');

const beta = (page: Page) => page.getByRole('tab', { name: 'Beta Access' });

async function pressAndType(page: Page) {
  await beta(page).click();
  await page.getByLabel('Use case').fill('Thirty lectures');
}

async function expectBeta(page: Page) {
  await expect(beta(page)).toHaveAttribute('aria-selected', 'true');
  await expect(page.getByLabel('Use case')).toHaveValue('Thirty lectures');
}

for (const [what, requests] of Object.entries(code)) {
  test(`a tab pressed before the code of ${what} has come opens, and keeps what was typed`, async ({
    page,
    site,
  }) => {
    const arrive = await hold(page, requests);
    await page.goto(`${site.url}/#signup`, { waitUntil: 'commit' });
    if (what === 'the form') await alive(page);
    await pressAndType(page);
    arrive();
    await expectBeta(page);
    // The tabs then answer as usual.
    await page.getByRole('tab', { name: 'Notify me' }).click();
    await expect(beta(page)).toHaveAttribute('aria-selected', 'false');
  });
}

test('leaving the home page before the code of the player has come breaks nothing', async ({
  page,
  site,
}) => {
  const arrive = await hold(page, playerCode);
  const asked = page.waitForRequest(playerCode);
  await page.goto(site.url);
  await asked;
  await page.getByRole('contentinfo').getByRole('link', { name: 'About' }).click();
  await expect(page).toHaveTitle(/About/);
  const arrived = page.waitForResponse(playerCode);
  arrive();
  await arrived;
  await page.goBack();
  await page.getByRole('button', { name: /^Play/ }).click();
  await expect(page.getByRole('button', { name: /^Pause/ })).toBeVisible();
});
