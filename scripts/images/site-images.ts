import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { dubbedLines } from '../../client/src/site/content/dubbing-lines.ts';
import type drawings from '../../client/src/site/content/en/drawings.json';
import type heads from '../../client/src/site/content/en/heads.json';
import { pages } from '../../client/src/site/content/page-list.ts';
import { headlineOf, socialImage } from '../../client/src/site/content/social-image-words.ts';
import { directionOf, LANGUAGES, type Language } from '../../shared/src/site-languages.ts';
import { readTokens } from './colors.ts';
import { drawBrandGlyphs } from './draw-brand-glyphs.ts';
import { encodeIndexedPng } from './indexed-png.ts';
import { drawPipeline } from './pipeline-drawings.ts';
import { rasterize } from './raster.ts';
import {
  drawSocialImage,
  type Script,
  type SocialImageDesign,
  type SocialImagePage,
} from './social-image.ts';
import { fontFile, openTypeFace } from './text-paths.ts';

const root = join(import.meta.dirname, '../..');
const file = (path: string) => join(root, path);

/** Draws every picture of the build. Returns them by path on the site, without the first slash. */
export async function drawSiteImages(): Promise<Map<string, Uint8Array>> {
  const images = new Map<string, Uint8Array>();
  const names = new Map(
    LANGUAGES.map((each) => [each, catalogOf<typeof drawings>('drawings', each)]),
  );
  const drawn = ['stages', 'parts', 'benefits', 'features'].map((name) =>
    readFileSync(file(`client/src/site/pages/home/${name}.svg`), 'utf8'),
  );
  images.set('pipeline.svg', Buffer.from(drawPipeline(names, drawn)));
  images.set('social/brand.json', Buffer.from(JSON.stringify(await drawBrandGlyphs(root))));
  for (const language of LANGUAGES) {
    const { label, headline } = catalogOf<typeof heads>('heads', language).socialImage;
    const design = { ...designOf(language), label };
    for (const { path, ...page } of pagesOf(language, headline)) {
      const pixels = await rasterize(drawSocialImage(page, design), socialImage.width);
      images.set(path.slice(1), encodeIndexedPng(pixels));
    }
  }
  return images;
}

/** Reads a catalog of a language, because no structure exists before the build. */
function catalogOf<Catalog>(name: string, language: Language) {
  const path = file(`client/src/site/content/${language.toLowerCase()}/${name}.json`);
  return JSON.parse(readFileSync(path, 'utf8')) as Catalog;
}

/** Returns the pages with a picture of their own in this language. Each picture has other tracks. */
function pagesOf(
  language: Language,
  headline: readonly string[],
): (SocialImagePage & { path: string })[] {
  if (language !== 'en') {
    const own = dubbedLines.findIndex(({ lang }) => lang === language.slice(0, 2));
    const live = own % 3;
    return [{ path: socialImage.path('/', language), headline, firstTrack: own - live, live }];
  }
  return pages.map((page, index) => ({
    path: socialImage.path(page.path, language),
    headline: headlineOf(page.path, language, headline),
    firstTrack: index * 3,
    live: index % 3,
  }));
}

/** Faces for the scripts that the site's own faces lack, and the weight of each that looks as heavy in a headline. */
const OTHER_FACES: Partial<Record<Language, { script: Script; face: string; heavy: number }>> = {
  ja: { script: 'japanese', face: '@fontsource/zen-kaku-gothic-new', heavy: 900 },
  hi: { script: 'devanagari', face: '@fontsource/noto-sans-devanagari', heavy: 800 },
  ar: { script: 'arabic', face: '@fontsource/noto-sans-arabic', heavy: 800 },
};

function designOf(language: Language): Omit<SocialImageDesign, 'label'> {
  const direction = directionOf(language);
  const { script = 'latin', face, heavy } = OTHER_FACES[language] ?? {};
  /** Returns the files of one of the site's faces, and that of the language's own script. */
  const fonts = (own: string, weight: number | 'wght', otherWeight?: number) => [
    ...['latin', 'latin-ext'].map((letters) => fontFile(own, letters, weight)),
    ...(face && otherWeight ? [fontFile(face, script, otherWeight)] : []),
  ];
  const mono = ['@fontsource-variable/jetbrains-mono', 'wght'] as const;
  return {
    script,
    direction,
    display: openTypeFace(fonts('@fontsource/archivo', 800, heavy), direction),
    small: openTypeFace(fonts(...mono, 500), direction),
    mono: openTypeFace(fonts(...mono), 'ltr'),
    color: readTokens(file('client/src/styles/tokens.css'), 'dark'),
  };
}
