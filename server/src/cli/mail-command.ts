import { join } from 'node:path';
import { findProjectRoot } from '../project-root.ts';
import { loadSite } from '../site-config.ts';
import { statusCommand } from './mail/mail-status.ts';
import { sendTestCommand } from './mail/send-test-mail.ts';
import { runSubcommands } from './subcommands/run-subcommands.ts';

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
