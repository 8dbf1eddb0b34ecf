import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { expect, test } from 'vitest';
import { temporaryFolder } from '../../server/src/testing/temporary-folder.ts';
import { keepAssets, readKept } from './keep-assets.mjs';

const DAY = 86_400_000;
const MONDAY = Date.UTC(2026, 0, 5);

/** Creates successive builds of the same site as folders with these files. */
function createSite() {
  const root = temporaryFolder();
  let latest = join(root, 'none');
  let builds = 0;
  const assets = () => readdirSync(join(latest, 'assets')).sort();
  function build(files: Record<string, string>, now: number, maxBytes?: number) {
    builds += 1;
    const fresh = join(root, String(builds));
    for (const [file, content] of Object.entries(files)) {
      mkdirSync(dirname(join(fresh, file)), { recursive: true });
      writeFileSync(join(fresh, file), content);
    }
    keepAssets(fresh, latest, now, maxBytes);
    latest = fresh;
  }
  return { build, assets, kept: () => readKept(latest), folder: () => latest };
}

test('a build keeps the files of the previous one, with their compressed copies, and nothing unhashed', () => {
  const { build, assets, kept, folder } = createSite();
  build({ 'assets/app-1.js': '1', 'assets/app-1.js.br': 'b', 'favicon.ico': 'old' }, MONDAY);
  expect(kept()).toEqual({});
  build({ 'assets/app-2.js': '2', 'favicon.ico': 'new' }, MONDAY + DAY);
  expect(assets()).toEqual(['app-1.js', 'app-1.js.br', 'app-2.js']);
  expect(Object.keys(kept()).sort()).toEqual(['assets/app-1.js', 'assets/app-1.js.br']);
  expect(readFileSync(join(folder(), 'favicon.ico'), 'utf8')).toBe('new');
});

test('a file is deleted 14 days after the last build that used it, whatever its age and date', () => {
  const { build, assets } = createSite();
  build({ 'assets/app-1.js': '1' }, MONDAY);
  // The site was not upgraded for a year: until now it served pages of the first build.
  const upgrade = MONDAY + 365 * DAY;
  build({ 'assets/app-2.js': '2' }, upgrade);
  build({ 'assets/app-3.js': '3' }, upgrade + 14 * DAY - 1);
  expect(assets()).toEqual(['app-1.js', 'app-2.js', 'app-3.js']);
  build({ 'assets/app-4.js': '4' }, upgrade + 14 * DAY);
  expect(assets()).toEqual(['app-2.js', 'app-3.js', 'app-4.js']);
});

test('the time of a file that returns with a later build counts from that build', () => {
  const { build, assets, kept } = createSite();
  build({ 'assets/app-1.js': '1' }, MONDAY);
  build({ 'assets/app-2.js': '2' }, MONDAY);
  build({ 'assets/app-1.js': '1' }, MONDAY + 10 * DAY); // the upgrade was rolled back
  expect(Object.keys(kept())).toEqual(['assets/app-2.js']);
  build({ 'assets/app-3.js': '3' }, MONDAY + 23 * DAY);
  build({ 'assets/app-4.js': '4' }, MONDAY + 24 * DAY);
  expect(assets()).toEqual(['app-1.js', 'app-3.js', 'app-4.js']);
});

test('without a readable record, or after the clock was ahead, every old file counts as replaced now', () => {
  const { build, assets, kept, folder } = createSite();
  build({ 'assets/app-1.js': '1' }, MONDAY);
  build({ 'assets/app-2.js': '2' }, MONDAY + 400 * DAY);
  build({ 'assets/app-3.js': '3' }, MONDAY + DAY);
  expect(kept()['assets/app-1.js']).toBe(new Date(MONDAY + DAY).toISOString());
  writeFileSync(join(folder(), 'kept.json'), 'null');
  build({ 'assets/app-4.js': '4' }, MONDAY + 2 * DAY);
  expect(assets()).toContain('app-1.js');
  expect([...new Set(Object.values(kept()))]).toEqual([new Date(MONDAY + 2 * DAY).toISOString()]);
});

test('many builds in a day stay within the size limit: the latest are kept', () => {
  const { build, assets } = createSite();
  for (let i = 1; i <= 5; i += 1) {
    build({ [`assets/app-${i}.js`]: 'x'.repeat(10) }, MONDAY + i * 1_000, 25);
  }
  expect(assets()).toEqual(['app-3.js', 'app-4.js', 'app-5.js']);
});
