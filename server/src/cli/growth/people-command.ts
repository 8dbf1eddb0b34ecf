import { newPersonSchema } from '#shared/people';
import { uuidv7 } from '#shared/uuid';
import { withStore } from '../../database/open-database.ts';
import { StartError } from '../../lib/start-error.ts';
import { newLink, whyNoPasskeys } from '../../people/passkeys.ts';
import { parseInput } from '../../settings/parse-input.ts';
import type { GrowthContext } from '../frame/growth-context.ts';
import { command, text } from '../frame/subcommand.ts';

const ACTIONS = ['add', 'reset', 'remove'] as const;

export const peopleCommand = command<GrowthContext>()({
  usage: 'npm run growth -- people add|reset|remove NAME [OPTIONS]',
  summary: 'lets somebody enter the console with a passkey, or no longer',
  about: `add prints a link that registers the first passkey of a new person. It works once, within 24 hours, and whoever has it is that
person: hand it over yourself. reset removes all passkeys of a person and ends their sessions, and prints such a link: for whoever has lost
the last device. remove lets nobody in any more by that name. An owner may do everything; a viewer sees figures without people.
npm run growth -- api people lists everybody, and npm run growth -- api acts what they did. The server may be running.`,
  options: { role: text('ROLE', 'of a new person: owner or viewer') },
  words: [2, 2],
  async run({ role }, { database, config, loadSite, out }, [word = '', name = '']) {
    const action = ACTIONS.find((one) => one === word);
    if (!action)
      throw new StartError(`expected ${ACTIONS.join(', ')}, not ${JSON.stringify(word)}`);
    const siteUrl = config.siteUrl ?? loadSite().url;
    const why = whyNoPasskeys(siteUrl);
    if (why !== null && action !== 'remove') throw new StartError(why);
    const at = Date.now();
    const by = { personId: null, doneBy: 'command', at };
    const { url, stored } = newLink(siteUrl, at);
    const asked =
      action === 'add' && parseInput(newPersonSchema, { name, role }, { whole: 'name' });
    const fault = await withStore(database, async (store) => {
      if (asked) {
        const id = uuidv7(at, crypto.getRandomValues(new Uint8Array(10)));
        const isNew = await store.addPerson({ id, ...asked, createdAt: at, ...stored }, by);
        return isNew ? null : 'there is already somebody called';
      }
      const person = (await store.readPeople(at)).find(
        (one) => one.name === name.normalize('NFKC'),
      );
      if (!person) return 'nobody is called';
      const reset = { kind: 'reset_person', ...stored } as const;
      const change = action === 'remove' ? ({ kind: 'remove_person' } as const) : reset;
      await store.changePerson(person.id, change, by);
      return null;
    });
    if (fault !== null) throw new StartError(`${fault} ${JSON.stringify(name)}`);
    out.write(action === 'remove' ? `${name} may no longer enter.\n` : `${url}\n`);
  },
});
