import { execFile } from 'node:child_process';
import { rmSync, statSync } from 'node:fs';
import { chmod, cp, mkdir, mkdtemp, open, rename } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { removeOnSignal } from '../../edge/node/remove-on-signal.ts';

/** What makes a site, beside its database. */
const OWN_FILES = ['.env', 'data/site.json', 'data/channels.json', 'data/media'];

/** The name of the database in an archive, whatever its name is elsewhere. */
export const ARCHIVED_DATABASE = 'data/site.db';

/**
 * Writes everything that a new machine needs into one tar archive, which only its owner can read. It gets its name once
 * it is on disk.
 *
 * @param root the project's folder
 * @param copyDatabase writes a copy of the database to a path
 */
export async function writeArchive<T>(
  file: string,
  root: string,
  copyDatabase: (copy: string) => Promise<T>,
): Promise<T> {
  const staging = await mkdtemp(`${file}.part-`); // nobody else can enter it
  const remove = () => rmSync(staging, { recursive: true, force: true });
  const write = async () => {
    await mkdir(join(staging, 'data'));
    const result = await copyDatabase(join(staging, ARCHIVED_DATABASE));
    const names = OWN_FILES.filter((name) => canCopy(join(root, name)));
    for (const name of names) {
      await cp(join(root, name), join(staging, name), {
        recursive: true,
        dereference: true, // what a link leads to is not on the new machine
        filter: canCopy,
        preserveTimestamps: true,
      });
    }
    const archive = join(staging, 'archive.tar');
    await promisify(execFile)('tar', ['-cf', archive, '-C', staging, ...names, ARCHIVED_DATABASE]);
    await chmod(archive, 0o600);
    const handle = await open(archive);
    await handle.sync().finally(() => handle.close());
    await rename(archive, file);
    return result;
  };
  return removeOnSignal(remove, write).finally(remove);
}

/** A link that leads nowhere has nothing to copy, and a device may never end. */
function canCopy(path: string): boolean {
  const found = statSync(path, { throwIfNoEntry: false });
  return found?.isFile() || found?.isDirectory() || false;
}
