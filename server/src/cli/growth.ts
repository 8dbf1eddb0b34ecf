import { join } from 'node:path';
import { loadChannels } from '../channels.ts';
import { findProjectRoot } from '../project-root.ts';
import { demoDataCommand } from './growth/demo-data.ts';
import { eventsCommand } from './growth/events.ts';
import { exportCommand } from './growth/export.ts';
import { funnelCommand } from './growth/funnel.ts';
import { signupsCommand } from './growth/signups.ts';
import { runSubcommands } from './subcommands/run-subcommands.ts';

await runSubcommands({
  name: 'growth',
  about:
    'Answers the growth team’s questions from the database in DATABASE_URL. The server may be running.',
  commands: {
    funnel: funnelCommand,
    events: eventsCommand,
    signups: signupsCommand,
    export: exportCommand,
    'demo-data': demoDataCommand,
  },
  createContext: (base) => ({
    ...base,
    channels: loadChannels(join(findProjectRoot(), 'data/channels.json')),
  }),
});
