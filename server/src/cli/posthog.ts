import { join } from 'node:path';
import { findProjectRoot } from '../project-root.ts';
import { loadSite } from '../site-config.ts';
import { applyCommand } from './posthog/apply.ts';
import { planCommand } from './posthog/plan.ts';
import { runSubcommands } from './subcommands/run-subcommands.ts';

await runSubcommands({
  name: 'posthog',
  about:
    "The site's dashboard in PostHog, kept by code: its funnels, its four events, where people come from.",
  commands: { plan: planCommand, apply: applyCommand },
  createContext: ({ out }, config) => ({
    out,
    config,
    brand: loadSite(join(findProjectRoot(), 'data/site.json')).brand,
    fetch,
  }),
});
