import { decideCommand } from '../list/commands/decide.ts';
import { inviteCommand } from '../list/commands/invite.ts';
import { createListContext } from '../list/commands/list-context.ts';
import { mailingCommand, secretCommand } from '../list/commands/mailing.ts';
import { runSubcommands } from './frame/run-subcommands.ts';

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
