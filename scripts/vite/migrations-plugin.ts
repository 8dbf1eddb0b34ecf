import { cp } from 'node:fs/promises';
import { join } from 'node:path';
import type { Plugin } from 'vite';

/** Each store's folder beside the code that reads it, inside `dist/server`. */
const FOLDERS = { sqlite: '.', postgres: 'postgres' };

/** Copies the migrations of both stores into the build of the server. */
export function migrationsBesideTheServer(): Plugin {
  return {
    name: 'migrations-beside-the-server',
    apply: (_, { mode }) => mode === 'server',
    async writeBundle({ dir = '' }) {
      for (const [store, folder] of Object.entries(FOLDERS)) {
        const from = `server/src/store/${store}/connection/migrations`;
        await cp(from, join(dir, folder, 'migrations'), { recursive: true });
      }
    },
  };
}
