// @ts-check
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { run } from '../steps/run.mjs';

// The last vnu-jar without an install script: later versions download a Java runtime during npm install.
const jar = 'node_modules/vnu-jar/build/dist/vnu.jar';

/**
 * Runs the W3C's Nu HTML checker on the HTML as served.
 *
 * @param {string[]} urls
 * @returns {Promise<Map<string, string[]> | null>} errors and warnings by address, or null without Java
 */
export async function checkHtml(urls) {
  if ((await run('java', ['-version'])).code !== 0) return null;
  const folder = mkdtempSync(join(tmpdir(), 'nu-'));
  try {
    const files = await Promise.all(
      urls.map(async (url, index) => {
        const file = join(folder, `${index}.html`);
        writeFileSync(file, Buffer.from(await (await fetch(url)).arrayBuffer()));
        return file;
      }),
    );
    const { output } = await run('java', [
      '-Xss4m',
      '-jar',
      jar,
      '--format',
      'json',
      '--exit-zero-always',
      ...files,
    ]);
    /** @type {{ url: string, type: string, subType?: string, lastLine: number, message: string }[]} */
    const messages = JSON.parse(output.slice(output.indexOf('{'))).messages;
    return new Map(
      urls.map((url, index) => [
        url,
        messages
          .filter((found) => found.url.endsWith(`/${index}.html`))
          .filter(({ type, subType }) => type !== 'info' || subType === 'warning')
          .map(({ lastLine, message }) => `line ${lastLine}: ${message}`),
      ]),
    );
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}
