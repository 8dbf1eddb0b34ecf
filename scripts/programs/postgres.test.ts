import { chmodSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test, vi } from 'vitest';
import {
  findAllPostgres,
  findPostgres,
} from '../../server/src/testing/programs/postgres-server.ts';
import { openPostgres } from './postgres.mjs';

/** Creates what a broken-off download leaves: programs that exist but do not start. */
function createBrokenPostgres() {
  const folder = mkdtempSync(join(tmpdir(), 'broken-postgres-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  chmodSync(folder, 0o755);
  for (const name of ['initdb', 'postgres']) {
    writeFileSync(join(folder, name), '#!/bin/sh\necho cannot open libpq.so.5 >&2; exit 127\n');
    chmodSync(join(folder, name), 0o755);
  }
  return folder;
}

function setBin(bin: string | undefined) {
  vi.stubEnv('POSTGRES_BIN', bin);
  onTestFinished(() => void vi.unstubAllEnvs());
}

const isHere = { 'what is here': async () => '' };

test.skipIf(!findPostgres())('a PostgreSQL that does not start is skipped', async () => {
  const working = findAllPostgres();
  setBin(undefined);
  const answer = await openPostgres([], isHere, () => [createBrokenPostgres(), ...working]);
  if ('problem' in answer) throw new Error(answer.problem);
  onTestFinished(() => answer.server.stop());
  expect(answer.bin).toBe(working[0]);
  expect(findPostgres()).toBe(working[0]);
});

test('when no PostgreSQL can be installed, one line says what was tried and what to do', async () => {
  setBin(undefined);
  const broken = createBrokenPostgres();
  const found: string[] = [];
  const ways = {
    'what is here': async () => 'there is none',
    'the system': async () => 'Reading lists\nE: Unable to locate package postgresql',
    'the registry': async () => {
      found.push(broken);
      return '';
    },
  };
  const answer = await openPostgres([], ways, () => found);
  expect(answer).toEqual({
    problem: `No PostgreSQL to test with. what is here: there is none. the system: E: Unable to locate package postgresql. ${broken}: initdb failed: cannot open libpq.so.5. Install PostgreSQL, or set POSTGRES_BIN to the folder of its server, and run npm test again.`,
  });
});

test('the PostgreSQL that POSTGRES_BIN names is the only one tried', async () => {
  setBin('/nowhere');
  const never = async () => {
    throw new Error('nothing is to be installed');
  };
  expect(await openPostgres([], { ...isHere, 'the system': never })).toEqual({
    problem: expect.stringMatching(/^POSTGRES_BIN is \/nowhere, but /),
  });
});
