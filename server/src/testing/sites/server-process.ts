import { join } from 'node:path';
import { onTestFinished } from 'vitest';
import { select, type TestRow } from '../test-database.ts';
import {
  type BuiltProcess,
  type BuiltServer,
  buildStale,
  createSiteFolder,
  listening,
  runEntry,
  startEntry,
} from './built-process.ts';
import { change } from './kept-site.ts';

// Started from the sources, each process would take twice as long to start.
buildStale();

/** Runs a command of the current build to its end, as a self-hoster does. */
export const runBuilt = runEntry;

/** Returns a self-hoster's folder with the finished build, and no database yet. */
export function createProject() {
  const { folder, remove } = createSiteFolder();
  onTestFinished(remove);
  return folder;
}

/** Starts a server process on that project. It is killed when the test is over. */
export function start(root: string, env: NodeJS.ProcessEnv = {}): BuiltProcess {
  const server = startEntry('main', [root], { PORT: '0', ...env });
  onTestFinished(() => void server.child.kill('SIGKILL'));
  return server;
}

/** Starts a server process on that project and waits until it listens. */
export const startListening = (root: string, env?: NodeJS.ProcessEnv): Promise<BuiltServer> =>
  listening(start(root, env));

/** Returns rows of the SQLite file of that project, read beside the running server. */
export const query = <Row = TestRow>(root: string, sql: string): Row[] =>
  select(join(root, 'data/site.db'), sql);

/** Changes the SQLite file of that project behind the server's back. */
export const execute = (root: string, sql: string): void => change(join(root, 'data/site.db'), sql);
