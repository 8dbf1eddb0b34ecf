import { randomUUID } from 'node:crypto';
import { parseArgs } from 'node:util';
import { noteSchema } from '#shared/notes';
import type { GrowthContext } from '../../cli/frame/growth-context.ts';
import { orHelp, type Subcommand } from '../../cli/frame/subcommand.ts';
import { withStore } from '../../database/open-database.ts';
import { printable } from '../../lib/printable.ts';
import { StartError } from '../../lib/start-error.ts';
import { parseInput } from '../../settings/parse-input.ts';

const help = `npm run growth -- note TEXT [--at TIME]

Writes down what happened, such as "Product Hunt" or "new headline". The console's charts mark it, and the digest and the
exports contain it. TEXT has at most 200 characters.

  --at TIME   a day like 2026-03-14, or an ISO time like 2026-03-14T09:00 or 2026-03-14T09:00:00Z; now without it.
              Days, and times without an offset, are those of SITE_TIMEZONE
  --help      prints this text`;

export const noteCommand: Subcommand<GrowthContext> = {
  summary: 'writes down what happened, for charts and the digest',
  help,
  async run(args, { database, config, out }) {
    const { values, positionals } = orHelp(help, () =>
      parseArgs({ args, options: { at: { type: 'string' } }, allowPositionals: true }),
    );
    const [text, ...more] = positionals;
    if (text === undefined || more.length > 0) {
      throw new StartError(`note takes one TEXT in quotes, not ${positionals.length}\n\n${help}`);
    }
    const note = parseInput(
      noteSchema(config.timeZone),
      { text, ...values },
      { whole: 'the note' },
    );
    const { at = Date.now() } = note;
    await withStore(database, (store) =>
      store.addNote({ id: randomUUID(), at, kind: 'note', text: note.text }),
    );
    out.write(`${new Date(at).toISOString()}  ${printable(note.text)}\n`);
  },
};
