import { expect, test } from './fixtures.ts';
import { createFolder, startEntry } from './server.ts';

/** What each person did, in the order of time. */
const journeys: Record<string, string[]> = {
  all: ['hero', 'signup', 'success'],
  'all twice': ['hero', 'hero', 'signup', 'signup', 'success', 'success'],
  'saw the form': ['hero', 'signup', 'error', 'duplicate'],
  'saw the hero': ['hero'],
  'came by a deep link': ['signup', 'success'],
  'in another order': ['success', 'signup', 'hero'],
};

function insertJourneys() {
  let at = 0;
  const rows = Object.entries(journeys).flatMap(([person, steps]) =>
    steps.map((step) => {
      at += 1;
      const isSection = step === 'hero' || step === 'signup';
      const name = isSection ? 'section_view' : 'form_submit';
      const properties = isSection ? { section_name: step } : { event_label: step };
      return `('${at}', '${person}', '${name}', '${JSON.stringify(properties)}', ${at}, ${at})`;
    }),
  );
  return `INSERT INTO events (id, consent_id, name, properties, occurred_at, received_at) VALUES ${rows}`;
}

test('the growth analyst reads people per step, beside the running server', async ({ site }) => {
  expect(await site.funnel()).toEqual([0, 0, 0]);
  site.execute(insertJourneys());
  expect(await site.funnel()).toEqual([5, 3, 2]);

  const { exited, stdout, stderr } = startEntry('funnel', [], {
    DATABASE_URL: `file:${site.databasePath}`,
  });
  expect(await exited).toEqual({ code: 0, signal: null });
  expect(stderr()).toBe('');
  const lines = stdout().trimEnd().split('\n');
  expect(lines[0]).toMatch(/^step +people +of first +of previous$/);
  expect(lines[1]).toMatch(/^hero viewed +5 +100\.0 % +100\.0 %$/);
  expect(lines[2]).toMatch(/^signup viewed +3 +60\.0 % +60\.0 %$/);
  expect(lines[3]).toMatch(/^signup submitted +2 +40\.0 % +66\.7 %$/);
});

test('without a database the funnel says what to do', async () => {
  const { folder, remove } = createFolder();
  const { exited, stderr } = startEntry('funnel', [], { DATABASE_URL: `file:${folder}/none.db` });
  expect(await exited).toEqual({ code: 1, signal: null });
  expect(stderr()).toContain(`${folder}/none.db`);
  expect(stderr()).toContain('npm start');
  remove();
});
