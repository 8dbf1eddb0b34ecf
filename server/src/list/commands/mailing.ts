import { readFileSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { type AudienceCount, type Mailing, mailingSchema } from '#shared/list';
import { MAILING_ACTIONS } from '#shared/list-values';
import { orHelp, type Subcommand } from '../../cli/frame/subcommand.ts';
import { printable, printableJson } from '../../lib/printable.ts';
import { StartError } from '../../lib/start-error.ts';
import { summarizeMailings } from '../../reports/summary/summarize-list.ts';
import { parseInput } from '../../settings/parse-input.ts';
import type { ListDesk } from '../list-desk.ts';
import { type ListContext, needMail } from './list-context.ts';

const help = `npm run list -- mailing [ACTION] [OPTIONS]

Without an action, lists the mailings. What sends something does nothing without --yes.

  draft FILE            stores a mailing from a JSON file (docs/growth-api.md), and prints its id
  send ID --people N    sends a draft to its N people; without --yes it prints how many they are
  pause|resume|stop ID
  again ID              sends again to those in doubt; without --yes it lists them
  --json                prints JSON
  --yes                 really sends
  --dry-run             sends nothing; the default
  --help                prints this text`;

const options = {
  people: { type: 'string' },
  json: { type: 'boolean', default: false },
  yes: { type: 'boolean', default: false },
  'dry-run': { type: 'boolean', default: false },
} as const;

export const mailingCommand: Subcommand<ListContext> = {
  summary: 'sends a message to the list, pauses, resumes or stops it',
  help,
  async run(args, context) {
    const { values, positionals } = orHelp(help, () =>
      parseArgs({ args, options, allowPositionals: true }),
    );
    const [name, of = ''] = positionals;
    const isReal = values.yes && !values['dry-run'];
    const { out } = context;
    await context.withDesk(async (desk, store) => {
      const action = MAILING_ACTIONS.find((one) => one === name);
      if (name === undefined) {
        const mailings = await desk.mailings();
        const summary = summarizeMailings(mailings);
        const text = [printable(summary), ...mailings.map(lineOf)].join('\n');
        out.write(`${values.json ? printableJson({ summary, mailings }) : text}\n`);
      } else if (name === 'draft') {
        const content = parseInput(mailingSchema, readJson(of), { whole: 'the mailing' });
        out.write(`${await desk.save(null, content)}\n`);
      } else if (action) {
        if (!(await desk.change(of, action))) throw new StartError(`${action}: not in this state`);
        out.write('done\n');
      } else if (name === 'send') {
        needMail(context);
        const mailing = await find(desk, of);
        if (isReal) await send(desk, mailing, Number(values.people), out);
        else out.write(describe(await store.countAudience(mailing.audience)));
      } else if (name === 'again') {
        needMail(context);
        await again(desk, await find(desk, of), isReal, out);
      } else throw new StartError(`there is no action ${JSON.stringify(name)}\n\n${help}`);
    });
  },
};

async function find(desk: ListDesk, id: string) {
  const mailing = await desk.mailing(id);
  if (!mailing) throw new StartError(`there is no mailing ${JSON.stringify(id)}`);
  return mailing;
}

function describe({ people, leftOut }: AudienceCount): string {
  const reasons = [
    `not confirmed ${leftOut.unconfirmed}`,
    `undeliverable ${leftOut.undeliverable}`,
    `agreed to other words ${leftOut.wording}`,
    `in another group ${leftOut.otherGroup}`,
  ];
  return `would go to: ${people}; left out: ${reasons.join(', ')}\n`;
}

async function send(desk: ListDesk, mailing: Mailing, people: number, out: ListContext['out']) {
  if (!Number.isInteger(people)) throw new StartError('--people is missing; expected a number');
  const outcome = await desk.start(mailing.id, people);
  if (outcome.outcome === 'started') out.write('it is sent from now on\n');
  else if (outcome.outcome !== 'other_number') throw new StartError('it is no draft any more');
  else {
    throw new StartError(
      `--people is ${people}, expected ${outcome.people}, the number of recipients now; nothing was sent`,
    );
  }
}

async function again(
  desk: ListDesk,
  { id, recipients }: Mailing,
  isReal: boolean,
  out: ListContext['out'],
) {
  const doubtful = async () =>
    (await desk.troubled(id)).filter(({ state }) => state === 'in_doubt');
  if (!isReal) {
    const listed = await doubtful();
    out.write(`${recipients.in_doubt} in doubt\n`);
    for (const { email } of listed) out.write(`${printable(email)}\n`);
    if (listed.length < recipients.in_doubt) out.write('…\n');
    return;
  }
  let count = 0;
  for (;;) {
    const ids = (await doubtful()).map(({ signupId }) => signupId);
    const some = await desk.again(id, ids);
    count += some;
    if (some === 0) break;
  }
  out.write(`${count} wait again\n`);
}

function readJson(file: string): unknown {
  try {
    return JSON.parse(readFileSync(file, 'utf8').replace(/^\ufeff/, ''));
  } catch (error) {
    throw new StartError(
      `${file} cannot be read as JSON: ${error instanceof Error ? error.message : ''}`,
    );
  }
}

const lineOf = ({ id, state, words, people, recipients }: Mailing) =>
  printable(
    [
      id,
      state,
      `${recipients.sent} of ${people} sent`,
      `${recipients.in_doubt} in doubt`,
      words.en?.subject ?? '',
    ].join('  '),
  );

const secretHelp = `npm run list -- secret

Prints the secret that personal codes are made with, for a shop that checks them: docs/operations.md, Working the list.
Whoever has it can make codes.

  --help   prints this text`;

export const secretCommand: Subcommand<ListContext> = {
  summary: 'prints the secret of the personal codes',
  help: secretHelp,
  async run(args, { withDesk, out }) {
    orHelp(secretHelp, () => parseArgs({ args, options: {} }));
    out.write(`${await withDesk((desk) => desk.secret())}\n`);
  },
};
