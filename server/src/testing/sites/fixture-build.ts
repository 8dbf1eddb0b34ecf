import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { EXAMPLE_SITE } from '../../site-config.ts';

/** Writes a project folder with the smallest finished build, for a separate server process. */
export function writeFixtureProject(root: string): void {
  for (const folder of ['data', 'dist/ssr', 'dist/client/assets']) {
    mkdirSync(join(root, folder), { recursive: true });
  }
  writeFileSync(join(root, 'data/site.json'), JSON.stringify(EXAMPLE_SITE));
  writeFileSync(join(root, 'dist/client/manifest.json'), '{}');
  writeFileSync(join(root, 'dist/client/assets/app-abc.js'), '1');
  writeFileSync(join(root, 'package.json'), '{"type":"module"}');
  writeFileSync(join(root, 'dist/ssr/entry-server.js'), ENTRY_SERVER);
}

const ENTRY_SERVER = `
export const paths = ['/'];
export const render = async (path, { data }) => ({
  status: path === '/' ? 200 : 404,
  html: '<title>' + data.site.brand + ' ' + data.site.url + '</title>revision ' + data.revision + ' of the text ' + data.textHash,
});
export const growthPage = ({ site }) => '<title>Growth ' + site.brand + '</title>';
export const consentText = (host) => ({ language: 'en', title: 'Cookies?', description: String(host) });
export const webManifest = ({ brand }) => ({ name: brand });
`;
