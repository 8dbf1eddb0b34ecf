import { execFileSync } from 'node:child_process';
import { appendFileSync, cpSync, mkdtempSync, readFileSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { type Cookie, expect, type Page, test } from '@playwright/test';
import { startServer } from '../../server/src/testing/sites/built-process.ts';
import { alive } from '../pages.ts';
import { form, nothingElse, reject, settings, settingsDialog, stored } from '../visitor-actions.ts';

const repository = resolve(import.meta.dirname, '../..');
const COPIED = [
  ...['client', 'shared', 'scripts', 'data/site.example.json', 'dist'],
  ...['vite.config.ts', 'package.json', 'package-lock.json', 'tsconfig.base.json'],
];
/** Files that the upgrade edits, so that each of these files gets another name. */
const CHANGED = [
  'entry-client.tsx',
  'app.tsx',
  'layout/header/mobile-menu.tsx',
  'features/signup/signup-panel.tsx',
  'features/consent/consent-dialogs.ts',
];

/** Creates a self-hoster's checkout, with the build under test. */
function createCheckout() {
  const folder = mkdtempSync(join(tmpdir(), 'checkout-'));
  for (const part of COPIED)
    cpSync(join(repository, part), join(folder, part), { recursive: true });
  for (const part of ['node_modules', 'server'])
    symlinkSync(join(repository, part), join(folder, part));
  return {
    folder,
    /** Really builds another version of the client's code. */
    upgrade() {
      const code = `\nReflect.set(globalThis, 'upgraded', true);\n`;
      for (const file of CHANGED) appendFileSync(join(folder, 'client/src/site', file), code);
      const build = "import('./scripts/build.mjs').then((m) => m.ensureBuilt(['client', 'ssr']))";
      execFileSync(process.execPath, ['-e', build], { cwd: folder, stdio: 'pipe' });
    },
    /** As on another host or in a container that never had the earlier build. */
    forgetEarlierBuilds() {
      const client = join(folder, 'dist/client');
      const { kept } = JSON.parse(readFileSync(join(client, 'kept.json'), 'utf8'));
      for (const file of Object.keys(kept)) rmSync(join(client, file));
    },
    remove: () => rmSync(folder, { recursive: true, force: true }),
  };
}

const isUpgraded = (page: Page) => page.evaluate(() => 'upgraded' in globalThis);

async function openMenu(page: Page) {
  await page.getByRole('button', { name: 'Menu' }).click();
  await expect(page.getByRole('dialog', { name: 'Menu' })).toBeVisible();
  await page.keyboard.press('Escape');
}

async function scrollToForm(page: Page) {
  await form(page).scrollIntoViewIfNeeded();
  await expect(form(page).locator('[type="submit"]')).toBeEnabled();
}

test('a page that is open during an upgrade keeps working, whether or not the files of its build are kept', {
  tag: '@long',
}, async ({ browser }) => {
  test.setTimeout(180_000); // it builds the site, which takes long on a busy machine
  const checkout = createCheckout();
  let server = await startServer(checkout.folder, {}, checkout.folder);
  const restartAfter = async (change: () => void) => {
    await server.stop();
    change();
    const env = { PORT: new URL(server.url).port };
    server = await startServer(checkout.folder, env, checkout.folder);
  };
  let answer: Cookie[] = [];
  /** Opens a tab of a visitor who has answered: it has no code of the question, and only the first view's files. */
  const open = async () => {
    const context = await browser.newContext({ viewport: { width: 390, height: 844 } });
    await context.addCookies(answer);
    const tab = await context.newPage();
    await tab.goto(server.url);
    await alive(tab);
    return tab;
  };
  try {
    const first = await open();
    await reject(first);
    answer = await first.context().cookies();
    const kept = await open();
    const [idle, typing] = [await open(), await open()];
    await scrollToForm(typing);
    await typing.getByLabel('Email', { exact: true }).fill('ann@example.org');

    await restartAfter(checkout.upgrade);
    await openMenu(kept);
    await settings(kept).click();
    await expect(settingsDialog(kept)).toBeVisible();
    await kept.keyboard.press('Escape');
    await scrollToForm(kept);
    expect(await isUpgraded(kept)).toBe(false);

    await restartAfter(checkout.forgetEarlierBuilds);
    // The menu's code is gone: the page reloads, unless that would lose what was typed.
    for (const page of [idle, typing]) await page.getByRole('button', { name: 'Menu' }).click();
    await expect.poll(() => isUpgraded(idle).catch(() => false)).toBe(true);
    await openMenu(idle);
    await expect(typing.getByText('could not be loaded')).toBeVisible();
    await expect(typing.getByLabel('Email', { exact: true })).toHaveValue('ann@example.org');
    expect((await stored(idle)).rest).toEqual(nothingElse);
  } finally {
    await server.stop();
    checkout.remove();
  }
});
