import type { Plugin } from 'vite';

/** Imported on demand: tests and the other two builds load this configuration as well. */
async function drawImages() {
  const { drawSiteImages } = await import('../images/site-images.ts');
  return drawSiteImages();
}

/** Provides social images and the drawings of the home page: drawn at each build, and on demand in development. */
export function siteImages(): Plugin {
  let drawing: ReturnType<typeof drawImages> | undefined;
  return {
    name: 'site-images',
    apply: (_, { mode }) => mode === 'client',
    buildStart() {
      drawing = drawImages(); // while the bundler works in its own threads
      drawing.catch(() => {}); // reported below
    },
    async generateBundle() {
      for (const [fileName, source] of (await drawing) ?? []) {
        this.emitFile({ type: 'asset', fileName, source });
      }
    },
    configureServer({ middlewares }) {
      middlewares.use(async ({ url = '' }, response, next) => {
        if (!/^\/(social\/)?[\w-]+\.(png|svg)$/.test(url)) return next();
        drawing ??= drawImages();
        const image = (await drawing).get(url.slice(1));
        if (!image) return next();
        if (url.endsWith('.svg')) response.setHeader('Content-Type', 'image/svg+xml');
        response.end(image);
      });
    },
  };
}
