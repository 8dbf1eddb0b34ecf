import { join } from 'node:path';
import { readDatabase } from '../database/open-database.ts';
import { findProjectRoot } from '../settings/project-root.ts';
import { loadSite } from '../site/site-config.ts';
import { runSubcommands } from './frame/run-subcommands.ts';
import { applyCommand, planCommand } from './posthog/commands.ts';

await runSubcommands({
  name: 'posthog',
  about:
    "Manages the site's dashboard in PostHog: its funnels, its events and where people come from.",
  commands: { plan: planCommand, apply: applyCommand },
  createContext: ({ out, database }, config) => ({
    out,
    config,
    brand: loadSite(join(findProjectRoot(), 'data/site.json')).brand,
    readFunnels: () => readDatabase(database, (reader) => reader.readFunnels()),
    fetch,
  }),
});
