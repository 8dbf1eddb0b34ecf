import { decideCommand } from './list/decide.ts';
import { inviteCommand } from './list/invite.ts';
import { createListContext } from './list/list-context.ts';
import { mailingCommand } from './list/mailing.ts';
import { secretCommand } from './list/secret.ts';
import { runSubcommands } from './subcommands/run-subcommands.ts';

await runSubcommands({
  name: 'list',
  about: 'Works the list: applications, invitations, and messages to the people on it.',
  commands: {
    decide: decideCommand,
    invite: inviteCommand,
    mailing: mailingCommand,
    secret: secretCommand,
  },
  createContext: createListContext,
});
