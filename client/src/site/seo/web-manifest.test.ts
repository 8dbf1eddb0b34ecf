import { expect, test } from 'vitest';
import { testPageData } from '../test-data.ts';
import { webManifest } from './web-manifest.ts';

test('the manifest has the brand, and icons in the sizes that devices need', () => {
  const { site } = testPageData();
  const manifest = webManifest(site);
  expect(manifest).toMatchObject({ name: site.brand, short_name: site.brand, start_url: '/' });
  expect(manifest.description).toContain(site.brand);
  expect(manifest.icons.map(({ sizes, purpose }) => `${sizes} ${purpose}`)).toEqual([
    '192x192 any',
    '512x512 any',
    '512x512 maskable',
  ]);
});
