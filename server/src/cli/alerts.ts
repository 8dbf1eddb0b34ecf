import { listCommand } from './alerts/list.ts';
import { silenceCommand } from './alerts/silence.ts';
import { runSubcommands } from './subcommands/run-subcommands.ts';

await runSubcommands({
  name: 'alerts',
  about: 'Shows what is wrong, and keeps an alert from being sent. The server may be running.',
  commands: { list: listCommand, silence: silenceCommand },
  createContext: (base) => base,
});
