// @ts-check
// Writes docs/licences.md: node scripts/steps/licences.mjs
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { root } from './run.mjs';

/**
 * @typedef {{ version?: string, license?: string, dev?: boolean, devOptional?: boolean,
 *   dependencies?: Record<string, string>, devDependencies?: Record<string, string> }} Package
 */

/** @type {Record<string, Package>} */
const packages = JSON.parse(readFileSync(join(root, 'package-lock.json'), 'utf8')).packages;
const nameOf = (/** @type {string} */ path) => path.replace(/^.*node_modules\//, '');

/** Packages installed for the running server. */
const onTheServer = Object.keys(packages).filter(
  (path) => path !== '' && !packages[path]?.dev && !packages[path]?.devOptional,
);

/**
 * Returns the packages that the client's sources import, with all their dependencies: any of them may be in the
 * browser's scripts.
 */
function inTheBrowser() {
  const folder = join(root, 'client/src');
  const files = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter(
    (file) => /\.(tsx?|css)$/.test(file) && !/\.test\.|\btesting\//.test(file),
  );
  const named = files.flatMap((file) => {
    const text = readFileSync(join(folder, file), 'utf8');
    return [...text.matchAll(/(?:from |import\(|url\()['"]((?:@[\w-]+\/)?[a-z][\w.-]*)/g)];
  });
  // The site's fonts are subsets of these: client/src/styles/fonts/README.md.
  const fonts = Object.keys(packages['']?.devDependencies ?? {}).filter((name) =>
    name.startsWith('@fontsource'),
  );
  const installed = [...named.map(([, name]) => name), ...fonts]
    .map((name) => `node_modules/${name}`)
    .filter((path) => packages[path]);
  /** @type {Set<string>} */
  const found = new Set();
  const add = (/** @type {string} */ path) => {
    if (found.has(path)) return;
    found.add(path);
    for (const name of Object.keys(packages[path]?.dependencies ?? {})) add(resolve(path, name));
  };
  installed.forEach(add);
  return [...found];
}

/** Resolves a package as Node does: the nearest folder upwards. */
function resolve(/** @type {string} */ from, /** @type {string} */ name) {
  for (let folder = from; ; folder = folder.replace(/\/?node_modules\/(@[^/]+\/)?[^/]+$/, '')) {
    const path = `${folder}${folder && '/'}node_modules/${name}`;
    if (packages[path]) return path;
    if (folder === '')
      throw new Error(`package-lock.json has no ${name}, which ${from} depends on`);
  }
}

/** Lists licences with their packages, so that unusual terms stand out. */
function table(/** @type {string[]} */ paths) {
  /** @type {Map<string, Set<string>>} */
  const byLicence = new Map();
  for (const path of paths) {
    const { license = 'unknown', version } = packages[path] ?? {};
    const names = byLicence.get(license) ?? new Set();
    byLicence.set(license, names.add(`${nameOf(path)} ${version}`));
  }
  return [...byLicence]
    .toSorted(([a], [b]) => (a < b ? -1 : 1))
    .map(([licence, names]) => `| ${licence} | ${[...names].toSorted().join(', ')} |`);
}

/** Lists every licence of what is shipped. */
export const licences = () =>
  new Set([...onTheServer, ...inTheBrowser()].map((path) => packages[path]?.license ?? 'unknown'));

export function describeLicences() {
  const head = ['| licence | packages |', '|---|---|'];
  return `${[
    '# Licences',
    '',
    'What the site is made of, read off `package-lock.json` by `node scripts/steps/licences.mjs`. Each package has its licence',
    'text in its folder below `node_modules/`. The site itself is under the MIT licence (`LICENSE`).',
    '',
    '## On the server',
    '',
    ...head,
    ...table(onTheServer),
    '',
    '## In the browser',
    '',
    'What the scripts, styles and fonts of the pages are built from; a part of it is in what a visitor gets.',
    '',
    ...head,
    ...table(inTheBrowser()),
  ].join('\n')}\n`;
}

if (process.argv[1] === import.meta.filename) {
  writeFileSync(join(root, 'docs/licences.md'), describeLicences());
}
