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
export const languages = ['en'];
export const paths = ['/'];
export const render = async (path, { data }) => ({
  status: path === '/' ? 200 : 404,
  html: '<title>' + data.site.brand + ' ' + data.site.url + '</title>revision ' + data.revision + ' of the text ' + data.textHash,
});
export const growthPage = ({ site }) => '<title>Growth ' + site.brand + '</title>';
export const mailPage = async (page) => '<title>' + page + '</title><form method="post"></form>';
export const confirmMessage = async ({ name, code, confirmUrl, leaveUrl }) => ({
  subject: 'Confirm',
  text: 'Hello ' + name + ': ' + confirmUrl + ' ' + code + ' ' + leaveUrl,
  html: '<p>' + confirmUrl + '</p>',
});
export const listMessage = async ({ kind, words, leaveUrl }) => ({
  subject: words?.subject ?? kind,
  text: (words?.text ?? kind) + ' ' + leaveUrl,
  html: '<p>' + leaveUrl + '</p>',
});
export const signupWording = async (language) => 'One message at launch, in ' + language;
export const consentText = async (language, { posthogHost }) => ({ language, title: 'Cookies?', description: String(posthogHost) });
export const webManifest = async ({ brand }) => ({ name: brand });
`;
