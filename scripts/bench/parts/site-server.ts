import { cpSync, mkdtempSync, rmSync, statSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type Sqlite from 'better-sqlite3';
import { DAY_MS } from '#shared/limits';
import { openDatabase } from '../../../server/src/store/sqlite/connection/open-file.ts';
import { root } from '../../steps/run.mjs';
import type { LoadOptions } from '../load/load.ts';
import { VISITORS, visitorId } from '../load/request-bodies.ts';
import {
  type BenchProcess,
  LOAD_CORE,
  PROGRAMS,
  SERVER_CORE,
  startLoad,
  startProcess,
  TSX,
} from './process.ts';

export interface SiteServer extends BenchProcess {
  port: number;
}

export interface SiteOptions {
  /** Fills the new database, which already has its tables and the grants of all visitors. `grantedAt` is in milliseconds since 1970. */
  fill?(databaseFile: string, grantedAt: number): Promise<void> | void;
  settings?: Record<string, string>;
  /** The arguments of a program to measure in place of the site. Its first line ends with its port. */
  program?(databaseFile: string): readonly string[];
}

/** Runs the finished server on its own core with a new database, without limits per client. */
export async function withSite<T>(
  { fill, settings, program }: SiteOptions,
  use: (site: { server: SiteServer; databaseFile: string }) => Promise<T>,
): Promise<T> {
  const { folder, databaseFile, remove } = createSiteFolder();
  try {
    const grantedAt = Date.now() - 1.5 * DAY_MS; // two days would make the site doubt its clock
    const db = openDatabase(databaseFile);
    grantAll(db, grantedAt);
    db.close();
    await fill?.(databaseFile, grantedAt);
    const args = program?.(databaseFile) ?? ['dist/server/main.js', folder];
    const server = await startProcess(SERVER_CORE, args, {
      DATABASE_URL: `file:${databaseFile}`,
      PORT: '0',
      RATE_LIMITS: 'off',
      LOG_LEVEL: 'warn',
      ...settings,
    });
    try {
      const [, port] = /(\d+)$/.exec(server.firstLine.trim()) ?? [];
      return await use({ server: { ...server, port: Number(port) }, databaseFile });
    } finally {
      await server.stop();
    }
  } finally {
    remove();
  }
}

/** Measures one load on a new site. */
export const loadSite = (site: SiteOptions, load: Omit<LoadOptions, 'port'>) =>
  withSite(site, async ({ server: { port } }) => (await startLoad({ ...load, port })).result());

/** Creates a self-hoster's folder with the finished build and no database yet. */
export function createSiteFolder() {
  const folder = mkdtempSync(join(tmpdir(), 'bench-'));
  cpSync(join(root, 'data/site.example.json'), join(folder, 'data/site.json'));
  symlinkSync(join(root, 'dist'), join(folder, 'dist'));
  const databaseFile = join(folder, 'data/site.db');
  return { folder, databaseFile, remove: () => rmSync(folder, { recursive: true, force: true }) };
}

/** Stores a grant at revision 1 for every visitor of the load. */
function grantAll(db: Sqlite.Database, now: number) {
  const insert = db.prepare(
    `INSERT INTO consents (id, consent_id, revision, analytics, source, language, text_hash, gpc, decided_at, recorded_at)
     VALUES (?, ?, 1, 1, 'banner', 'en', ?, 0, ?, ?)`,
  );
  const grant = db.transaction(() => {
    for (let visitor = 0; visitor < VISITORS; visitor++) {
      const id = visitorId(visitor);
      insert.run(id, id, 'a'.repeat(64), now, now);
    }
  });
  grant.immediate();
}

export const POSTHOG_KEY = 'phc_bench';

/**
 * Starts a PostHog that accepts everything, as a separate process. It shares a core with the load.
 *
 * @param use gets the settings for a site that delivers to it
 */
export async function withPosthog<T>(use: (settings: Record<string, string>) => Promise<T>) {
  const standIn = await startProcess(LOAD_CORE, [...TSX, PROGRAMS.posthog]);
  try {
    return await use({ POSTHOG_KEY, POSTHOG_HOST: standIn.firstLine.trim() });
  } finally {
    await standIn.stop();
  }
}

/** Returns the size of a SQLite file including its write-ahead log, in MB. */
export const sizeMb = (file: string) =>
  [file, `${file}-wal`].reduce(
    (sum, path) => sum + (statSync(path, { throwIfNoEntry: false })?.size ?? 0),
    0,
  ) / 1e6;
