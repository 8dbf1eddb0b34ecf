import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from '../fixtures.ts';
import { createFolder, startEntry } from '../server.ts';

const SECTIONS = ['hero', 'pipeline', 'benefits', 'signup'];

/** What each person did, in the order of time. */
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

test('the growth analyst reads people per step, beside the running server', async ({ site }) => {
  expect(await site.funnel()).toEqual([0, 0, 0, 0, 0, 0]);
  site.execute(insertJourneys());
  expect(await site.funnel()).toEqual([5, 3, 3, 3, 2, 2]);

  const { exited, stdout, stderr } = startEntry('growth', ['funnel'], {
    DATABASE_URL: `file:${site.databasePath}`,
  });
  expect(await exited).toEqual({ code: 0, signal: null });
  expect(stderr()).toBe('');
  const lines = stdout().trimEnd().split('\n');
  expect(lines[0]).toMatch(/^step +people +of first +of previous/);
  expect(lines[1]).toMatch(/^hero viewed +5 +100\.0 % +100\.0 %/);
  expect(lines[4]).toMatch(/^signup viewed +3 +60\.0 % +100\.0 %/);
  expect(lines[6]).toMatch(/^signed up +2 +40\.0 % +100\.0 %/);
});

test('a funnel of one’s own comes from a file and goes out as JSON', async ({ site }) => {
  site.execute(insertJourneys());
  const file = join(site.folder, 'query.json');
  const steps = [
    { event: 'section_view', properties: { section_name: 'signup' } },
    { event: 'form_submit', properties: { event_label: 'success' } },
  ];
  writeFileSync(file, JSON.stringify({ order: 'unordered', windowSeconds: 60, steps }));
  const { exited, stdout } = startEntry('growth', ['funnel', '--query', file, '--json'], {
    DATABASE_URL: `file:${site.databasePath}`,
  });
  expect((await exited).code).toBe(0);
  expect(JSON.parse(stdout())).toEqual({
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
});

test('without a database the funnel says what to do', async () => {
  const { folder, remove } = createFolder();
  const { exited, stderr } = startEntry('growth', ['funnel'], {
    DATABASE_URL: `file:${folder}/none.db`,
  });
  expect(await exited).toEqual({ code: 1, signal: null });
  expect(stderr()).toContain(`${folder}/none.db`);
  expect(stderr()).toContain('npm start');
  remove();
});
