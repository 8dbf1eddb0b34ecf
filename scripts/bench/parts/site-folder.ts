import { cpSync, mkdtempSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { root } from '../../steps/run.mjs';

/** Creates a self-hoster's folder with the finished build and no database yet. */
export function createSiteFolder() {
  const folder = mkdtempSync(join(tmpdir(), 'bench-'));
  cpSync(join(root, 'data/site.example.json'), join(folder, 'data/site.json'));
  symlinkSync(join(root, 'dist'), join(folder, 'dist'));
  const databaseFile = join(folder, 'data/site.db');
  return { folder, databaseFile, remove: () => rmSync(folder, { recursive: true, force: true }) };
}
