import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { loadWording } from '../../client/src/site/content/languages.ts';
import { pages } from '../../client/src/site/content/page-list.ts';
import { socialImage } from '../../client/src/site/content/social-image-words.ts';
import { webManifest } from '../../client/src/site/seo/web-manifest.ts';
import { testPageData } from '../../client/src/site/test-data.ts';
import { LANGUAGES } from '../../shared/src/site-languages.ts';
import { root } from '../steps/run.mjs';
import { drawSiteImages } from './site-images.ts';

const images = await drawSiteImages(root);

/** Reads the size of a PNG, which is drawn or in the public folder, from its signature and first chunk. */
function sizeOf(file: string) {
  const png = Buffer.from(images.get(file) ?? readFileSync(join(root, 'client/public', file)));
  expect(png.subarray(0, 8).toString('latin1'), file).toBe('\x89PNG\r\n\x1a\n');
  return [png.readUInt32BE(16), png.readUInt32BE(20)];
}

test('every page in English and every language has its own social image: 1200 × 630, at most 30 KB', () => {
  const paths = LANGUAGES.flatMap((language) =>
    pages.map(({ path }) => socialImage.path(path, language)),
  );
  const files = [...new Set(paths)].map((path) => path.slice(1));
  expect(files).toHaveLength(pages.length + LANGUAGES.length - 1);
  for (const file of files) {
    expect(sizeOf(file)).toEqual([1200, 630]);
    expect(images.get(file)?.length, file).toBeLessThan(30_000);
  }
  const contents = files.map((file) => Buffer.from(images.get(file) ?? []).toString('base64'));
  expect(new Set(contents).size).toBe(files.length);
});

test('every icon that the manifest and the pages name exists in that size', async () => {
  const wording = await loadWording('en');
  for (const { src, sizes } of webManifest(testPageData().site, wording).icons) {
    expect(sizeOf(src.slice(1)).join('x')).toBe(sizes);
  }
  expect(sizeOf('apple-touch-icon.png')).toEqual([180, 180]);
});
