import type { Pool } from 'pg';
import type { NewNotice } from '../../mail-store.ts';
import type { Alert, AlertsQuery, Mark, Note, TeamStore } from '../../team-store.ts';
import { toTimestamp } from '../connection/column-types.ts';
import type { SitePool } from '../connection/pool.ts';
import { ask, inTransaction, type Transaction } from '../connection/transaction.ts';
import { queueNotices } from '../mail/notices.ts';

/** Alerts, notes and marks. */
export function createTeam(pool: SitePool): TeamStore {
  const queue = (tx: Transaction, notices: readonly NewNotice[] = []) =>
    queueNotices(
      tx,
      notices.map((notice) => ({ notice, signupId: null })),
    );
  return {
    raiseAlert: (alert) =>
      inTransaction(pool, async (tx) => {
        const { id, name, text, since, raisedAt } = alert;
        const { rowCount } = await tx.query(
          `INSERT INTO alerts (id, name, text, since, raised_at) VALUES ($1, $2, $3, $4, $5) ON CONFLICT DO NOTHING`,
          [id, name, text, toTimestamp(since), toTimestamp(raisedAt)],
        );
        return rowCount === 1;
      }),
    clearAlert: (name, at, notices) =>
      inTransaction(pool, async (tx) => {
        const { rowCount } = await tx.query(
          'UPDATE alerts SET cleared_at = greatest($2, raised_at) WHERE name = $1 AND cleared_at IS NULL',
          [name, toTimestamp(at)],
        );
        if (rowCount === 1) await queue(tx, notices);
        return rowCount === 1;
      }),
    readAlerts: (query) => readAlerts(pool, query),
    silenceAlert: (name, until) =>
      inTransaction(pool, async (tx) => {
        await tx.query(
          `INSERT INTO alert_silences (name, until) VALUES ($1, $2)
           ON CONFLICT (name) DO UPDATE SET until = excluded.until`,
          [name, toTimestamp(until)],
        );
      }),
    async readSilences(now) {
      const rows = await ask<{ name: string; until: number }>(
        pool,
        'SELECT name, until FROM alert_silences WHERE until > $1',
        [toTimestamp(now)],
      );
      return new Map(rows.map(({ name, until }) => [name, until]));
    },
    addNote: (note) => inTransaction(pool, (tx) => insertNote(tx, note)),
    deleteNote: (id) =>
      inTransaction(pool, async (tx) => {
        const { rowCount } = await tx.query('DELETE FROM notes WHERE id = $1', [id]);
        return rowCount === 1 ? 'deleted' : 'not_found';
      }),
    readNotes: ({ from, to }) => readNotes(pool, from, to),
    mark: (mark, { notices, note } = {}) =>
      inTransaction(pool, async (tx) => {
        const { rowCount } = await tx.query(
          `INSERT INTO marks (name, value, at) VALUES ($1, $2, $3)
           ON CONFLICT (name) DO UPDATE SET value = excluded.value, at = excluded.at WHERE marks.value <> excluded.value`,
          [mark.name, mark.value, toTimestamp(mark.at)],
        );
        const isNew = rowCount === 1;
        if (isNew) await queue(tx, notices);
        if (isNew && note) await insertNote(tx, note);
        return isNew;
      }),
    async readMark(name) {
      const [mark] = await ask<Mark>(pool, 'SELECT name, value, at FROM marks WHERE name = $1', [
        name,
      ]);
      return mark ?? null;
    },
  };
}

const readAlerts = (pool: Pool, { from, to, clearedFrom }: AlertsQuery): Promise<Alert[]> =>
  ask<Alert>(
    pool,
    `SELECT id, name, text, since, raised_at AS "raisedAt", cleared_at AS "clearedAt" FROM alerts
     WHERE cleared_at IS NULL OR cleared_at >= $3 OR raised_at BETWEEN $1 AND $2
     ORDER BY raised_at DESC, id DESC LIMIT 200`,
    [
      toTimestamp(from),
      toTimestamp(to),
      clearedFrom === undefined ? 'infinity' : toTimestamp(clearedFrom),
    ],
  );

const readNotes = (pool: Pool, from: number, to: number): Promise<Note[]> =>
  ask<Note>(
    pool,
    `SELECT id, at, kind, text FROM
       (SELECT * FROM notes WHERE at BETWEEN $1 AND $2 ORDER BY at DESC, id DESC LIMIT 500) AS latest
     ORDER BY at, id`,
    [toTimestamp(from), toTimestamp(to)],
  );

async function insertNote(tx: Transaction, { id, at, kind, text }: Note): Promise<void> {
  await tx.query('INSERT INTO notes (id, at, kind, text) VALUES ($1, $2, $3, $4)', [
    id,
    toTimestamp(at),
    kind,
    text,
  ]);
}
