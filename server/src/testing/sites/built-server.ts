import { execFileSync } from 'node:child_process';
import { join, resolve } from 'node:path';

const project = resolve(import.meta.dirname, '../../../..');

// Rebuilt only when a source has changed. From the sources, each process would take twice as long to start.
execFileSync(process.execPath, [join(project, 'scripts/build.mjs'), 'server'], {
  stdio: ['ignore', 'ignore', 'inherit'],
});

/** Returns the file of the server or of a command, as a self-hoster runs it. */
export const builtEntry = (name: 'main' | 'data' | 'doctor' | 'growth' | 'posthog' | 'relay') =>
  join(project, `dist/server/${name}.js`);
