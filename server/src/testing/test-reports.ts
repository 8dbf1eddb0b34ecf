import { pathToFileURL } from 'node:url';
import { onTestFinished } from 'vitest';
import { openReportsThread, type ReportsThreadOptions } from '../reports/reports-thread.ts';
import type { DatabaseAddress } from '../settings/database-address.ts';
import { buildStale, entryFile } from './sites/built-process.ts';

let builtThread: URL | undefined;

/** The code of the thread in the build, which is made if necessary. */
export function builtReportsThread(): URL {
  if (!builtThread) buildStale('server');
  builtThread ??= pathToFileURL(entryFile('reports-thread'));
  return builtThread;
}

/** Answers reports as in production, from the thread of the build, until the test is over. */
export function openTestReports(database: DatabaseAddress, options: ReportsThreadOptions = {}) {
  const reports = openReportsThread(database, { code: builtReportsThread, ...options });
  onTestFinished(() => reports.close());
  return reports;
}
