import { statSync } from 'node:fs';
import { DAY_MS } from '#shared/limits';
import { openDatabase } from '../../../server/src/store/sqlite/connection/open-file.ts';
import { type BenchProcess, SERVER_CORE, startProcess } from './process.ts';
import { createSiteFolder } from './site-folder.ts';
import { grantAll } from './visitors.ts';

export interface SiteServer extends BenchProcess {
  port: number;
}

export interface SiteOptions {
  /**
   * Fills the new database, which already has its tables and the grants of all visitors, in milliseconds since 1970.
   */
  fill?(databaseFile: string, grantedAt: number): Promise<void> | void;
  settings?: Record<string, string>;
}

/** Runs the finished server on its own core with a new database, without limits per client. */
export async function withSite<T>(
  { fill, settings }: SiteOptions,
  use: (site: { server: SiteServer; databaseFile: string }) => Promise<T>,
): Promise<T> {
  const { folder, databaseFile, remove } = createSiteFolder();
  try {
    const grantedAt = Date.now() - 1.5 * DAY_MS; // two days would make the site doubt its clock
    const db = openDatabase(databaseFile);
    grantAll(db, grantedAt);
    db.close();
    await fill?.(databaseFile, grantedAt);
    const server = await startProcess(SERVER_CORE, ['dist/server/main.js', folder], {
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

/** Returns the size of a SQLite file including its write-ahead log, in MB. */
export const sizeMb = (file: string) =>
  [file, `${file}-wal`].reduce(
    (sum, path) => sum + (statSync(path, { throwIfNoEntry: false })?.size ?? 0),
    0,
  ) / 1e6;
