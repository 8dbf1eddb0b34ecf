import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { dubbedLines, originalLine } from '../../client/src/site/content/dubbing-lines.ts';
import names from '../../client/src/site/content/en/drawings.json' with { type: 'json' };
import { loadWording } from '../../client/src/site/content/languages.ts';
import { timedWordsOf } from '../../client/src/site/pages/home/line-timing.ts';
import { root } from '../steps/run.mjs';
import { drawPipeline } from './pipeline-drawings.ts';

const { pipelineContent, benefitsContent, featuresContent } = await (await loadWording('en')).load(
  'home',
);
const drawn = ['stages', 'parts', 'benefits', 'features'].map((name) =>
  readFileSync(join(root, `client/src/site/pages/home/${name}.svg`), 'utf8'),
);
const svg = drawPipeline(new Map([['en', names]]), drawn);

test('each stage is drawn in each language, with its parts named, and each benefit and feature, in colours of the page', () => {
  const ids = [...svg.matchAll(/<g id="([\w-]+)"/g)].map(([, id]) => id);
  const stages = pipelineContent.stages.map(({ id }) => id);
  expect(ids).toEqual([
    ...dubbedLines.flatMap(({ lang }) => stages.map((id) => `${id}-${lang}`)),
    ...stages.map((id) => `${id}-parts-en`),
    ...benefitsContent.benefits.map(({ id }) => id),
    ...featuresContent.quality.points.map(({ id }) => id),
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

test('the drawings in the file show the words and times of the lines that the timeline plays', () => {
  /** A drawing shows 84 percent of the track, from 5 percent on, in 404.7 units from 10.65 on. */
  const placesOf = (line: typeof originalLine) =>
    timedWordsOf(line).map(
      ({ start }) => Math.round((10.65 + ((start - 5) / 84) * 404.7) * 10) / 10,
    );
  for (const line of dubbedLines) {
    const group = (stage: string) =>
      new RegExp(`<g id="${stage}-${line.lang}" direction="ltr"[^>]*>.*</g>`).exec(svg)?.[0] ?? '';
    const found = (stage: string, pattern: RegExp) =>
      [...group(stage).matchAll(pattern)].map(([, text]) => text);
    const words = found('analysis', /y="74" font-size="13.2"[^>]*>([^<]+)</g);
    expect(words, line.lang).toEqual(timedWordsOf(originalLine).map(({ text }) => text));
    const clause = line.text.split(/[:。]/)[0] ?? '';
    expect(found('translation', /font-weight="600"[^>]*>([^<]+)</g), line.lang).toEqual(
      timedWordsOf({ text: clause, times: [] }).map(({ text }) => text),
    );
    expect(found('analysis', /<rect x="([^"]+)"/g).map(Number)).toEqual(placesOf(line));
    const marks = group('analysis').match(/<path d="((?:M[\d.]+ 21v40)+)/)?.[1] ?? '';
    expect([...marks.matchAll(/M([\d.]+)/g)].map(([, x]) => Number(x))).toEqual(
      placesOf(originalLine),
    );
  }
});
