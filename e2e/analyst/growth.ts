import { existsSync, mkdirSync, renameSync } from 'node:fs';
import { dirname, resolve } from 'node:path';
import type { Locator, Page } from '@playwright/test';
import { runEntry } from '../../server/src/testing/sites/built-process.ts';
import { expect } from '../fixtures.ts';
import type { Site } from '../site.ts';

export const GROWTH_TOKEN = 'the-token-of-these-tests';

const DAY_MS = 86_400_000;
const day = (daysAgo: number) => new Date(Date.now() - daysAgo * DAY_MS).toISOString().slice(0, 10);

/** The days of the demo visits and a few around them, so that midnight may pass during a test. */
export const demoDays = `from=${day(35)}&to=${day(2)}`;

/** Where Playwright puts its results; it empties this folder before each run. */
const file = resolve('test-results/demo.db');

/** Returns the database that `npm run growth -- demo-data` makes. The first worker makes it for all of them. */
async function demoDatabase(): Promise<string> {
  mkdirSync(dirname(file), { recursive: true });
  const isFirst = mkdirSync(`${file}-made`, { recursive: true }) !== undefined;
  if (isFirst) {
    const args = ['demo-data', '--people', '500', '--days', '30', '--until', day(3)];
    const { code, stderr } = await runEntry('growth', args, { DATABASE_URL: `file:${file}-new` });
    expect(code, stderr).toBe(0);
    renameSync(`${file}-new`, file);
  }
  await expect.poll(() => existsSync(file)).toBe(true);
  return file;
}

/** Stores ten events each of 500 made-up visitors, whose steps follow from a table. */
export async function fillWithDemoData(site: Site): Promise<void> {
  if (site.query('SELECT 1 FROM consents LIMIT 1').length > 0) return; // a common site has them
  const tables = site.query<{ name: string }>(
    `SELECT name FROM sqlite_master WHERE type = 'table' AND name NOT LIKE 'sqlite%' AND name NOT LIKE '%migrations'`,
  );
  const copies = tables.map(
    ({ name }) => `INSERT OR IGNORE INTO main.${name} SELECT * FROM demo.${name};`,
  );
  site.execute(`ATTACH '${await demoDatabase()}' AS demo; BEGIN; ${copies.join(' ')} COMMIT;`);
}

interface SignupTime {
  id: number;
  /** As in SQLite: `2 days`. */
  ago?: string;
  /** An ISO time. */
  at?: string;
}

/** Stores a signup for *Notify me* of some time ago. */
export const signsUp = (site: Site, { id, ago, at }: SignupTime) =>
  site.execute(
    `INSERT INTO notifyme_signups (id, name, email, youtube_channel, use_case, signup_type, created_at)
       VALUES ('00000000-0000-7000-8000-0000000000${id + 10}', 'Ann', 'p${id}@example.org',
       NULL, '', 'notifyme', ${at ? Date.parse(at) : `unixepoch('now', '-${ago}') * 1000`})`,
  );

/** Opens a view of the console as an analyst who has just signed in. */
export async function openConsole(
  page: Page,
  site: Site,
  search = '',
  token = GROWTH_TOKEN,
): Promise<void> {
  await page.goto(`${site.url}/growth${search}`);
  await signIn(page, token);
}

/** Signs in; the form then shows the view in the address. */
export async function signIn(page: Page, token = GROWTH_TOKEN): Promise<void> {
  await page.getByLabel('Token').fill(token);
  await page.getByRole('button', { name: 'Sign in' }).click();
  await expect(page.getByRole('heading', { level: 1 })).not.toHaveText('Growth console');
  await settled(page);
}

/** Resolves when every requested figure has loaded. */
export async function settled(page: Page): Promise<void> {
  // Without a heading yet, no count is visible either.
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  await expect(page.getByRole('main').getByText('Counting…')).toHaveCount(0);
  await expect(page.locator('[aria-busy="true"]')).toHaveCount(0);
}

/** Returns the texts of a table's rows, cell by cell, including row headings. */
export async function cells(page: Page, name: string | RegExp): Promise<string[][]> {
  const rows = page.getByRole('table', { name }).locator('tbody tr');
  return rows.evaluateAll((all) =>
    all.map((row) =>
      [...row.querySelectorAll('th, td:not([aria-hidden])')].map((cell) =>
        (cell.textContent ?? '').replaceAll('\u00a0', ' ').trim(),
      ),
    ),
  );
}

/** Locates the large figure under a label. */
export const figure = (page: Page, label: string) =>
  page.locator('dl > div', { has: page.getByText(label, { exact: true }) }).locator('b');

/** Opens everything that is collapsed, such as the tables behind the charts. */
/** Returns the button that asks whether to delete this signup, after opening the menu of its row. */
export async function deleteButton(page: Page, name: string): Promise<Locator> {
  await page.getByLabel(`Actions for ${name}`, { exact: true }).click();
  return page.getByRole('button', { name: `Delete the signup of ${name}`, exact: true });
}

export const openDetails = (page: Page) =>
  page.locator('details').evaluateAll((all) => {
    for (const details of all) (details as HTMLDetailsElement).open = true;
  });

export const raiseAlert = (site: Site) =>
  site.execute(
    `INSERT INTO alerts VALUES ('00000000-0000-7000-8000-000000000001', 'no_signups',
       'Nobody has signed up for 9 hours; about 14 signups were expected.',
       unixepoch('now', '-9 hours') * 1000, unixepoch('now', '-1 hours') * 1000, NULL)`,
  );
