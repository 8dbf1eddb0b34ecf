import type { BrowserContext, Page } from '@playwright/test';
import { runEntry } from '../../server/src/testing/sites/built-process.ts';
import { violations } from '../axe.ts';
import type { Site } from '../built-site.ts';
import { createAnalyst, expect, GROWTH_TOKEN, signsUp, test } from './analyst-fixtures.ts';

/** Browsers make passkeys for this name without https. */
async function atLocalhost(site: Site) {
  const url = site.url.replace('127.0.0.1', 'localhost');
  await site.restart({ SITE_URL: url });
  return { ...site, url };
}

/** An authenticator of this page, which says that the person was verified. */
async function plugIn(context: BrowserContext, page: Page) {
  const cdp = await context.newCDPSession(page);
  await cdp.send('WebAuthn.enable');
  const { authenticatorId } = await cdp.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      ...{ protocol: 'ctap2', transport: 'internal', automaticPresenceSimulation: true },
      ...{ hasResidentKey: true, hasUserVerification: true, isUserVerified: true },
    },
  });
  return {
    unplug: () => cdp.send('WebAuthn.removeVirtualAuthenticator', { authenticatorId }),
  };
}

/** Returns the link that the command prints. */
async function linkFor(site: Site, ...words: string[]) {
  const settings = { DATABASE_URL: `file:${site.databasePath}`, SITE_URL: site.url };
  const { code, stdout, stderr } = await runEntry('growth', ['people', ...words], settings);
  expect(code, stderr).toBe(0);
  return stdout.trim();
}

const heading = (page: Page) => expect(page.getByRole('heading', { level: 1 }));

/** Makes a passkey by a link, which opens the console. */
async function register(page: Page, link: string, name = 'Laptop') {
  await page.goto('about:blank'); // what follows # alone would load nothing
  await page.goto(link);
  await heading(page).toHaveText('Welcome');
  await page.getByLabel('Name of this passkey').fill(name);
  await page.getByRole('button', { name: 'Make a passkey' }).click();
  await heading(page).toHaveText('Overview');
}

const enter = async (page: Page) => {
  await page.getByRole('button', { name: 'Sign in with a passkey' }).click();
  await expect(page.getByRole('button', { name: 'Sign out' })).toBeVisible();
};

/** Opens the menu of somebody, presses one of its buttons and confirms it. */
async function press(page: Page, name: string, action: string) {
  await page.getByRole('button', { name: `Actions for ${name}` }).click();
  await page.getByRole('button', { name: action, exact: true }).click();
  await page.getByRole('dialog').getByRole('button', { name: action, exact: true }).click();
}

test('a person registers by a link, signs in without a name, and has a second passkey', async ({
  page,
  browser,
  context,
  site: own,
}) => {
  page.allowFailed(404);
  const site = await atLocalhost(own);
  await plugIn(context, page);
  const link = await linkFor(site, 'add', 'Ada', '--role', 'owner');
  await register(page, link);
  expect(page.url()).not.toContain('link');
  await page.getByRole('button', { name: 'Sign out' }).click();
  const button = page.getByRole('button', { name: 'Sign in with a passkey' });
  await page.reload();
  await expect(button).toBeFocused();
  expect(await violations(page)).toEqual([]);
  await page.keyboard.press('Enter');
  await heading(page).toHaveText('Overview');
  await page.goto(`${site.url}/growth?view=people`);
  await press(page, 'Ada', 'Add a passkey of Ada');
  const elsewhere = await browser.newContext();
  const phone = await elsewhere.newPage();
  await plugIn(elsewhere, phone);
  await register(phone, await page.getByLabel('Link', { exact: true }).inputValue(), 'Phone');
  await phone.goto(`${site.url}/growth?view=people`);
  await expect(phone.getByText('Laptop, Phone')).toBeVisible();
  await phone.getByRole('button', { name: 'Sign out' }).click();
  await enter(phone);
  await elsewhere.close();
  // The link is used up.
  await page.goto('about:blank');
  await context.clearCookies();
  await page.goto(link);
  await page.getByRole('button', { name: 'Make a passkey' }).click();
  await expect(page.getByText('This link was used already')).toBeVisible();
  await page.getByRole('link', { name: 'I have a passkey already' }).click();
  await enter(page);
});

