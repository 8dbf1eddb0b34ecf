import { parseArgs } from 'node:util';
import { readDatabase } from '../database/open-database.ts';
import { printable, printableJson } from '../lib/printable.ts';
import { StartError } from '../lib/start-error.ts';
import { loadConfig } from '../settings/config.ts';
import { findProjectRoot } from '../settings/project-root.ts';
import type { DeliveryState, SkipReason } from '../store/store.ts';
import { printError } from './frame/print-error.ts';

const HELP = `npm run relay -- status [--json]

Shows how the delivery of events to PostHog is going: how many events wait and since when, how many were
delivered, how many were not and why, which events PostHog refuses, and why the last attempt failed.
Reads the database in DATABASE_URL without changing it. The server may be running.

  --json   prints the same as JSON, with ISO times
  --help   prints this text`;

const SKIP_REASONS: Record<SkipReason, string> = {
  no_grant: 'no consent on record',
  withdrawn: 'consent withdrawn',
  expired: 'consent expired',
  other_recipient: 'agreed to a text that did not name this PostHog',
};

try {
  console.log(await run(process.argv.slice(2)));
} catch (error) {
  printError(error);
}

async function run(args: string[]): Promise<string> {
  const { values, positionals } = parse(args);
  if (values.help) return HELP;
  const [command = 'status', ...rest] = positionals;
  if (command !== 'status' || rest.length > 0) {
    throw new StartError(`the only command is status, not ${positionals.join(' ')}\n\n${HELP}`);
  }
  const root = findProjectRoot();
  const config = loadConfig(root);
  const destination = config.posthogKey === null ? null : config.posthogHost;
  const state = await readDatabase(config.database, (reader) => reader.deliveryState());
  return values.json
    ? printableJson({ destination, ...withIsoTimes(state) })
    : describe(destination, state);
}

function parse(args: string[]) {
  try {
    const options = { json: { type: 'boolean' }, help: { type: 'boolean', short: 'h' } } as const;
    return parseArgs({ args, options, allowPositionals: true });
  } catch (error) {
    const why = error instanceof Error ? error.message : '';
    throw new StartError(`${why}\n\n${HELP}`);
  }
}

function iso(time: number): string {
  return new Date(time).toISOString();
}

function withIsoTimes(state: DeliveryState) {
  const isoOrNull = (time: number | null) => (time === null ? null : iso(time));
  return {
    ...state,
    waitingSince: isoOrNull(state.waitingSince),
    deliveredAt: isoOrNull(state.deliveredAt),
    deadLetters: state.deadLetters.map((letter) => ({ ...letter, at: iso(letter.at) })),
    failure: state.failure && { ...state.failure, at: iso(state.failure.at) },
  };
}

function deletionLines({ waiting, refused, reason }: DeliveryState['deletions']): string[][] {
  if (waiting + refused === 0) return [];
  const why = reason === null ? '' : `: ${reason}`;
  return [['deletions', `${waiting} people wait to be deleted, ${refused} refused${why}`]];
}

function describe(destination: string | null, state: DeliveryState): string {
  const { waitingSince, deliveredAt, failure, deadLetters } = state;
  const since = waitingSince === null ? '' : `, the first since ${iso(waitingSince)}`;
  const last = deliveredAt === null ? '' : `, the last at ${iso(deliveredAt)}`;
  const skips = Object.entries(SKIP_REASONS) as [SkipReason, string][];
  const lines = [
    ['destination', destination ?? 'none (POSTHOG_KEY is not set): events stay here'],
    ['waiting', `${state.waiting}${since}`],
    ['delivered', `${state.delivered}${last}`],
    ...skips
      .filter(([reason]) => state.skipped[reason] > 0)
      .map(([reason, words]) => ['passed over', `${state.skipped[reason]}, ${words}`]),
    ['set aside', String(state.setAside)],
    ...deletionLines(state.deletions),
    ...deadLetters.map(({ eventId, reason, at }) => ['', `${eventId} at ${iso(at)}: ${reason}`]),
    ['last failure', failure ? `${failure.reason}, at ${iso(failure.at)}` : 'none'],
  ];
  return lines.map(([name = '', value = '']) => `${name.padEnd(14)}${printable(value)}`).join('\n');
}
