import { join } from 'node:path';
import { loadChannels } from '../reports/load-channels.ts';
import { findProjectRoot } from '../settings/project-root.ts';
import { loadSite } from '../site/site-config.ts';
import { runSubcommands } from './frame/run-subcommands.ts';
import { apiCommand } from './growth/api-command.ts';
import { demoDataCommand } from './growth/demo-data.ts';
import { exportCommand } from './growth/export-table.ts';
import { funnelCommand } from './growth/funnel-command.ts';
import { peopleCommand } from './growth/people-command.ts';

await runSubcommands({
  name: 'growth',
  about:
    'Answers the growth team’s questions from the database in DATABASE_URL. The server may be running.',
  commands: {
    funnel: funnelCommand,
    api: apiCommand,
    export: exportCommand,
    people: peopleCommand,
    'demo-data': demoDataCommand,
  },
  createContext: (base, config) => ({
    ...base,
    config,
    loadSite: () => loadSite(join(findProjectRoot(), 'data/site.json')),
    channels: loadChannels(join(findProjectRoot(), 'data/channels.json')),
  }),
});
