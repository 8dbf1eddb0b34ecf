import { join } from 'node:path';
import { demoDataCommand } from '../demo/commands/demo-data.ts';
import { eventsCommand } from '../reports/commands/events-command.ts';
import { exportCommand } from '../reports/commands/export-table.ts';
import { funnelCommand } from '../reports/commands/funnel-command.ts';
import { funnelsCommand } from '../reports/commands/funnels-command.ts';
import { trafficCommand } from '../reports/commands/traffic-command.ts';
import { loadChannels } from '../reports/load-channels.ts';
import { findProjectRoot } from '../settings/project-root.ts';
import { signupsCommand } from '../signups/commands/signups-command.ts';
import { loadSite } from '../site/site-config.ts';
import { digestCommand } from '../team/commands/digest-command.ts';
import { noteCommand } from '../team/commands/note.ts';
import { runSubcommands } from './frame/run-subcommands.ts';

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
