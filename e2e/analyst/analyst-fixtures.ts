import { readFile } from 'node:fs/promises';
import type { Locator, Page } from '@playwright/test';
import { parse } from 'csv-parse/sync';
import { runEntry } from '../../server/src/testing/sites/built-process.ts';
import type { Site } from '../built-site.ts';
import { test as base, expect } from '../fixtures.ts';

export { expect };

export const GROWTH_TOKEN = 'the-token-of-these-tests';

/** Tests of a site with a growth console. */
export const test = base.extend<{ analyst: ReturnType<typeof createAnalyst> }>({
  settings: { GROWTH_TOKEN },
  analyst: ({ page, site }, use) => use(createAnalyst(page, site)),
});

/** For single tests of a file whose other tests need a site of their own. */
export const sharing = test.extend({ sharesSite: true });

/** In seconds. */
export const HOUR = 3_600;
export const DAY = 86_400;
const day = (daysAgo: number) =>
  new Date(Date.now() - daysAgo * DAY * 1000).toISOString().slice(0, 10);

/** The days of the demo visits and a few around them, so that midnight may pass during a test. */
export const demoDays = `from=${day(35)}&to=${day(2)}`;

/** Stores ten events each of 500 made-up visitors, whose steps follow from a table. */
export async function fillWithDemoData(site: Site): Promise<void> {
  if (site.query('SELECT 1 FROM consents LIMIT 1').length > 0) return; // a common site has them
  const args = ['demo-data', '--people', '500', '--days', '30', '--until', day(3)];
  const settings = { DATABASE_URL: `file:${site.databasePath}` };
  const { code, stderr } = await runEntry('growth', args, settings);
  expect(code, stderr).toBe(0);
}

/** What somebody did some seconds ago. */
interface Happening {
  person?: string;
  event: string;
  properties?: object;
  source?: string;
  ago?: number;
  /** When it arrived, by default at once. */
  arrivedAgo?: number;
}

let lastId = 0;
const idOf = () => `00000000-0000-7000-8000-${String(++lastId).padStart(12, '0')}`;
const quoted = (text: string | undefined) =>
  text === undefined ? 'NULL' : `'${text.replaceAll("'", "''")}'`;
const timeOf = (ago: number) => Math.floor(Date.now() - ago * 1000);

export function happens(site: Site, ...all: Happening[]) {
  const rows = all.map(({ person = 'somebody', ago = 0, arrivedAgo = ago, ...more }) => {
    const { event, properties = {}, source } = more;
    const texts = [idOf(), person, event, JSON.stringify(properties), '/', source];
    return `(${texts.map(quoted)}, ${timeOf(ago)}, ${timeOf(arrivedAgo)})`;
  });
  site.execute(
    `INSERT INTO events (id, consent_id, name, properties, path, utm_source, occurred_at, received_at)
       VALUES ${rows}`,
  );
}

/** Somebody reached a section. */
export const sees = (section_name: string, more: Partial<Happening> = {}): Happening => ({
  event: 'section_view',
  properties: { section_name },
  ...more,
});

/** Stores a signup of some seconds ago. */
export function signsUp(site: Site, { name = 'Ann', type = 'notifyme', useCase = '', ago = 0 }) {
  const id = idOf();
  const texts = [id, name, `${id}@example.org`, useCase, type].map(quoted);
  site.execute(
    `INSERT INTO notifyme_signups (id, name, email, use_case, signup_type, created_at)
       VALUES (${texts}, ${timeOf(ago)})`,
  );
}

/** What an analyst does in the console, and reads there. */
export function createAnalyst(page: Page, site: Site) {
  const labelled = (label: string | RegExp, within: Page | Locator = page) =>
    within.locator('dl > div', { has: page.getByText(label, { exact: true }) });

  /** Resolves when every requested figure has loaded. */
  async function settled() {
    // Without a heading yet, no count is visible either.
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
    await expect(page.getByRole('main').getByText('Counting…')).toHaveCount(0);
    await expect(page.locator(':is([aria-busy="true"], [data-late="true"])')).toHaveCount(0);
  }

  /** Signs in; the form then shows the view in the address. */
  async function signIn(token = GROWTH_TOKEN) {
    await page.getByLabel('Token').fill(token);
    await page.getByRole('button', { name: 'Sign in' }).click();
    await expect(page.getByRole('heading', { level: 1 })).not.toHaveText('Growth console');
    await settled();
  }

  return {
    settled,
    signIn,
    /** Opens a view and signs in. */
    async open(search = '', token?: string) {
      await page.goto(`${site.url}/growth${search}`);
      await signIn(token);
    },
    /** Goes to another view, after signing in. */
    async goTo(search: string) {
      await page.goto(`${site.url}/growth${search}`);
      await settled();
    },
    /** Returns the texts of a table's rows, cell by cell, including row headings. */
    cells(name: string | RegExp): Promise<string[][]> {
      const rows = page.getByRole('table', { name }).locator('tbody tr');
      return rows.evaluateAll((all) =>
        all.map((row) =>
          [...row.querySelectorAll('th, td:not([aria-hidden])')].map((cell) => {
            const shown = cell.cloneNode(true) as Element;
            for (const more of shown.querySelectorAll('[role="tooltip"]')) more.remove();
            return (shown.textContent ?? '').replaceAll('\u00a0', ' ').trim();
          }),
        ),
      );
    },
    /** Locates a label with its figure, and what the figure is compared with. */
    labelled,
    /** Locates the large figure under a label. */
    figure: (label: string) => labelled(label).locator('b'),
    /** Presses a button that downloads a file, and returns it. */
    async download(button: Locator) {
      const downloading = page.waitForEvent('download');
      await button.click();
      const file = await downloading;
      return { name: file.suggestedFilename(), content: await readFile(await file.path()) };
    },
    /** Saves what a view shows, by its menu. @param name of a table or a chart, or `The whole view` */
    async export(kind: 'CSV' | 'PNG' | 'SVG', name: string) {
      await page.getByRole('button', { name: 'Export', exact: true }).click();
      return this.download(page.getByRole('button', { name: `${kind}: ${name}`, exact: true }));
    },
    /** Returns the button that asks whether to delete this signup, after opening the menu of its row. */
    async deleteButton(name: string) {
      await page.getByLabel(`Actions for ${name}`, { exact: true }).click();
      return page.getByRole('button', { name: `Delete: ${name}`, exact: true });
    },
    /** Opens everything that is collapsed, such as the tables behind the charts. */
    async openDetails() {
      await page.locator('details').evaluateAll((all) => {
        for (const details of all) (details as HTMLDetailsElement).open = true;
      });
      const tables = page.locator('figure details');
      await expect(tables.getByRole('table')).toHaveCount(await tables.count());
    },
  };
}

/** Returns the rows of a CSV file by their titles. */
export const rowsOf = (csv: Buffer) =>
  parse(csv, { columns: true, bom: true }) as Record<string, string>[];

export const raiseAlert = (site: Site) =>
  site.execute(
    `INSERT INTO alerts VALUES ('00000000-0000-7000-8000-000000000001', 'no_signups',
       'Nobody has signed up for 9 hours; about 14 signups were expected.',
       unixepoch('now', '-9 hours') * 1000, unixepoch('now', '-1 hours') * 1000, NULL)`,
  );
