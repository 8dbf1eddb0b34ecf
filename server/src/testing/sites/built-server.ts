import { buildStale, type Entry, entryFile } from './built-process.ts';

// Started from the sources, each process would take twice as long to start.
buildStale('server');

/** Returns the file of the server, or of a command, as a self-hoster runs it. */
export const builtEntry = (name: Entry): string => entryFile(name);
