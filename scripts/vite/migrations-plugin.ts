import { cp } from 'node:fs/promises';
import { join } from 'node:path';
import type { Plugin } from 'vite';

/** Where each store's migrations go inside `dist/server`: beside the code that reads them. */
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
