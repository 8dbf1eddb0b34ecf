import { accessSync, constants } from 'node:fs';
import { delimiter, join } from 'node:path';

/**
 * Returns the nginx to test with: the one that NGINX names, else the one on the PATH, else Debian's, whose folder is
 * rarely on the PATH.
 */
export function findNginx(env = process.env): string | undefined {
  const folders = [...(env['PATH'] ?? '').split(delimiter), '/usr/sbin', '/usr/local/sbin'];
  const candidates = env['NGINX'] ? [env['NGINX']] : folders.map((folder) => join(folder, 'nginx'));
  return candidates.find((path) => {
    try {
      accessSync(path, constants.X_OK);
      return true;
    } catch {
      return false;
    }
  });
}
