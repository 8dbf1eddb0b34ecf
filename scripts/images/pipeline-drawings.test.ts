import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { alignments } from '../../client/src/site/content/dubbing-alignments.ts';
import { dubbedLines } from '../../client/src/site/content/dubbing-lines.ts';
import names from '../../client/src/site/content/en/drawings.json' with { type: 'json' };
import { loadWording } from '../../client/src/site/content/languages.ts';
import { root } from '../steps/run.mjs';
import { drawPipeline } from './pipeline-drawings.ts';

const { pipelineContent, benefitsContent } = await (await loadWording('en')).load('home');
const benefits = readFileSync(join(root, 'client/src/site/pages/home/benefits.svg'), 'utf8');
const svg = drawPipeline(new Map([['en', names]]), benefits);

test('each stage is drawn in each language, with its parts named, and each benefit, in colours of the page', () => {
  const drawn = [...svg.matchAll(/<g id="([\w-]+)"/g)].map(([, id]) => id);
  const stages = pipelineContent.stages.map(({ id }) => id);
  expect(drawn).toEqual([
    ...dubbedLines.flatMap(({ lang }) => stages.map((id) => `${id}-${lang}`)),
    ...stages.map((id) => `${id}-parts-en`),
    ...benefitsContent.benefits.map(({ id }) => id),
  ]);
  expect(svg).not.toMatch(/NaN|undefined/);
  const colors = [...svg.matchAll(/(?:fill|stroke)="([^"]+)"/g)].map(([, color]) => color);
  expect(new Set(colors).size).toBe(7);
  for (const color of new Set(colors)) expect(color).toMatch(/^(none|var\(--[a-z-]+\))$/);
});

test('every part of a drawing has its name in it', () => {
  for (const parts of Object.values(names))
    for (const name of Object.values(parts)) expect(svg).toContain(`>${name}</text>`);
});

test('an alignment connects words that exist, and reaches every word of the dubbed half', () => {
  for (const { lang, text } of dubbedLines) {
    const [dubbed = ''] = text.split(/[:。]/);
    const words = dubbed.trim().split(/[ \u200b]/);
    const { pairs } = alignments[lang];
    const reached = new Set(pairs.map(([, to]) => to));
    expect(reached, lang).toEqual(new Set(words.keys()));
    for (const [from] of pairs) expect(from, lang).toBeLessThan(7);
  }
});
