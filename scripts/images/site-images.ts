import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { pages } from '../../client/src/site/content/pages.ts';
import { socialImage } from '../../client/src/site/content/social-image.ts';
import { readTokens } from './colors.ts';
import { drawIcons } from './icons.ts';
import { drawPipeline } from './pipeline-drawings.ts';
import { rasterize } from './raster.ts';
import { drawSocialImage } from './social-image.ts';
import { openTypeFace } from './text-paths.ts';

/** Draws every picture of the build. Returns them by path on the site, without the first slash. */
export async function drawSiteImages(root: string): Promise<Map<string, Uint8Array>> {
  const file = (path: string) => join(root, path);
  const font = (path: string) => openTypeFace(file(`node_modules/${path}-normal.woff2`));
  const design = {
    display: font('@fontsource/archivo/files/archivo-latin-800'),
    mono: font('@fontsource-variable/jetbrains-mono/files/jetbrains-mono-latin-wght'),
    color: readTokens(file('client/src/styles/tokens.css'), 'dark'),
  };
  const images = await drawIcons(readFileSync(file('client/public/favicon.svg'), 'utf8'));
  images.set('pipeline.svg', Buffer.from(drawPipeline()));
  for (const [index, { path, headline }] of pages.entries()) {
    const svg = drawSocialImage({ headline, index }, design);
    images.set(socialImage.path(path).slice(1), await rasterize(svg, socialImage.width));
  }
  return images;
}
