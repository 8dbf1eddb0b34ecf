import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { builds } from '../vite/builds.ts';
import { root } from './run.mjs';

/** A line outside all functions that does something. */
const START = /^(await |try \{|if \(|[\w.?]+\()/m;

const entries = Object.entries<string>(builds['server']?.rolldownOptions?.input ?? {});

test.each([...entries.map(([, file]) => file), 'scripts/dev.ts'])(
  '%s starts below all of its constants, since above them it could read one that has no value yet',
  (entry) => {
    const text = readFileSync(join(root, entry), 'utf8');
    const start = text.slice(START.exec(text)?.index);
    expect(start).toMatch(START);
    expect(start).not.toMatch(/^(export )?(const|let|class) /m);
  },
);

test('each entry that people start has the same line in package.json but for its name', () => {
  const { scripts } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));
  for (const [entry] of entries.filter(([name]) => name !== 'reports-thread')) {
    const [script, option] = entry === 'main' ? ['start', '--max-semi-space-size=4 '] : [entry, ''];
    expect(scripts[script]).toBe(
      `node ${option}-e "import(fs.existsSync('client') ? './scripts/start.mjs' : './dist/server/${entry}.js')" ${entry}`,
    );
  }
});
