import { join } from 'node:path';
import { findProjectRoot } from '../settings/project-root.ts';
import { loadSite } from '../site/site-config.ts';
import { listCommand } from '../team/commands/list-alerts.ts';
import { sendTestCommand } from '../team/commands/send-test-alert.ts';
import { silenceCommand } from '../team/commands/silence.ts';
import { runSubcommands } from './frame/run-subcommands.ts';

await runSubcommands({
  name: 'alerts',
  about:
    'Shows what is wrong, keeps an alert from being sent, and tests the webhooks. The server may be running.',
  commands: { list: listCommand, silence: silenceCommand, test: sendTestCommand },
  createContext: (base, config) => ({
    ...base,
    config,
    loadSite: () => loadSite(join(findProjectRoot(), 'data/site.json')),
  }),
});
