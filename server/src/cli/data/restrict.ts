import { withStore } from '../../database/open-database.ts';
import { type DataContext, formatPairs } from '../frame/data-context.ts';
import { command, flag } from '../frame/subcommand.ts';
import { personOptions, readAddress } from './find-person.ts';

export const restrictCommand = command<DataContext>()({
  usage: 'npm run data -- restrict --email ADDRESS [--lift]',
  summary: 'restricts one person’s signups: they are stored, and nothing else',
  about: `Restricts the signups of an address, for a request under article 18 GDPR. First make sure that the request comes from
that person. Nothing is sent to them: messages that wait are dropped, and no mailing, invitation or decision goes there. Retention
leaves them, because the person may need the data. npm run data -- erase still erases them, if asked. The server may be
running.`,
  options: {
    email: personOptions.email,
    lift: flag('ends the restriction'),
  },
  async run({ email: given, lift = false }, { database, out, now }) {
    const email = readAddress(given);
    const signups = await withStore(database, (store) =>
      store.restrictSignups(email, now(), !lift),
    );
    out.write(
      formatPairs([['signups', `${signups} ${lift ? 'no longer restricted' : 'restricted'}`]]),
    );
  },
});
