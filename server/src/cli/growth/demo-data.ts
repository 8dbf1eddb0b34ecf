import { createHash } from 'node:crypto';
import { z } from 'zod';
import { DAY_MS } from '#shared/limits';
import { PRESETS } from '#shared/site-funnels';
import { utcQuarter } from '#shared/time';
import { uuidv7 } from '#shared/uuid';
import { openForCommand } from '../../database/open-database.ts';
import type { SiteStore } from '../../database/site-store.ts';
import { enteredBy } from '../../demo/demo-signups.ts';
import {
  DEMO_EVENTS_PER_PERSON,
  DEMO_REFUSALS,
  DEMO_SOURCES,
  DEMO_UNMEASURED_SIGNUPS,
  DEMO_WAYS,
} from '../../demo/demo-table.ts';
import {
  createDemoVisits,
  DEMO_LAUNCH,
  DEMO_TEXT,
  type DemoVisit,
} from '../../demo/demo-visits.ts';
import { printable } from '../../lib/printable.ts';
import { StartError } from '../../lib/start-error.ts';
import { readWholePerson } from '../../persons/read-whole-person.ts';
import { type DatabaseAddress, nameOf } from '../../settings/database-address.ts';
import { parseInput } from '../../settings/parse-input.ts';
import type { Decision, NewSignup } from '../../store/store.ts';
import { command, flag, text } from '../frame/subcommand.ts';
import { formatTable } from '../frame/text-table.ts';

const ways = formatTable(
  ['', ...DEMO_SOURCES, ...PRESETS, ''],
  DEMO_WAYS.map(({ name, people, takes }) => [name, ...[...people, ...takes].map(String), '']),
);

const whole = (min: number, max: number) =>
  z
    .string()
    .regex(/^\d+$/, 'expected a whole number')
    .transform(Number)
    .pipe(z.int().min(min).max(max));
const schema = z.object({
  people: whole(100, 100_000)
    .refine((people) => people % 100 === 0, 'expected a multiple of 100')
    .default(5000),
  days: whole(1, 180).default(90),
  until: z.iso
    .date('expected a day like 2026-03-14')
    .transform((day) => Date.parse(day) + DAY_MS)
    .default(() => Date.now()),
  seed: whole(0, 2 ** 31).default(1),
});

export const demoDataCommand = command()({
  usage: 'npm run growth -- demo-data [OPTIONS]',
  summary: 'fills an empty database with made-up visits',
  about: `Fills an empty or new database with made-up visitors: their consents, visits, signups, refusals and page views. The
same options produce the same data. You can work out by hand what to expect. People come in groups of a hundred, and
each group has one source: ${DEMO_SOURCES.join(', ')}, and then from the start.
The first columns say how many of a hundred go each way, and the last ones how many steps of each preset they take:

${ways.replace(/^/gm, '  ')}

Each person has ${DEMO_EVENTS_PER_PERSON} events. For each group, ${DEMO_REFUSALS} more browsers refuse, and ${DEMO_UNMEASURED_SIGNUPS} of these people
sign up, too: more people sign up than the table says. None of this data is ever sent to PostHog, because the made-up
visitors agree to a text (revision 0) that names no recipient. The data passes npm run data -- verify.`,
  options: {
    people: text(
      'N',
      'the number of people, a multiple of 100; default 5000, which makes 50,000 events',
    ),
    days: text('N', 'the number of days over which they come; default 90'),
    until: text('DAY', 'the last of these days, UTC; default today, until now'),
    seed: text('N', 'another number produces other times and ids; default 1'),
    force: flag('writes into a database that is not empty'),
  },
  async run({ force, ...values }, { database, out }) {
    const demo = parseInput(schema, values, { whole: 'the demo' });
    const visits = createDemoVisits(demo);
    const store = await openForCommand(database);
    try {
      if (!force) await requireEmpty(store, database);
      await requireNew(store, visits);
      await store.recordDemoText({ ...DEMO_TEXT, publishedAt: demo.until - demo.days * DAY_MS });
      await write(store, visits, demo.seed);
    } finally {
      await store.close();
    }
    out.write(
      `${printable(nameOf(database))} holds ${demo.people} made-up people with ${demo.people * DEMO_EVENTS_PER_PERSON} events; ${(demo.people / 100) * DEMO_REFUSALS} browsers refused.\n`,
    );
  },
});

