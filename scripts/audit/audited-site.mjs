// @ts-check
import { join } from 'node:path';
import { register } from 'tsx/esm/api';
import { root } from '../steps/run.mjs';

register();
const { createSiteFolder, startServer } = await import(
  '../../server/src/testing/sites/built-process.ts'
);

/** Starts the built site as a separate process on a free port, with a temporary database. */
export async function openSite() {
  const { folder, remove } = createSiteFolder();
  const env = {
    LOG_LEVEL: 'info',
    RATE_LIMITS: 'off',
    DATABASE_URL: `file:${join(folder, 'data/site.db')}`,
  };
  const { url, stop } = await startServer(folder, env);
  const close = async () => {
    await stop('SIGKILL');
    remove();
  };
  return { url, close };
}

/** In other languages, the pages that stand for all: the home page, one with tables, one with a form. */
const SAMPLE = ['/', '/cookies', '/contact'];

/**
 * Returns the paths to measure, which are every English page and a sample in the other languages, and the paths whose HTML
 * is checked: every page in every language.
 */
export async function sitePaths() {
  /** @type {import('../../shared/src/page.ts').RenderModule} */
  const { paths, languages } = await import(join(root, 'dist/ssr/entry-server.js'));
  const inOthers = (/** @type {readonly string[]} */ some) =>
    languages
      .filter((language) => language !== 'en')
      .flatMap((language) => some.map((path) => `/${language.toLowerCase()}${path}`));
  const pages = [...paths, '/not-a-page'];
  return {
    measured: [...paths, ...inOthers(SAMPLE)],
    checked: [...pages, ...inOthers(pages)],
  };
}
