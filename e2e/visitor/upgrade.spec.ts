import { execFileSync } from 'node:child_process';
import { appendFileSync, cpSync, mkdtempSync, readFileSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { type Cookie, expect, type Page, test } from '@playwright/test';
import { startServer } from '../../server/src/testing/sites/built-process.ts';
import { alive } from '../pages.ts';
import { nothingElse, reject, stored } from '../visitor.ts';

/** Returns the files in a build's folder that earlier builds left. */
const keptIn = (client: string): string[] =>
  Object.keys(JSON.parse(readFileSync(join(client, 'kept.json'), 'utf8')).kept);

const repository = resolve(import.meta.dirname, '../..');
const COPIED = ['client', 'shared', 'scripts', 'data/site.example.json', 'dist', 'vite.config.ts'];
const COPIED_TOO = ['package.json', 'package-lock.json', 'tsconfig.base.json'];
/** Files that the upgrade edits, so that each of these chunks gets another name. */
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
  for (const part of [...COPIED, ...COPIED_TOO]) {
    cpSync(join(repository, part), join(folder, part), { recursive: true });
  }
  for (const part of ['node_modules', 'server'])
    symlinkSync(join(repository, part), join(folder, part));
  return {
    folder,
    /** Really builds another version of the client's code. */
    upgrade() {
      for (const file of CHANGED) {
        appendFileSync(
          join(folder, 'client/src/site', file),
          `\nReflect.set(globalThis, 'upgraded', true);\n`,
        );
      }
      const build = "import('./scripts/build.mjs').then((m) => m.ensureBuilt(['client', 'ssr']))";
      execFileSync(process.execPath, ['-e', build], { cwd: folder, stdio: 'pipe' });
    },
    /** As on another host or in a container that never had the earlier build. */
    forgetEarlierBuilds() {
      const client = join(folder, 'dist/client');
      for (const file of keptIn(client)) rmSync(join(client, file));
    },
    remove: () => rmSync(folder, { recursive: true, force: true }),
  };
}

const isUpgraded = (page: Page) => page.evaluate(() => 'upgraded' in globalThis);
const menu = (page: Page) => page.getByRole('dialog', { name: 'Menu' });
const settings = (page: Page) => page.getByRole('dialog', { name: 'Cookie settings' });
const submit = (page: Page) => page.locator('#signup button[type="submit"]');

async function tryEverything(page: Page) {
  await page.getByRole('button', { name: 'Menu' }).click();
  await expect(menu(page)).toBeVisible();
  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: 'Cookie settings' }).click();
  await expect(settings(page)).toBeVisible();
  await page.keyboard.press('Escape');
  await page.locator('#signup').scrollIntoViewIfNeeded();
  await expect(submit(page)).toBeEnabled();
}

/** Presses *Cookie settings* while the page is being replaced because the form's code is missing. */
async function pressWhileReloading(page: Page) {
  let release = () => {};
  const held = new Promise<void>((resolve) => {
    release = resolve;
  });
  await page.route('**/', async (route) => {
    if (route.request().isNavigationRequest()) await held;
    await route.continue().catch(() => {}); // the second reload replaces the first
  });
  await page.exposeFunction('release', release);
  // The page itself presses: Playwright would wait for the next page.
  await page.evaluate(() => {
    const buttons = [...document.querySelectorAll('button')];
    const waiting = setInterval(() => {
      if (!history.state?.place) return;
      clearInterval(waiting);
      buttons.find((button) => button.textContent === 'Cookie settings')?.click();
      Reflect.get(globalThis, 'release')();
    });
  });
  await page.locator('#signup').scrollIntoViewIfNeeded();
}

test('a page that is open during an upgrade keeps working, whether or not the files of its build are kept', {
  tag: '@long',
}, async ({ browser }) => {
  test.setTimeout(180_000); // it builds the site, which takes long on a busy machine
  const checkout = createCheckout();
  let server = await startServer(checkout.folder, {}, checkout.folder);
  const restart = async () => {
    await server.stop();
    const env = { PORT: new URL(server.url).port };
    server = await startServer(checkout.folder, env, checkout.folder);
  };
  let answer: Cookie[] = [];
  /**
   * Opens a tab of a visitor who has answered: it has no code of the question, and only the first view's files in its
   * cache.
   */
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
    const typing = await open();
    const reading = await open();
    const settling = await open();
    await typing.locator('#signup').scrollIntoViewIfNeeded();
    await expect(submit(typing)).toBeEnabled();
    await typing.getByRole('tab', { name: 'Beta Access' }).click();
    await typing.getByLabel('Name').fill('Ann');
    await typing.getByLabel('Email').fill('ann@example.org');
    await typing.getByLabel('Use case').fill('Two lines\nof "text"');
    const top = await typing.evaluate(() => scrollY);

    checkout.upgrade();
    await restart();
    await tryEverything(kept);
    expect(await isUpgraded(kept)).toBe(false);

    checkout.forgetEarlierBuilds();
    await restart();
    const requests: string[] = [];
    for (const tab of [typing, reading, settling])
      tab.on('request', (request) => requests.push(request.url()));
    // The menu's code is gone: the page reloads to the same state, and the menu is open.
    await typing.getByRole('button', { name: 'Menu' }).click();
    await expect(menu(typing)).toBeVisible();
    expect(await isUpgraded(typing)).toBe(true);
    await typing.keyboard.press('Escape');
    await expect(typing.getByRole('tab', { name: 'Beta Access' })).toHaveAttribute(
      'aria-selected',
      'true',
    );
    await expect(typing.getByLabel('Name')).toHaveValue('Ann');
    await expect(typing.getByLabel('Email')).toHaveValue('ann@example.org');
    await expect(typing.getByLabel('Use case')).toHaveValue('Two lines\nof "text"');
    expect(Math.abs((await typing.evaluate(() => scrollY)) - top)).toBeLessThan(200);
    await submit(typing).click();
    await expect(typing.getByRole('region', { name: /^Notifications/ })).toContainText('Success!');
    expect(JSON.stringify(await typing.evaluate(() => history.state))).not.toContain('ann@');
    expect((await stored(typing)).rest).toEqual(nothingElse);
    await tryEverything(typing);

    await reading.locator('#hero').getByRole('button', { name: 'Beta Access' }).click();
    await expect(reading.getByLabel('Name')).toBeFocused();
    await expect(reading.getByLabel('Name')).toBeInViewport();
    await expect(submit(reading)).toContainText('Beta');
    await pressWhileReloading(settling);
    await expect(settings(settling)).toBeVisible();
    const gone = keptIn(join(checkout.folder, 'dist/client'));
    for (const file of new Set(gone.filter((name) => name.endsWith('.js')))) {
      const asked = requests.filter((url) => url.endsWith(file)).length;
      expect(asked, file).toBeLessThan(5);
    }
  } finally {
    await server.stop();
    checkout.remove();
  }
});
