import { execFile } from 'node:child_process';
import { lstatSync, rmSync, statSync } from 'node:fs';
import { chmod, cp, mkdir, mkdtemp, open, rename } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { removeOnSignal } from '../../edge/node/remove-on-signal.ts';
import { StartError } from '../../lib/start-error.ts';

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

/**
 * Calls back with the database of an archive that {@link writeArchive} made, unpacked into a folder that only this user can
 * read and that is gone afterwards. Any other file is passed on as it is.
 *
 * @param use `others` names what else is in the archive; null if the file is not an archive
 * @throws StartError when an archive cannot be unpacked, or has no database
 */
export async function withArchived<T>(
  file: string,
  use: (database: string, others: readonly string[] | null) => T | Promise<T>,
): Promise<T> {
  if (!(await isArchive(file))) return use(file, null);
  const folder = await mkdtemp(join(tmpdir(), 'unpacked-'));
  const remove = () => rmSync(folder, { recursive: true, force: true });
  const unpack = async () => {
    const tar = (...args: string[]) =>
      promisify(execFile)('tar', args).catch(({ stderr, message }) => {
        const [why] = String(stderr || message).split('\n');
        throw new StartError(
          `the database of the archive ${file} cannot be unpacked to ${folder}: ${why}; it expects an archive of npm run data -- backup --all, and space there, or in the folder that TMPDIR names`,
        );
      });
    const { stdout } = await tar('-tf', file);
    await tar('-xf', file, '-C', folder, ARCHIVED_DATABASE);
    const database = join(folder, ARCHIVED_DATABASE);
    if (!lstatSync(database).isFile())
      throw new StartError(`${ARCHIVED_DATABASE} in the archive ${file} is not a file`);
    const names = stdout.split('\n').map((name) => name.replace(/\/$/, ''));
    return use(
      database,
      names.filter((name) => OWN_FILES.includes(name)),
    );
  };
  return removeOnSignal(remove, unpack).finally(remove);
}

/** Returns whether a file begins as a tar archive does, or as one that somebody compressed with gzip. */
async function isArchive(file: string): Promise<boolean> {
  if (!statSync(file, { throwIfNoEntry: false })?.isFile()) return false;
  const handle = await open(file);
  try {
    const { buffer } = await handle.read(Buffer.alloc(262), 0, 262, 0);
    return buffer.toString('latin1', 257, 262) === 'ustar' || buffer.readUInt16BE(0) === 0x1f8b;
  } finally {
    await handle.close();
  }
}

/** A link that leads nowhere has nothing to copy, and a device may never end. */
function canCopy(path: string): boolean {
  const found = statSync(path, { throwIfNoEntry: false });
  return found?.isFile() || found?.isDirectory() || false;
}
