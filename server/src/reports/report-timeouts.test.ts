import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { findProjectRoot } from '../settings/project-root.ts';
import { REPORT_SILENCE_MS, REPORT_TIMEOUT_MS } from './ask-reports.ts';

const read = (file: string) => readFileSync(join(findProjectRoot(), 'deploy', file), 'utf8');

test('clients and proxies wait longer for a report than the server allows it to take', () => {
  const timeouts = read('nginx.conf').matchAll(/location (\S+) \{[^}]*proxy_read_timeout (\d+)s;/g);
  const all = [...timeouts].map(([, path, seconds]) => [path, Number(seconds) * 1000]);
  expect(all).toEqual([
    ['/', 30_000],
    ['/growth', REPORT_SILENCE_MS],
  ]);
  expect(REPORT_SILENCE_MS).toBeGreaterThan(REPORT_TIMEOUT_MS);
  // Caddy waits for an answer without a limit, unless one of these options is set.
  expect(read('Caddyfile')).not.toMatch(/^\s*(write|read_timeout|response_header_timeout)\s/m);
});
