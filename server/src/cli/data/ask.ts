import { withStore } from '../../database/open-database.ts';
import { StartError } from '../../lib/start-error.ts';
import { newSecrets } from '../../mail/mail-sender.ts';
import { PRIORITIES } from '../../store/mail-store.ts';
import { type DataContext, formatPairs } from '../frame/data-context.ts';
import { command } from '../frame/subcommand.ts';

const MESSAGES = 100;

export const askCommand = command<DataContext>()({
  usage: 'npm run data -- ask',
  summary: 'asks everybody once who signed up while mail was off',
  about: `Queues the message that asks for a confirmation, and for the agreement to the message at the launch, to each signup that was
never sent one. Run it once after SMTP_URL was set: without it no mailing goes to these people. The server sends them, after what others
ask for, as fast as MAIL_HOURLY allows. Who does not confirm is deleted UNCONFIRMED_RETENTION_DAYS after the message. A second run
finds nobody. The server may be running.`,
  options: {},
  async run(_, { config, database, out, now, newId }) {
    if (config.smtp === null)
      throw new StartError('set SMTP_URL first: nothing is sent without it');
    const asked = await withStore(database, async (store) => {
      for (let sum = 0; ; ) {
        const at = now();
        const requests = Array.from({ length: MESSAGES }, () => {
          const when = { priority: PRIORITIES.asked.lowest, dueAt: at, at };
          return { id: newId(), ...newSecrets(), ...when };
        });
        const found = await store.askNeverAsked(requests);
        sum += found;
        if (found < MESSAGES) return sum;
      }
    });
    out.write(formatPairs([['signups', `${asked} asked to confirm`]]));
  },
});
