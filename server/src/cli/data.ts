import { uuidv7 } from '#shared/uuid';
import { eraseCommand } from '../persons/commands/erase.ts';
import { exportCommand } from '../persons/commands/export-person.ts';
import { proofCommand } from '../persons/commands/proof.ts';
import { findProjectRoot } from '../settings/project-root.ts';
import { backupCommand } from '../upkeep/commands/backup-command.ts';
import { copyCommand } from '../upkeep/commands/copy.ts';
import { restoreCommand } from '../upkeep/commands/restore-command.ts';
import { retentionCommand } from '../upkeep/commands/retention-command.ts';
import { verifyCommand } from '../upkeep/commands/verify.ts';
import { runSubcommands } from './frame/run-subcommands.ts';

const { now } = Date;

await runSubcommands({
  name: 'data',
  about:
    'Manages the database in DATABASE_URL. The server may be running, except for restore and copy. See docs/operations.md for when to use each.',
  commands: {
    backup: backupCommand,
    restore: restoreCommand,
    verify: verifyCommand,
    retention: retentionCommand,
    export: exportCommand,
    erase: eraseCommand,
    proof: proofCommand,
    copy: copyCommand,
  },
  createContext: (base, config) => ({
    ...base,
    config,
    root: findProjectRoot(),
    now,
    newId: () => uuidv7(now(), crypto.getRandomValues(new Uint8Array(10))),
  }),
});
