import { join } from 'node:path';
import { findProjectRoot } from '../project-root.ts';
import { loadSite } from '../site-config.ts';
import { listCommand } from './alerts/list-alerts.ts';
import { sendTestCommand } from './alerts/send-test-alert.ts';
import { silenceCommand } from './alerts/silence.ts';
import { runSubcommands } from './subcommands/run-subcommands.ts';

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
