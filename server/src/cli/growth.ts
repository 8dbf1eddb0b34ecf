import { funnelCommand } from './growth/funnel.ts';
import { runSubcommands } from './subcommands/run-subcommands.ts';

await runSubcommands({
  name: 'growth',
  about:
    'What the growth team asks, answered from the database of DATABASE_URL, beside the running server.',
  commands: {
    funnel: funnelCommand,
  },
  createContext: (base) => base,
});
