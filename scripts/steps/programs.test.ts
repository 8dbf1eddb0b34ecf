import { chmodSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, onTestFinished, test, vi } from 'vitest';
import {
  findAllPostgres,
  findPostgres,
} from '../../server/src/testing/programs/postgres-server.ts';
import { temporaryFolder } from '../../server/src/testing/temporary-folder.ts';
import { missingPackages, openPostgres } from './programs.ts';

/** Creates what a broken-off installation leaves: programs that exist but do not start. */
function createBrokenPostgres() {
  const folder = temporaryFolder();
  chmodSync(folder, 0o755);
  for (const name of ['initdb', 'postgres']) {
    writeFileSync(join(folder, name), '#!/bin/sh\necho cannot open libpq.so.5 >&2; exit 127\n');
    chmodSync(join(folder, name), 0o755);
  }
  return folder;
}

test('a program is missing that is neither on the PATH nor named by the environment, even if that one is not there', () => {
  const unnamed = [
    ...['webkit2gtk-driver', 'xvfb'],
    ...['fonts-droid-fallback', 'fonts-lohit-deva', 'fonts-kacst-one'],
  ];
  const missing = missingPackages({ PATH: '' });
  expect(missing).toEqual(expect.arrayContaining(['firefox-esr', ...unnamed]));
  const named = { FIREFOX: '/no/firefox', CHROME_PATH: '/no/chromium', POSTGRES_BIN: '/no' };
  const proxies = { NGINX: '/no/nginx', CADDY: '/no/caddy' };
  expect(missingPackages({ PATH: '', ...proxies, ...named })).toEqual(unnamed);
});

test.skipIf(!findPostgres())('a PostgreSQL that does not start is skipped', async () => {
  const working = findAllPostgres();
  vi.stubEnv('POSTGRES_BIN', undefined);
  const answer = await openPostgres([], [createBrokenPostgres(), ...working]);
  if (!('server' in answer)) throw new Error(answer.problem);
  onTestFinished(() => answer.server?.stop());
  expect([answer.bin, findPostgres()]).toEqual([working[0], working[0]]);
});

test('when no PostgreSQL starts, one line says why', async () => {
  const { problem } = await openPostgres([], [createBrokenPostgres()]);
  expect(problem).toMatch(/does not start: initdb failed: cannot open libpq/);
});
