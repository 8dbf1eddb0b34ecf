import { onTestFinished } from 'vitest';
import { createLog } from '../lib/log.ts';
import { keepLog } from './sites/kept-log.ts';

/** A log at level debug. `lines` holds what a self-hoster would see at level info, `allLines` all. */
export function createTestLog(now: () => number) {
  const lines: string[] = [];
  const allLines: string[] = [];
  const write = (line: string) => {
    allLines.push(line);
    if (!line.startsWith('{"level":"debug"')) lines.push(line);
  };
  onTestFinished(() => keepLog('in-process', allLines.join('')));
  return { log: createLog({ level: 'debug', now, to: { write } }), lines, allLines };
}
