import { parseArgs } from 'node:util';
import { decisionSchema } from '#shared/list';
import { orHelp, type Subcommand } from '../../cli/frame/subcommand.ts';
import { printableLines } from '../../lib/printable.ts';
import { StartError } from '../../lib/start-error.ts';
import { parseInput } from '../../settings/parse-input.ts';
import type { Decided } from '../application-decisions.sql.ts';
import { findIds, type ListContext, needMail } from './list-context.ts';

const help = `npm run list -- decide accepted|declined|waiting WHO... [OPTIONS]

Decides about applications for the beta. WHO is an e-mail address or the id of a signup. waiting takes a decision back.
A decision can be changed until a message about it has left, with --seen.

  --seen STATE the state that you saw: waiting, accepted or declined. Applications in another one stay as they are, because
               somebody else has decided. By default waiting; to take a decision back, it must be given.
  --by NAME    who decides
  --note TEXT  why, for the team
  --tell       sends those who are declined the polite message
  --dry-run    says whom it is about, and decides nothing; the default with --tell
  --yes        with --tell: really sends
  --help       prints this text`;

const options = {
  seen: { type: 'string' },
  by: { type: 'string' },
  note: { type: 'string' },
  tell: { type: 'boolean', default: false },
  yes: { type: 'boolean', default: false },
  'dry-run': { type: 'boolean', default: false },
} as const;

export const decideCommand: Subcommand<ListContext> = {
  summary: 'accepts or declines applications',
  help,
  async run(args, context) {
    const { values, positionals } = orHelp(help, () =>
      parseArgs({ args, options, allowPositionals: true }),
    );
    const [decision, ...who] = positionals;
    const { seen = 'waiting', by = null, note = null, tell, yes } = values;
    if (decision === 'waiting' && values.seen === undefined) {
      throw new StartError(
        '--seen is missing; expected the decision to take back, e.g. --seen accepted',
      );
    }
    if (tell) needMail(context);
    await context.withDesk(async (desk, store) => {
      const ids = await findIds(store, who);
      const input = { ids, decision, seen, by, note, tell };
      const request = parseInput(decisionSchema, input, { whole: 'the decision' });
      if (values['dry-run'] || (tell && !yes)) {
        context.out.write(`would be decided: ${ids.length}; nothing was changed\n`);
        return;
      }
      const { changed, told, missing, others, queued } = await desk.decide(request);
      const lines = [
        `${changed} ${decision}`,
        ...(told.length > 0
          ? [`${told.length} stay as they are: a message about the decision has left`]
          : []),
        ...others.map((other) => stays(who[ids.indexOf(other.id)] ?? other.id, other)),
        ...(missing > 0 ? [`${missing} are no applications`] : []),
        ...(tell ? [`messages queued: ${queued}`] : []),
      ];
      context.out.write(`${printableLines(lines.join('\n'))}\n`);
    });
  },
};

function stays(who: string, { state, by }: Decided['others'][number]): string {
  const decided = by === null ? state : `${state} by ${by}`;
  return `${who} stays as it is: ${decided}; --seen ${state} changes that`;
}
