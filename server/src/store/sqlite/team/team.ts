import type { Database } from 'better-sqlite3';
import type { NewNotice } from '../../mail-store.ts';
import type { Alert, AlertsQuery, Mark, NewAlert, Note } from '../../team-store.ts';
import { prepareNotices } from '../mail/notices.ts';

/** Alerts, notes and marks. Every write runs inside a transaction of the intake. */
export function prepareTeam(db: Database) {
  const raise = db.prepare<[NewAlert]>(
    `INSERT INTO alerts (id, name, text, since, raised_at, cleared_at)
     VALUES (@id, @name, @text, @since, @raisedAt, NULL) ON CONFLICT DO NOTHING`,
  );
  const clear = db.prepare<[number, string]>(
    'UPDATE alerts SET cleared_at = max(?, raised_at) WHERE name = ? AND cleared_at IS NULL',
  );
  const selectAlerts = db.prepare<[Required<AlertsQuery>], Alert>(
    `SELECT id, name, text, since, raised_at AS raisedAt, cleared_at AS clearedAt FROM alerts
     WHERE cleared_at IS NULL OR cleared_at >= @clearedFrom OR raised_at BETWEEN @from AND @to
     ORDER BY raised_at DESC, id DESC LIMIT 200`,
  );
  const silence = db.prepare<[string, number]>(
    'INSERT INTO alert_silences (name, until) VALUES (?, ?) ON CONFLICT (name) DO UPDATE SET until = excluded.until',
  );
  const selectSilences = db
    .prepare<[number], [string, number]>('SELECT name, until FROM alert_silences WHERE until > ?')
    .raw();
  const insertNote = db.prepare<[Note]>(
    'INSERT INTO notes (id, at, kind, text) VALUES (@id, @at, @kind, @text)',
  );
  const removeNote = db.prepare<[string]>('DELETE FROM notes WHERE id = ?');
  const selectNotes = db.prepare<[{ from: number; to: number }], Note>(
    `SELECT id, at, kind, text FROM (SELECT * FROM notes WHERE at BETWEEN @from AND @to ORDER BY at DESC, id DESC LIMIT 500)
     ORDER BY at, id`,
  );
  const setMark = db.prepare<[Mark]>(
    `INSERT INTO marks (name, value, at) VALUES (@name, @value, @at)
     ON CONFLICT (name) DO UPDATE SET value = excluded.value, at = excluded.at WHERE value <> excluded.value`,
  );
  const selectMark = db.prepare<[string], Mark>('SELECT name, value, at FROM marks WHERE name = ?');
  const { queue } = prepareNotices(db);
  return {
    raiseAlert: (alert: NewAlert) => raise.run(alert).changes === 1,
    clearAlert(name: string, at: number, notices: readonly NewNotice[] = []): boolean {
      const wasRaised = clear.run(at, name).changes === 1;
      if (wasRaised) queue(notices);
      return wasRaised;
    },
    readAlerts: (query: AlertsQuery) =>
      selectAlerts.all({ clearedFrom: Number.MAX_SAFE_INTEGER, ...query }),
    silence: (name: string, until: number) => void silence.run(name, until),
    readSilences: (now: number) => new Map(selectSilences.all(now)),
    addNote: (note: Note) => void insertNote.run(note),
    deleteNote: (id: string) =>
      removeNote.run(id).changes === 1 ? ('deleted' as const) : ('not_found' as const),
    readNotes: (range: { from: number; to: number }) => selectNotes.all(range),
    mark(mark: Mark, { notices = [], note }: { notices?: readonly NewNotice[]; note?: Note } = {}) {
      const isNew = setMark.run(mark).changes === 1;
      if (isNew) queue(notices);
      if (isNew && note) insertNote.run(note);
      return isNew;
    },
    readMark: (name: string) => selectMark.get(name) ?? null,
  };
}
