import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { builds } from '../vite/builds.ts';
import { root } from './run.mjs';

/** A line outside all functions that does something. */
const START = /^(await |try \{|if \(|[\w.?]+\()/m;

const entries = Object.values(builds['server']?.rolldownOptions?.input ?? {});
test.each([...entries, 'scripts/dev.ts'])(
  '%s starts below all of its constants, since above them it could read one that has no value yet',
  (entry) => {
    const text = readFileSync(join(root, entry), 'utf8');
    const start = text.slice(START.exec(text)?.index);
    expect(start).toMatch(START);
    expect(start).not.toMatch(/^(export )?(const|let|class) /m);
  },
);
