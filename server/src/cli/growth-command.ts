import { join } from 'node:path';
import { loadChannels } from '../load-channels.ts';
import { findProjectRoot } from '../project-root.ts';
import { loadSite } from '../site-config.ts';
import { demoDataCommand } from './growth/demo-data.ts';
import { digestCommand } from './growth/digest-command.ts';
import { eventsCommand } from './growth/events-command.ts';
import { exportCommand } from './growth/export-table.ts';
import { funnelCommand } from './growth/funnel-command.ts';
import { funnelsCommand } from './growth/funnels-command.ts';
import { noteCommand } from './growth/note.ts';
import { signupsCommand } from './growth/signups-command.ts';
import { trafficCommand } from './growth/traffic-command.ts';
import { runSubcommands } from './subcommands/run-subcommands.ts';

await runSubcommands({
  name: 'growth',
  about:
    'Answers the growth team’s questions from the database in DATABASE_URL. The server may be running.',
  commands: {
    funnel: funnelCommand,
    funnels: funnelsCommand,
    events: eventsCommand,
    signups: signupsCommand,
    traffic: trafficCommand,
    export: exportCommand,
    note: noteCommand,
    digest: digestCommand,
    'demo-data': demoDataCommand,
  },
  createContext: (base, config) => ({
    ...base,
    config,
    loadSite: () => loadSite(join(findProjectRoot(), 'data/site.json')),
    channels: loadChannels(join(findProjectRoot(), 'data/channels.json')),
  }),
});
