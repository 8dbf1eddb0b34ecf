import { parseArgs } from 'node:util';
import { invitationSchema } from '#shared/list';
import { orHelp, type Subcommand } from '../../cli/frame/subcommand.ts';
import { parseInput } from '../../settings/parse-input.ts';
import { findIds, type ListContext, needMail } from './list-context.ts';

const help = `npm run list -- invite WHO... | --next N [--yes]

Invites accepted people to the beta: those named by address or id, or the next N by the date of their application. An
earlier invitation of theirs no longer works then. Without --yes it only says whom it would invite.

  --next N   the next N who were never invited, at most 500
  --yes      really invites
  --dry-run  invites nobody; the default
  --help     prints this text`;

const options = {
  next: { type: 'string' },
  yes: { type: 'boolean', default: false },
  'dry-run': { type: 'boolean', default: false },
} as const;

export const inviteCommand: Subcommand<ListContext> = {
  summary: 'invites accepted people to the beta',
  help,
  async run(args, context) {
    const { values, positionals } = orHelp(help, () =>
      parseArgs({ args, options, allowPositionals: true }),
    );
    needMail(context);
    await context.withDesk(async (desk, store) => {
      const input =
        values.next === undefined
          ? { ids: await findIds(store, positionals) }
          : { next: Number(values.next) };
      const request = parseInput(invitationSchema, input, { whole: 'the invitation' });
      if (!values.yes || values['dry-run']) {
        const ids = 'ids' in request ? request.ids : await desk.nextToInvite(request.next);
        context.out.write(`would be invited: ${ids.length}; nothing was sent\n`);
        return;
      }
      const { queued, refused } = await desk.invite(request);
      context.out.write(`invitations queued: ${queued}\n`);
      if (refused > 0) {
        context.warn(
          `${refused} were not invited: not accepted, not confirmed, undeliverable, redeemed already, or invited a moment ago`,
        );
      }
    });
  },
};
