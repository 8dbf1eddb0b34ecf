import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { inflateSync } from 'node:zlib';
import { afterAll, expect, test } from 'vitest';
import { loadWording } from '../../client/src/site/content/languages.ts';
import { pages } from '../../client/src/site/content/page-list.ts';
import { socialImage } from '../../client/src/site/content/social-image-words.ts';
import { webManifest } from '../../client/src/site/seo/web-manifest.ts';
import { testPageData } from '../../client/src/site/testing/test-page-data.ts';
import { loadFiles } from '../../server/src/site/load-files.ts';
import { canBeSet, createSocialImages } from '../../server/src/site/social-images.ts';
import { LANGUAGES } from '../../shared/src/site-languages.ts';
import { root } from '../steps/run.mjs';
import { drawSiteImages } from './site-images.ts';

const images = await drawSiteImages();
const client = mkdtempSync(join(tmpdir(), 'images-'));
afterAll(() => rmSync(client, { recursive: true }));
for (const [path, bytes] of images) {
  mkdirSync(dirname(join(client, path)), { recursive: true });
  writeFileSync(join(client, path), bytes);
}
const files = loadFiles(client);

/** Reads the size of a PNG, which is drawn or in the public folder, from its signature and first chunk. */
function sizeOf(file: string) {
  const png = Buffer.from(images.get(file) ?? readFileSync(join(root, 'client/public', file)));
  expect(png.subarray(0, 8).toString('latin1'), file).toBe('\x89PNG\r\n\x1a\n');
  return [png.readUInt32BE(16), png.readUInt32BE(20)];
}

test('every page in English and every language has its own social image: 1200 × 630, at most 30 KB', () => {
  const paths = LANGUAGES.flatMap((language) =>
    pages.map(({ path }) => socialImage.path(path, language).slice(1)),
  );
  const drawn = [...new Set(paths)];
  expect(drawn).toHaveLength(pages.length + LANGUAGES.length - 1);
  for (const file of drawn) {
    expect(sizeOf(file)).toEqual([1200, 630]);
    expect(images.get(file)?.length, file).toBeLessThan(30_000);
  }
  const contents = drawn.map((file) => Buffer.from(images.get(file) ?? []).toString('base64'));
  expect(new Set(contents).size).toBe(drawn.length);
});

test('the manifest has the brand, and each icon that it and the pages name exists in that size', async () => {
  const wording = await loadWording('en');
  await wording.load('heads');
  const { site } = testPageData();
  const { icons, description, ...manifest } = webManifest(site, wording);
  expect(manifest).toMatchObject({ name: site.brand, short_name: site.brand, start_url: '/' });
  expect(description).toContain(site.brand);
  const needed = ['192x192 any', '512x512 any', '512x512 maskable'];
  expect(icons.map(({ sizes, purpose }) => `${sizes} ${purpose}`)).toEqual(needed);
  for (const { src, sizes } of icons) expect(sizeOf(src.slice(1)).join('x')).toBe(sizes);
  expect(sizeOf('apple-touch-icon.png')).toEqual([180, 180]);
});

/** Returns the columns in which the picture with a brand differs from the build's, and its size in bytes. */
async function columnsOf(path: string, brand: string) {
  const served = (await createSocialImages(client, { files, brand }).get(path)?.())?.representations
    .identity.bytes;
  const [before, after] = [files.get(path)?.representations.identity.bytes, served].map((png) => {
    const bytes = Buffer.from(png ?? []);
    const at = bytes.indexOf('IDAT');
    return inflateSync(bytes.subarray(at + 4, at + 4 + bytes.readUInt32BE(at - 4)));
  });
  const columns = [...(after ?? [])].flatMap((index, place) =>
    index === before?.[place] ? [] : [(place % 1201) - 1],
  );
  const [from, to] = [Math.min(...columns), Math.max(...columns)];
  return { from, to, count: columns.length, size: served?.length ?? 0 };
}

test('the pictures for shared links carry the brand beside the logo, on the side where reading begins', async () => {
  const english = await columnsOf('/social/home.png', 'Zeta & Söhne');
  expect(english.from).toBeGreaterThanOrEqual(134);
  expect(english.to).toBeLessThan(400);
  expect(english.count).toBeGreaterThan(1000);
  expect(english.size).toBeLessThan(30_000);
  const arabic = await columnsOf('/social/ar.png', 'Zeta & Söhne');
  expect(arabic.to).toBeLessThanOrEqual(1066);
  expect(arabic.from).toBeGreaterThan(800);
});

test('a brand reaches no further than the timecode, and one in another script is left out', async () => {
  expect((await columnsOf('/social/de.png', 'W'.repeat(99))).to).toBeLessThan(940);
  expect((await columnsOf('/social/ja.png', '吹き替え')).count).toBe(0);
  expect([canBeSet(client, 'Zeta'), canBeSet(client, '吹き替え')]).toEqual([true, false]);
});
