import { expect, test } from 'vitest';
import { loadWording } from '../content/languages.ts';
import { testPageData } from '../test-data.ts';
import { webManifest } from './web-manifest.ts';

test('the manifest has the brand, and icons in the sizes that devices need', async () => {
  const { brand } = testPageData().site;
  const wording = await loadWording('en');
  await wording.load('heads');
  const manifest = webManifest(testPageData().site, wording);
  expect(manifest).toMatchObject({ name: brand, short_name: brand, start_url: '/' });
  expect(manifest.description).toContain(brand);
  const icons = manifest.icons.map(({ sizes, purpose }) => `${sizes} ${purpose}`);
  expect(icons).toEqual(['192x192 any', '512x512 any', '512x512 maskable']);
});
