import { spawnSync } from 'node:child_process';
import { type Catalog, messagesOf } from '../../shared/src/parse-message.ts';
import { root } from '../steps/run.mjs';
import { type CatalogPlace, fileOf } from './catalogs.ts';

/** A line of a commit's message: what changed in English needs no change elsewhere. */
const NONE_NEEDED = /^Translations: none needed$/m;

/** A catalog as a commit found and left it. Later commits have larger numbers. */
export interface Version {
  order: number;
  before: ReadonlyMap<string, string>;
  messages: ReadonlyMap<string, string>;
  needsNoTranslation: boolean;
}

/**
 * Returns for each language, or for the one with this folder, what is missing, the same as in English, or changed in
 * English after its translation. The history of the files says when a message changed.
 */
export function describeStatus(
  { path, languages }: Pick<CatalogPlace, 'path' | 'languages'>,
  only?: string,
  history: (file: string) => readonly Version[] = historiesIn(path),
): string[] {
  const { en: english = {}, ...translations } = languages;
  if (Object.keys(translations).length === 0) return ['en: no other language'];
  const originals = Object.entries(english).map(([name, catalog]) => ({
    name,
    messages: messagesOf(catalog),
    versions: withCurrent(catalog, history(fileOf(path, 'en', name))),
  }));
  return Object.entries(translations)
    .filter(([folder]) => only === undefined || folder === only)
    .flatMap(([folder, catalogs]) => {
      const found = originals.flatMap(({ name, messages, versions: english }) => {
        const catalog = catalogs[name] ?? {};
        const own = new Map(messagesOf(catalog));
        const file = fileOf(path, folder, name);
        const versions = withCurrent(catalog, history(file));
        return messages.flatMap(([key, text]) => {
          const isOlder = changeOf(key, versions) < changeOf(key, english);
          const state = stateOf(text, own.get(key), isOlder);
          return state ? [{ state, line: `  ${file}: ${key}: ${state}: "${text}"` }] : [];
        });
      });
      const count = (state: State) =>
        `${found.filter((each) => each.state === state).length} ${state}`;
      return [`${folder}: ${STATES.map(count).join(', ')}`, ...found.map(({ line }) => line)];
    });
}

/** What is not yet committed is newer than all commits. */
const withCurrent = (catalog: Catalog, versions: readonly Version[]): Version[] => [
  {
    order: Number.POSITIVE_INFINITY,
    before: versions[0]?.messages ?? new Map(),
    messages: new Map(messagesOf(catalog)),
    needsNoTranslation: false,
  },
  ...versions,
];

const STATES = ['missing', 'as in English', 'changed in English since'] as const;
type State = (typeof STATES)[number];

function stateOf(original: string, own: string | undefined, isOlder: boolean): State | null {
  if (own === undefined) return 'missing';
  if (isOlder) return 'changed in English since';
  const words = original.replaceAll(/\{\w+\}|<[^>]*>/g, '');
  return own === original && /\p{Letter}/u.test(words) ? 'as in English' : null;
}

/** Returns the number of the commit in which a message got its words. */
function changeOf(key: string, versions: readonly Version[]): number {
  const changed = versions.find(
    ({ before, messages, needsNoTranslation }) =>
      !needsNoTranslation && messages.get(key) !== before.get(key),
  );
  return changed?.order ?? 0;
}

/** Returns what tells the versions of a catalog by commit, the newest first. One walk through the history serves all catalogs. */
function historiesIn(path: string): (file: string) => Version[] {
  const commits = git(['log', '--format=%x00%H %ct%n%B%x01', '--name-only', '--', path])
    .split('\0')
    .flatMap((entry) => {
      const [text = '', names = ''] = entry.split('\x01');
      const [, hash, seconds] = /^(\w{40}) (\d+)/.exec(text) ?? [];
      const files = names.split('\n').filter((name) => name.endsWith('.json'));
      return files.map((file) => ({ file, hash, order: Number(seconds), text }));
    });
  const blobs = git(
    ['cat-file', '--batch=%(objecttype)'],
    commits.map(({ hash, file }) => `${hash}^:${file}\n${hash}:${file}\n`).join(''),
  );
  // Catalogs end with a brace and a line break; a file that is not there is "missing".
  const contents = blobs.split(/^(?:blob$|\S+ missing$)/m).slice(1);
  const messagesAt = (index: number) =>
    new Map(messagesOf(JSON.parse(contents[index]?.trim() || '{}')));
  return (file) =>
    commits.flatMap((commit, index) => {
      if (commit.file !== file) return [];
      const [before, messages] = [messagesAt(2 * index), messagesAt(2 * index + 1)];
      const needsNoTranslation = NONE_NEEDED.test(commit.text);
      return [{ order: commit.order, before, messages, needsNoTranslation }];
    });
}

function git(args: string[], input = ''): string {
  const options = { cwd: root, encoding: 'utf8', input, maxBuffer: 2 ** 30 } as const;
  const { status, stdout, stderr } = spawnSync('git', args, options);
  if (status !== 0) throw new Error(stderr);
  return stdout;
}
