import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { root } from '../steps/run.mjs';

const document = readFileSync(join(root, 'docs/privacy-facts.md'), 'utf8');
const [facts = '', ofWords = ''] = document.split('## Which row is about which words');
const cellsOf = (text: string) =>
  [...text.matchAll(/^\| (.+?) \| (.+) \|$/gm)].map(([, first = '', second = '']) => [
    first,
    second,
  ]);
const rows = cellsOf(facts).map(([sentence = '']) => sentence);
const table = cellsOf(ofWords).flatMap(([words = '', row = '']) =>
  [...words.matchAll(/`([^`]+)`/g)].map(([, pattern = '']) => ({ pattern, row })),
);
const matches = (pattern: string, name: string) =>
  new RegExp(`^${pattern.replaceAll('.', '\\.').replaceAll('*', '.+')}$`).test(name);

/** Returns the names of the texts below a part of a catalog: `privacy.usage.counts`. */
const namesIn = (part: unknown, name: string): string[] =>
  typeof part === 'object' && part !== null
    ? Object.entries(part).flatMap(([key, inner]) => namesIn(inner, `${name}.${key}`))
    : [name];
const names = ['privacy', 'cookies', 'gdpr', 'ccpa', 'processing', 'consent', 'signup']
  .flatMap((file) => {
    const path = join(root, `client/src/site/content/en/${file}.json`);
    return namesIn(JSON.parse(readFileSync(path, 'utf8')), file);
  })
  .filter((name) => !name.startsWith('signup.') || name.startsWith('signup.note.'));

test('each text of the legal pages, of the question and of the note at the form has a row in docs/privacy-facts.md', () => {
  expect(names.length).toBeGreaterThan(200);
  const without = names.filter((name) => !table.some(({ pattern }) => matches(pattern, name)));
  expect(without).toEqual([]);
});

test('docs/privacy-facts.md names no text that is gone, and each row that it leads to is there', () => {
  const idle = table.filter(({ pattern }) => !names.some((name) => matches(pattern, name)));
  expect(idle).toEqual([]);
  const leading = [...new Set(table.map(({ row }) => row))];
  const lost = leading.filter(
    (row) => !row.startsWith('no fact: ') && !rows.some((sentence) => sentence.startsWith(row)),
  );
  expect(lost).toEqual([]);
});
