import { runEntry } from '../../server/src/testing/sites/built-process.ts';
import { expect, test } from '../fixtures.ts';
import { cells, fillWithDemoData, GROWTH_TOKEN, openConsole } from './growth.ts';

test.use({ settings: { GROWTH_TOKEN } });

const day = (daysAgo: number) =>
  new Date(Date.now() - daysAgo * 86_400_000).toISOString().slice(0, 10);

/** Returns the cells of each table that the command prints. */
const tablesOf = (text: string) =>
  text
    .trimEnd()
    .split('\n\n')
    .map((table) => table.split('\n').map((line) => line.split(/ {2,}/)));

test('the console shows each step and its change as the command prints them', async ({
  page,
  site,
}) => {
  await fillWithDemoData(site, 500);
  const [from, to] = [day(14), day(5)];
  const options = ['--preset', 'form', '--from', from, '--to', to, '--zone', 'UTC', '--compare'];
  const database = { DATABASE_URL: `file:${site.databasePath}` };
  const { code, stdout } = await runEntry('growth', ['funnel', ...options], database);
  expect(code).toBe(0);
  const [[, ...steps] = [], , [, ...compared] = []] = tablesOf(stdout);

  /** Each step's figures by name: now, before, change. */
  const figures: Map<string, string[]>[] = [];
  for (const [label, name = '', ...values] of compared) {
    if (label === 'measured at all') break;
    if (label !== '') figures.push(new Map());
    figures.at(-1)?.set(name, values);
  }
  expect(figures).toHaveLength(3);
  const shown = (step: number, name: string, ...more: string[]) => {
    const [now = '', before = '', change] = figures[step]?.get(name) ?? [];
    return [now, ...more, `was ${before}${change ? `, ${change}` : ''}`];
  };
  const expected = steps.map(([label = '', ...row], step) => {
    const people = shown(step, 'people').join('');
    if (step === 0) return [label, people, '–', '–', '–'];
    const rate = (name: string, column: number) => shown(step, name, row[column] ?? '').join('');
    const mean = shown(step, 'mean time').join(', ');
    const time = `${shown(step, 'median time').join('')}mean ${mean}`;
    return [label, people, rate('of first', 2), rate('of previous', 4), time];
  });

  await openConsole(page, site, `?view=funnel&preset=form&from=${from}&to=${to}&zone=UTC`);
  await expect(page.getByText('“was”: the same number of days before')).toBeVisible();
  const table = await cells(page, 'People per step');
  expect(table.map(([label, _drawing, ...others]) => [label, ...others])).toEqual(expected);
  // The comparison is not of nothing with nothing.
  expect(expected[2]?.[2]).toMatch(/^\d+\.\d %\d.*was \d+\.\d %, /);
});
