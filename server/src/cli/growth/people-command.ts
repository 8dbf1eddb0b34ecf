import { whyNoPasskeys } from '#shared/growth-console';
import { isSameName, newPersonSchema } from '#shared/people';
import { uuidv7 } from '#shared/uuid';
import { withStore } from '../../database/open-database.ts';
import { StartError } from '../../lib/start-error.ts';
import { newLink } from '../../people/passkeys.ts';
import { parseInput } from '../../settings/parse-input.ts';
import type { GrowthContext } from '../frame/growth-context.ts';
import { command, text } from '../frame/subcommand.ts';

export const peopleCommand = command<GrowthContext>()({
  usage: 'npm run growth -- people add|reset NAME [OPTIONS]',
  summary: 'lets somebody enter the console with a passkey',
  about: `add prints a link that registers the first passkey of a new person. It works once, within 24 hours, and whoever has it is that
person: hand it over yourself. reset removes all passkeys of a person and ends their sessions, and prints such a link: for whoever has lost
the last device. An owner may do everything; a viewer sees figures without people. npm run growth -- api people lists everybody, and
npm run growth -- api acts what they did. The server may be running.`,
  options: { role: text('ROLE', 'of a new person: owner or viewer') },
  words: [2, 2],
  async run({ role }, { database, config, loadSite, out }, [action = '', name = '']) {
    if (action !== 'add' && action !== 'reset')
      throw new StartError(`expected add or reset, not ${JSON.stringify(action)}`);
    const siteUrl = config.siteUrl ?? loadSite().url;
    const why = whyNoPasskeys(siteUrl);
    if (why !== null) throw new StartError(why);
    const at = Date.now();
    const by = { personId: null, doneBy: 'command', at };
    const { url, stored } = newLink(siteUrl, at);
    await withStore(database, async (store) => {
      const person = (await store.readPeople(at)).find((one) => isSameName(one.name, name));
      if (action === 'reset') {
        if (!person) throw new StartError(`nobody is called ${JSON.stringify(name)}`);
        await store.changePerson(person.id, { kind: 'reset_person' }, stored, by);
        return;
      }
      const asked = parseInput(newPersonSchema, { name, role }, { whole: 'name' });
      const id = uuidv7(at, crypto.getRandomValues(new Uint8Array(10)));
      if (!(await store.addPerson({ id, ...asked, createdAt: at, ...stored }, by)))
        throw new StartError(`there is already somebody called ${JSON.stringify(name)}`);
    });
    out.write(`${url}\n`);
  },
});
