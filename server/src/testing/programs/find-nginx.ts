import { accessSync, constants } from 'node:fs';
import { delimiter, join } from 'node:path';

/** The nginx to test with: the one that NGINX names, else on the PATH or where Debian puts it, which few have there. */
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
