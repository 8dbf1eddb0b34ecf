import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { runEntry } from '../testing/sites/built-process.ts';
import { createBuiltSite, startBuiltSite } from '../testing/sites/built-site.ts';
import { execute } from '../testing/sites/server-process.ts';

const TIMEOUT = 90_000;

const SECTIONS = ['hero', 'pipeline', 'benefits', 'signup'];

/** The events of each person, in the order of time. */
const journeys: Record<string, string[]> = {
  all: [...SECTIONS, 'click', 'success'],
  'all twice': [...SECTIONS, ...SECTIONS, 'click', 'click', 'success', 'success'],
  'saw the form': [...SECTIONS, 'error', 'duplicate'],
  'saw the hero': ['hero'],
  'came by a deep link': ['signup', 'success'],
  'in another order': ['success', 'signup', 'hero'],
};

function insertJourneys() {
  let at = 0;
  const rows = Object.entries(journeys).flatMap(([person, steps]) =>
    steps.map((step) => {
      at += 1;
      const isSection = SECTIONS.includes(step);
      const name = isSection ? 'section_view' : step === 'click' ? 'button_click' : 'form_submit';
      const properties = isSection ? { section_name: step } : { event_label: step };
      return `('${at}', '${person}', '${name}', '${JSON.stringify(properties)}', ${at}, ${at})`;
    }),
  );
  return `INSERT INTO events (id, consent_id, name, properties, occurred_at, received_at) VALUES ${rows}`;
}

/** Runs `npm run growth -- funnel` of the finished build on the database of that site. */
const funnel = (root: string, ...args: string[]) =>
  runEntry('growth', ['funnel', ...args], { DATABASE_URL: `file:${join(root, 'data/site.db')}` });

async function people(root: string) {
  const { code, stdout, stderr } = await funnel(root, '--json');
  expect(code, stderr).toBe(0);
  return JSON.parse(stdout).steps.map(({ count }: { count: number }) => count);
}

test(
  'the growth analyst reads people per step, beside the running server',
  async () => {
    const root = createBuiltSite();
    await startBuiltSite(root);
    expect(await people(root)).toEqual([0, 0]);
    execute(root, insertJourneys());
    // In another order: the success came before the signup section was seen.
    expect(await people(root)).toEqual([5, 3]);

    const { code, stdout, stderr } = await funnel(root);
    expect([code, stderr]).toEqual([0, '']);
    const lines = stdout.trimEnd().split('\n');
    expect(lines[0]).toMatch(/^step +people +of first +95 % interval +of previous +95 % interval/);
    expect(lines[1]).toMatch(/^Saw the signup section +5 +– +–/);
    expect(lines[2]).toMatch(/^Signed up +3 +60\.0 %, few +23\.1 – 88\.2 % +60\.0 %, few/);
  },
  TIMEOUT,
);

test(
  'a custom funnel is read from a file and printed as JSON',
  async () => {
    const root = createBuiltSite();
    await startBuiltSite(root);
    execute(root, insertJourneys());
    const file = join(root, 'query.json');
    const steps = [
      { event: 'section_view', properties: { section_name: 'signup' } },
      { event: 'form_submit', properties: { event_label: 'success' } },
    ];
    writeFileSync(file, JSON.stringify({ order: 'unordered', windowSeconds: 60, steps }));
    const { code, stdout } = await funnel(root, '--query', file, '--json');
    expect(code).toBe(0);
    expect(JSON.parse(stdout)).toEqual({
      steps: [
        { event: 'section_view', count: 5, averageSeconds: null, medianSeconds: null },
        {
          event: 'form_submit',
          count: 4,
          averageSeconds: expect.any(Number),
          medianSeconds: expect.any(Number),
        },
      ],
    });
  },
  TIMEOUT,
);

test('without a database the funnel says what to do', async () => {
  const root = createBuiltSite();
  const { code, stderr } = await funnel(root);
  expect(code).toBe(1);
  expect(stderr).toContain(join(root, 'data/site.db'));
  expect(stderr).toContain('npm start');
});