test('an owner lets people in, changes what they may do and puts them out while their pages are open', async ({
  page,
  browser,
  context,
  site: own,
}) => {
  page.allowFailed(401);
  const site = await atLocalhost(own);
  await plugIn(context, page);
  await register(page, await linkFor(site, 'add', 'Ada', '--role', 'owner'));
  await page.goto(`${site.url}/growth?view=people`);
  await page.getByRole('button', { name: 'Add somebody' }).click();
  await page.getByLabel('Name', { exact: true }).fill('Eve');
  await page.getByRole('button', { name: 'Link for a viewer' }).click();
  const link = await page.getByLabel('Link', { exact: true }).inputValue();
  expect(await violations(page)).toEqual([]);

  const elsewhere = await browser.newContext();
  const eve = await elsewhere.newPage();
  await plugIn(elsewhere, eve);
  await register(eve, link);
  await expect(eve.getByRole('link', { name: 'Signups' })).toHaveCount(0);
  await eve.getByRole('link', { name: 'People' }).click();
  await expect(eve.getByRole('row', { name: /Eve/ }).first()).toBeVisible();
  await expect(eve.getByText('Ada')).toHaveCount(0);
  const isOut = async () => {
    await eve.reload();
    await heading(eve).toHaveText('Growth console');
  };

  await page.reload();
  await press(page, 'Eve', 'Make Eve an owner');
  await expect(page.getByText('Eve is now an owner.')).toBeVisible();
  await isOut();
  await enter(eve);
  await expect(eve.getByRole('link', { name: 'Signups' })).toBeVisible();

  await press(page, 'Eve', 'Remove passkey Laptop');
  await expect(page.getByText('Passkey Laptop of Eve is removed.')).toBeVisible();
  await isOut();
  await eve.getByRole('button', { name: /passkey/ }).click();
  await expect(eve.getByText('No passkey was accepted.')).toBeVisible();

  await press(page, 'Eve', 'Reset Eve');
  const again = page.getByLabel('Link', { exact: true });
  await expect(again).not.toHaveValue(link);
  await register(eve, await again.inputValue(), 'New laptop');
  await page.reload();
  await press(page, 'Eve', 'Sign Eve out everywhere');
  await expect(page.getByText('Eve is signed out everywhere.')).toBeVisible();
  await isOut();
  await enter(eve);
  await press(page, 'Eve', 'Remove Eve');
  await expect(page.getByText('Eve is removed.')).toBeVisible();
  await isOut();
  await expect(page.getByRole('table', { name: 'What was done' })).toContainText(
    'Removed a person',
  );
  await elsewhere.close();
});

test('after a quarter of an hour an erasure asks for the passkey, and goes on where it was', async ({
  page,
  context,
  site: own,
}) => {
  page.allowFailed(403);
  const site = await atLocalhost(own);
  const key = await plugIn(context, page);
  await register(page, await linkFor(site, 'add', 'Ada', '--role', 'owner'));
  for (const name of ['Jane', 'Ben']) signsUp(site, { name }); // one stays, to be exported
  await page.goto(`${site.url}/growth?view=signups`);
  const later = () => site.execute('UPDATE person_sessions SET opened_at = opened_at - 900000');
  later();
  await page.getByRole('button', { name: /Jane/ }).first().click();
  await page.getByRole('button', { name: 'Delete', exact: false }).last().click();
  const used = page.waitForResponse((answer) => answer.url().endsWith('/session'));
  await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click();
  expect((await used).status()).toBe(200);
  await expect(page.getByText(/Jane/)).toHaveCount(1); // what is said of it
  later();
  const download = page.waitForEvent('download');
  await page.getByRole('link', { name: /CSV|Export|Download/ }).click();
  await download;
  const acts = site.query('SELECT kind, done_by FROM audit WHERE done_by = ? ORDER BY id', 'Ada');
  expect(acts.map(({ kind }) => kind)).toEqual(['add_passkey', 'erase', 'export']);
  await key.unplug();
});

test('without tokens in browsers only a passkey is asked for', async ({
  page,
  context,
  site: own,
}) => {
  page.allowFailed(401, 403);
  const site = await atLocalhost(own);
  await plugIn(context, page);
  const analyst = createAnalyst(page, site);
  await page.goto(`${site.url}/growth`);
  await analyst.signIn(GROWTH_TOKEN);
  // The first owner opens the link where the token is signed in.
  await page.goto(await linkFor(site, 'add', 'Ada', '--role', 'owner'));
  await page.getByRole('button', { name: 'Make a passkey' }).click();
  await heading(page).toHaveText('Overview');
  await expect(page.getByRole('button', { name: 'Sign out' })).toHaveAttribute('title', 'Ada');
  await page.goto('about:blank');
  await site.restart({ SITE_URL: site.url, GROWTH_TOKEN_SIGN_IN: 'off' });
  await page.goto(`${site.url}/growth`);
  await heading(page).toHaveText('Overview');
  await page.getByRole('button', { name: 'Sign out' }).click();
  await page.reload();
  await expect(page.getByRole('button', { name: 'Sign in with a passkey' })).toBeVisible();
  await expect(page.getByText('Sign in with a token')).toHaveCount(0);
});
