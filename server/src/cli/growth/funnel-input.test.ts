import { expect, test } from 'vitest';
import { StartError } from '../../start-error.ts';
import { runGrowth, writeQuery } from '../../testing/sites/run-growth.ts';
import { funnelCommand } from './funnel-command.ts';

async function lineOf(...args: string[]) {
  const error = await runGrowth(funnelCommand, 'none.db', args).catch((thrown) => thrown);
  expect(error).toBeInstanceOf(StartError);
  return (error as StartError).message;
}

test.each<[string[], RegExp]>([
  [['--stap', 'x'], /--stap.*[\s\S]*--step STEP/],
  [['--step', 'a:b'], /^a step is "a:b"; expected .*form_submit:event_label=success/],
  [['--order', 'any'], /^order is "any"; expected one of ordered, strict, unordered/],
  [
    ['--zone', 'Mars/Base'],
    /^zone is "Mars\/Base"; expected the IANA name of a time zone, like Europe\/Berlin/,
  ],
  [['--window', '2 weeks'], /^--window is "2 weeks"; expected e\.g\. 14d/],
  [['--from', 'yesterday'], /^from is "yesterday"; expected a day like 2026-03-14/],
  [
    ['--from', '2026-03-15', '--to', '2026-03-14'],
    /^from is "2026-03-15"; expected a time before to/,
  ],
  [['--breakdown', 'browser'], /^breakdown is "browser"; .* utm_source,/],
  [['--query', 'q.json', '--step', 'a'], /remove --step/],
  [['--preset', 'all'], /^--preset is "all"; expected one of signup, top, button, reading, form$/],
  [['--preset', 'top', '--step', 'a'], /^expected --preset or --step, not both$/],
  [['--compare', '--from', '2026-03-14'], /^--compare needs --from and --to, e\.g\. /],
  [
    ['--query', 'no-such.json'],
    /^--query no-such\.json cannot be read: ENOENT.*expected a JSON file/,
  ],
  [['--name', 'x', '--preset', 'top'], /one of --name/],
  [[], /there is no database at none\.db; start the site once with npm start/],
])('%j says what is wrong and what is expected', async (args, line) => {
  expect(await lineOf(...args)).toMatch(line);
});

test.each<[unknown, RegExp]>([
  [{ order: 'ordered' }, /query\.json: steps is missing; expected a list/],
  [
    { steps: [{ event: 'a', propertys: {} }] },
    /: steps\.0\.propertys is \{\}; it is unknown, expected one of event, properties, sameEvent; did you mean properties\?/,
  ],
  [{ steps: [{ event: 'a', properties: { 'x"': 'b' } }] }, /without quotes/],
  [{ steps: [{ event: 'a' }], windowSeconds: 0 }, /: windowSeconds is 0; expected more than 0/],
  [
    { steps: [{ event: 'a' }], exclusions: [{ event: 'x', fromStep: 0, toStep: 1 }] },
    /: exclusions\.0 is .*; expected fromStep before toStep, both from 0 to 0/,
  ],
  [
    {
      order: 'unordered',
      steps: [{ event: 'a' }, { event: 'b' }, { event: 'c' }],
      exclusions: [{ event: 'x', fromStep: 0, toStep: 1 }],
    },
    /: exclusions\.0 is .*; an unordered funnel has exclusions from step 0 to step 2 only/,
  ],
])('the query %j is refused with what is wrong in it', async (query, line) => {
  expect(await lineOf('--query', writeQuery(query))).toMatch(line);
});
