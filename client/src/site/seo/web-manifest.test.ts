import { expect, test } from 'vitest';
import { loadWording } from '../content/languages.ts';
import { testPageData } from '../test-data.ts';
import { webManifest } from './web-manifest.ts';

test('the manifest has the brand, and icons in the sizes that devices need', async () => {
  const { site } = testPageData();
  const wording = await loadWording('en');
  await wording.load('heads');
  const manifest = webManifest(site, wording);
  expect(manifest).toMatchObject({ name: site.brand, short_name: site.brand, start_url: '/' });
  expect(manifest.description).toContain(site.brand);
  expect(manifest.icons.map(({ sizes, purpose }) => `${sizes} ${purpose}`)).toEqual([
    '192x192 any',
    '512x512 any',
    '512x512 maskable',
  ]);
});
