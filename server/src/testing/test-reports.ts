import { pathToFileURL } from 'node:url';
import { onTestFinished } from 'vitest';
import type { DatabaseAddress } from '../database/database-address.ts';
import { openReportsThread, type ReportsThreadOptions } from '../reports/reports-thread.ts';
import { buildStale, entryFile } from './sites/built-process.ts';

let builtThread: URL | undefined;

/** Answers reports as in production, from the thread of the build, until the test is over. */
export function openTestReports(database: DatabaseAddress, options: ReportsThreadOptions = {}) {
  const code = () => {
    if (!builtThread) buildStale('server');
    builtThread ??= pathToFileURL(entryFile('reports-thread'));
    return builtThread;
  };
  const reports = openReportsThread(database, { code, ...options });
  onTestFinished(() => reports.close());
  return reports;
}
