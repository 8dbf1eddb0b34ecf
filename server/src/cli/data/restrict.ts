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

export const declineCommand = command<DataContext>()({
  usage: 'npm run data -- decline --email ADDRESS',
  summary: 'spares one person the message at the launch; the signup stays',
  about: `Withdraws the consent to the message at the launch, for somebody who writes to you instead of following the link of a
message. It does what the button "No launch message" does: the place, the application and the code stay. First make sure that the
request comes from that person. The server may be running.`,
  options: { email: personOptions.email },
  async run({ email: given }, { database, out, now }) {
    const email = readAddress(given);
    const signups = await withStore(database, (store) => store.declineLaunchOf(email, now()));
    out.write(formatPairs([['signups', `${signups} get no launch message`]]));
  },
});
