import { mkdirSync, mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { inflateSync } from 'node:zlib';
import { expect, test } from 'vitest';
import { loadFiles } from '../../server/src/site/load-files.ts';
import { canBeSet, createSocialImages } from '../../server/src/site/social-images.ts';
import { root } from '../steps/run.mjs';
import { drawSiteImages } from './site-images.ts';

const client = mkdtempSync(join(tmpdir(), 'social-'));
for (const [path, bytes] of await drawSiteImages(root)) {
  mkdirSync(dirname(join(client, path)), { recursive: true });
  writeFileSync(join(client, path), bytes);
}
const files = loadFiles(client);

/** Returns the columns that differ from the build's picture, and how many bytes the picture has. */
async function changes(path: string, brand: string) {
  const resource = await createSocialImages(client, { files, brand }).get(path)?.();
  const rowsOf = (png: Uint8Array = new Uint8Array()) => {
    const bytes = Buffer.from(png);
    const at = bytes.indexOf('IDAT');
    return inflateSync(bytes.subarray(at + 4, at + 4 + bytes.readUInt32BE(at - 4)));
  };
  const served = resource?.representations.identity.bytes;
  const [before, after] = [files.get(path)?.representations.identity.bytes, served].map(rowsOf);
  const columns = [...(after ?? [])].flatMap((index, place) =>
    index === before?.[place] ? [] : [(place % 1201) - 1],
  );
  return {
    from: Math.min(...columns),
    to: Math.max(...columns),
    count: columns.length,
    size: served?.length ?? 0,
  };
}

test('the pictures for shared links carry the brand beside the logo, on the side where reading begins', async () => {
  const english = await changes('/social/home.png', 'Zeta & Söhne');
  expect(english.from).toBeGreaterThanOrEqual(134);
  expect(english.to).toBeLessThan(400);
  expect(english.count).toBeGreaterThan(1000);
  expect(english.size).toBeLessThan(30_000);
  const arabic = await changes('/social/ar.png', 'Zeta & Söhne');
  expect(arabic.to).toBeLessThanOrEqual(1066);
  expect(arabic.from).toBeGreaterThan(800);
});

test('a brand reaches no further than the timecode, and one in another script is left out', async () => {
  expect((await changes('/social/de.png', 'W'.repeat(99))).to).toBeLessThan(940);
  expect((await changes('/social/ja.png', '吹き替え')).count).toBe(0);
  expect([canBeSet(client, 'Zeta'), canBeSet(client, '吹き替え')]).toEqual([true, false]);
});
