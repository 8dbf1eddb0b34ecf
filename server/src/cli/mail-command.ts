import { join } from 'node:path';
import { statusCommand } from '../mail/commands/mail-status.ts';
import { sendTestCommand } from '../mail/commands/send-test-mail.ts';
import { findProjectRoot } from '../settings/project-root.ts';
import { loadSite } from '../site/site-config.ts';
import { runSubcommands } from './frame/run-subcommands.ts';

await runSubcommands({
  name: 'mail',
  about: 'Checks the mail that asks people to confirm their address.',
  commands: { test: sendTestCommand, status: statusCommand },
  createContext: (base, config) => ({
    ...base,
    config,
    loadSite: () => loadSite(join(findProjectRoot(), 'data/site.json')),
  }),
});
