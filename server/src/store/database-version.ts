/** The database has a migration that this program does not know. */
export class NewerDatabaseError extends Error {
  override name = 'NewerDatabaseError';
}

/** The database has not been migrated to this version. Only a server migrates it. */
export class OlderDatabaseError extends Error {
  override name = 'OlderDatabaseError';
}

/** The database is of another program, or was created in a way that this program cannot use. */
export class UnusableDatabaseError extends Error {
  override name = 'UnusableDatabaseError';
  /** What to do about it, if not to name another database. */
  readonly advice: string | undefined;

  constructor(message: string, advice?: string) {
    super(message);
    this.advice = advice;
  }
}

/**
 * Throws when a migration was applied that this program does not know. The first one, the baseline, has the time of the last
 * one before it, so a database of that version has it.
 *
 * @param applied the times of the applied migrations; each migration is identified by its time
 * @throws NewerDatabaseError, UnusableDatabaseError
 */
export function refuseOthers(
  applied: ReadonlySet<number>,
  migrations: readonly { folderMillis: number }[],
): void {
  const known = new Set(migrations.map(({ folderMillis }) => folderMillis));
  const baseline = Math.min(...known);
  const unknown = [...applied].filter((time) => time > baseline && !known.has(time));
  if (unknown.length === 0) {
    if (applied.size === 0 || applied.has(baseline)) return;
    throw new UnusableDatabaseError(
      'it is too old for this version',
      'start commit 12d1ebc9 with it once, which upgrades it',
    );
  }
  const day = new Date(Math.max(...unknown)).toISOString().slice(0, 10);
  throw new NewerDatabaseError(
    `it has ${unknown.length} migration${unknown.length === 1 ? '' : 's'} that this version does not know, the latest of ${day}`,
  );
}

/** Returns why a statement of a migration failed: because of a row that breaks the rule that it adds, or the error itself. */
export function explainFailure(statement: string, error: unknown): unknown {
  const [, table, rule] =
    /ALTER TABLE \W(\w+)\W ADD CONSTRAINT \S+ (CHECK.*\))/s.exec(statement) ?? [];
  const code = error instanceof Error && 'code' in error ? String(error.code) : '';
  if (table === undefined || !/^(SQLITE_CONSTRAINT|23514)/.test(code)) return error;
  return new UnusableDatabaseError(
    `a row of ${table} breaks the rule ${rule}`,
    'correct or delete that row, and start again',
  );
}
