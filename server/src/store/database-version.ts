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
}

/**
 * Throws when a migration was applied that this program does not know.
 *
 * @param applied the times of the applied migrations; each migration is identified by its time
 * @throws NewerDatabaseError
 */
export function refuseNewer(
  applied: ReadonlySet<number>,
  migrations: readonly { folderMillis: number }[],
): void {
  const known = new Set(migrations.map(({ folderMillis }) => folderMillis));
  const unknown = [...applied].filter((time) => !known.has(time));
  if (unknown.length === 0) return;
  const day = new Date(Math.max(...unknown)).toISOString().slice(0, 10);
  throw new NewerDatabaseError(
    `it has ${unknown.length} migration${unknown.length === 1 ? '' : 's'} that this version does not know, the latest of ${day}`,
  );
}
