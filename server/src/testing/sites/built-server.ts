import { buildStale, runEntry } from './built-process.ts';

// Started from the sources, each process would take twice as long to start.
buildStale('server');

/** Runs a command of the current build to its end, as a self-hoster does. */
export const runBuilt = runEntry;
