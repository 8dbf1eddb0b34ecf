import type { Site } from '#shared/site';
import { directionOf, prefixOf } from '#shared/site-languages';
import type { Wording } from '../content/languages.ts';
import { themeColors } from './theme-colors.ts';

const icon = (file: string, size: number, purpose: 'any' | 'maskable') => ({
  src: `/${file}`,
  type: 'image/png',
  sizes: `${size}x${size}`,
  purpose,
});

/** Returns the Web Application Manifest. The site is for reading, so it opens in the browser and not as an app. */
export const webManifest = (site: Site, { language, loaded }: Wording) => ({
  id: `${prefixOf(language)}/`,
  name: site.brand,
  short_name: site.brand,
  description: loaded('heads')?.heads['/'].description(site),
  lang: language,
  dir: directionOf(language),
  start_url: `${prefixOf(language)}/`,
  display: 'browser',
  theme_color: themeColors.light,
  background_color: themeColors.light,
  icons: [
    icon('icon-192.png', 192, 'any'),
    icon('icon-512.png', 512, 'any'),
    icon('icon-maskable-512.png', 512, 'maskable'),
  ],
});
