import { uuidv7 } from '#shared/uuid';
import { withStore } from '../database/open-database.ts';
import { createListDesk } from '../services/list/list-desk.ts';
import { decideCommand } from './list/decide.ts';
import { inviteCommand } from './list/invite.ts';
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
  createContext: (base, config) => ({
    ...base,
    hasMail: config.smtp !== null,
    withDesk: (use) =>
      withStore(base.database, (store) =>
        use(
          createListDesk({
            store,
            countAudience: store.countAudience,
            mail: null,
            mailHourly: config.mailHourly,
            now: Date.now,
            newId: () => uuidv7(Date.now(), crypto.getRandomValues(new Uint8Array(10))),
          }),
          store,
        ),
      ),
  }),
});
