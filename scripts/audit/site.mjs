// @ts-check
import { spawn } from 'node:child_process';
import { cpSync, mkdtempSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { root } from '../steps/run.mjs';

/**
 * Starts the built site as a separate process on a free port, with a temporary database.
 *
 * @returns {Promise<{ url: string, close(): void }>}
 */
export async function openSite() {
  const folder = mkdtempSync(join(tmpdir(), 'audit-'));
  cpSync(join(root, 'data/site.example.json'), join(folder, 'data/site.json'));
  symlinkSync(join(root, 'dist'), join(folder, 'dist'));
  const env = {
    PATH: process.env['PATH'],
    PORT: '0',
    RATE_LIMITS: 'off',
    DATABASE_URL: `file:${join(folder, 'data/site.db')}`,
  };
  const server = spawn(process.execPath, [join(root, 'dist/server/main.js'), folder], {
    env,
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const close = () => {
    server.kill('SIGKILL');
    rmSync(folder, { recursive: true, force: true });
  };
  process.once('exit', close);
  const url = await new Promise((resolve, reject) => {
    let said = '';
    server.stdout.on('data', (chunk) => {
      said += chunk;
      const found = /http:\/\/\S+:\d+(?=\s)/.exec(said)?.[0];
      if (found) resolve(found);
    });
    server.on('close', () => reject(new Error(`the site did not start:\n${said}`)));
  });
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
