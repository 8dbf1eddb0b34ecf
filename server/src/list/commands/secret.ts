import { parseArgs } from 'node:util';
import { orHelp, type Subcommand } from '../../cli/frame/subcommand.ts';
import type { ListContext } from './list-context.ts';

const help = `npm run list -- secret

Prints the secret that personal codes are made with, for a shop that checks them: docs/operations.md, Working the list.
Whoever has it can make codes.

  --help   prints this text`;

export const secretCommand: Subcommand<ListContext> = {
  summary: 'prints the secret of the personal codes',
  help,
  async run(args, { withDesk, out }) {
    orHelp(help, () => parseArgs({ args, options: {} }));
    out.write(`${await withDesk((desk) => desk.secret())}\n`);
  },
};