async function requireEmpty(store: SiteStore, database: DatabaseAddress) {
  const [held] = Object.entries(await store.countRows()).find(([, rows]) => rows > 0) ?? [];
  if (held === undefined) return;
  throw new StartError(
    `the database ${nameOf(database)} already holds ${held}; name an empty or new one, e.g. DATABASE_URL=file:data/demo.db, or add --force`,
  );
}

async function requireNew(store: SiteStore, [first]: readonly DemoVisit[]) {
  const { consents } = await readWholePerson(store, first?.consentId ?? '', 0);
  if (consents.length === 0) return;
  throw new StartError('the database already holds these made-up people; use another --seed');
}

/** Visits whose writes are awaited together; the store groups them into few transactions. */
const TOGETHER = 200;

async function write(store: SiteStore, visits: readonly DemoVisit[], seed: number) {
  const pages = new Map<string, number>();
  let people = 0;
  for (let start = 0; start < visits.length; start += TOGETHER) {
    const some = visits.slice(start, start + TOGETHER);
    const refusing = some
      .filter(({ isFirst }) => isFirst)
      .map(({ at, sessionId }) => ({ at, sessionId, number: people++ }))
      .filter(({ number }) => number % 100 < DEMO_REFUSALS);
    await Promise.all([
      ...some.flatMap((visit) => writeVisit(store, visit)),
      ...refusing.map((visit) => store.recordDecision(decision(visit, null))),
      ...refusing
        .filter(({ number }) => number % (DEMO_REFUSALS / DEMO_UNMEASURED_SIGNUPS) === 0)
        .map(({ at, number }) => store.insertSignup(answered(unmeasured(at, seed, number)))),
    ]);
    for (const { at } of [...some, ...refusing]) {
      pages.set(utcQuarter(at), (pages.get(utcQuarter(at)) ?? 0) + 1);
    }
  }
  for (const [quarter, count] of pages) await store.addPageCounts(quarter, new Map([['/', count]]));
}

/** Revision of {@link DEMO_TEXT}. */
const REVISION = 0;

function writeVisit(store: SiteStore, visit: DemoVisit): Promise<unknown>[] {
  const { at, consentId, isFirst, sessionId, context, events, signup } = visit;
  const writes: Promise<unknown>[] = [];
  if (isFirst) writes.push(store.recordDecision(decision(visit, consentId)));
  const receivedAt = (events.at(-1)?.occurredAt ?? at) + 1000;
  writes.push(
    store.recordEvents({ consentId, sessionId, context, receivedAt, revision: REVISION, events }),
  );
  if (signup) {
    const made = { id: sessionId, ...signup, confirmedAt: null, createdAt: receivedAt };
    writes.push(store.insertSignup(answered(made)));
  }
  return writes;
}

/** Returns the signup of somebody who refused. */
function unmeasured(createdAt: number, seed: number, number: number): NewSignup {
  const email = `demo-${seed}-refused-${number}@example.org`;
  const id = uuidv7(createdAt, createHash('sha256').update(email).digest());
  const signupType = number % 2 === 0 ? 'beta' : 'notifyme';
  const entered = enteredBy(number, signupType);
  return { id, ...entered, email, signupType, confirmedAt: null, createdAt };
}

/** Of ten people, six agree to the message at the launch, one says no, two were never asked, and one has not confirmed. */
function answered(signup: NewSignup): NewSignup {
  const { id, createdAt, signupType: kind } = signup;
  const share = (createHash('sha256').update(id).digest()[0] ?? 0) / 256;
  if (share < 0.1) return signup;
  const shown = { hash: `demo ${kind}`, language: DEMO_TEXT.language, kind, text: DEMO_LAUNCH };
  const confirmed = { ...signup, confirmedAt: createdAt };
  return share < 0.3 ? confirmed : { ...confirmed, launch: { shown, agreed: share >= 0.4 } };
}

const decision = (
  { at, sessionId }: Pick<DemoVisit, 'at' | 'sessionId'>,
  consentId: string | null,
): Decision => ({
  id: sessionId,
  consentId,
  revision: REVISION,
  analytics: consentId !== null,
  source: 'banner',
  language: DEMO_TEXT.language,
  textHash: DEMO_TEXT.hash,
  gpc: false,
  decidedAt: at,
  recordedAt: at,
});
