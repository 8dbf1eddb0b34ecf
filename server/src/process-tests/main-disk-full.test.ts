import { spawnSync } from 'node:child_process';
import { statSync } from 'node:fs';
import { join } from 'node:path';
import Sqlite from 'better-sqlite3';
import { expect, test } from 'vitest';
import { envelopeOf } from '../testing/data/load.ts';
import { grantOnPage, newId, postJson } from '../testing/data/visitor.ts';
import { createProject, startListening } from '../testing/sites/server-process.ts';

const BATCH = 17;
const ROOM = 256 * 1024;

/**
 * Limits the size of all files of a running process. The kernel refuses the next write beyond it, even in the middle of
 * a page, as on a full disk. It needs no separate disk and no root. It uses util-linux, so it runs on Linux only.
 */
const limitFiles = (pid: number | undefined, bytes: number | 'unlimited') =>
  spawnSync('prlimit', ['--pid', String(pid), `--fsize=${bytes}:`]).status === 0;
const canLimit = spawnSync('prlimit', ['--version']).status === 0;

test.skipIf(!canLimit)(
  'a full disk answers 503, stores no part of a batch, and accepts the whole batch once there is space again',
  async () => {
    const root = createProject();
    const { url, child, output } = await startListening(root, { RATE_LIMITS: 'off' });
    await grantOnPage(url);
    const taken: string[][] = [];
    const refused: string[][] = [];
    const send = async (ids: string[]) => {
      const answer = await postJson(`${url}/api/events`, envelopeOf(ids));
      if (answer.status === 200) taken.push(ids);
      else refused.push(ids);
      if (answer.status !== 200) {
        expect([answer.status, answer.headers.get('Retry-After')]).toEqual([503, '5']);
        expect(await answer.json()).toMatchObject({ code: 'store_unavailable' });
      }
    };
    const statusOf = async (path: string) => (await fetch(url + path)).status;

    const sizes = ['data/site.db', 'data/site.db-wal'].map(
      (file) => statSync(join(root, file)).size,
    );
    expect(limitFiles(child.pid, Math.max(...sizes) + ROOM)).toBe(true);
    while (refused.length < 40) {
      const batches = Array.from({ length: 8 }, () => Array.from({ length: BATCH }, newId));
      await Promise.all(batches.map(send));
    }
    expect(taken.length).toBeGreaterThan(0);
    expect(storedIds(root)).toEqual(taken.flat().toSorted());
    expect(limitFiles(child.pid, 1)).toBe(true); // else a probe would fit into the few pages left
    expect(await Promise.all(['/', '/healthz', '/readyz'].map(statusOf))).toEqual([200, 200, 503]);

    expect(limitFiles(child.pid, 'unlimited')).toBe(true);
    await Promise.all(refused.splice(0).map(send));
    expect(refused).toEqual([]);
    expect(storedIds(root)).toEqual(taken.flat().toSorted());
    await expect.poll(() => statusOf('/readyz')).toBe(200); // it caches its answer for a second
    expect([child.exitCode, child.signalCode]).toEqual([null, null]);
    expect(output.stderr).toContain('the database is not available');
    expect(output.stderr).not.toContain('"level":"error"');
  },
  60_000,
);

function storedIds(root: string) {
  const db = new Sqlite(join(root, 'data/site.db'), { readonly: true });
  try {
    expect(db.pragma('integrity_check', { simple: true })).toBe('ok');
    return db.prepare<[], string>('SELECT id FROM events').pluck().all().toSorted();
  } finally {
    db.close();
  }
}
