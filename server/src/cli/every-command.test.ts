import { readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test, vi } from 'vitest';
import type { SiteStore } from '../database/site-store.ts';
import { EXAMPLE_SITE } from '../site/site-config.ts';
import * as made from '../store/testing/store-contract-data.ts';
import { openMailServer } from '../testing/programs/mail-server.ts';
import { hasPostgres, openEmptyPostgresDatabase } from '../testing/programs/postgres.ts';
import { openPosthogApp } from '../testing/programs/posthog-app-stand-in.ts';
import { openWebhookReceiver, WEBHOOK_SECRET } from '../testing/programs/webhook-receiver.ts';
import type { Entry } from '../testing/sites/built-process.ts';
import { runEntries } from '../testing/sites/run-entries.ts';
import { createProject } from '../testing/sites/server-process.ts';
import { temporaryFile } from '../testing/temporary-folder.ts';
import { urlOf } from '../testing/test-app.ts';
import { openTestStore } from '../testing/test-database.ts';

vi.setConfig({ testTimeout: 120_000 });

/** How a command ends: with this exit code, after it has printed what matches. */
type End = [code: number, ...printed: RegExp[]];

const day = new Date().toISOString().slice(0, 10);
const TODAY = `from=${day} to=${day}`;
const FUNNEL = JSON.stringify({ name: 'Mine', steps: ['section_view', 'scroll'] });
const ADA = made.newId();
const DECISION = JSON.stringify({ ids: [ADA], decision: 'accepted', seen: 'waiting' });
const MAILING = JSON.stringify({
  audience: { types: ['beta'], states: ['waiting'], languages: [] },
  words: { en: { subject: 'It_is_here', text: 'Hello_{name}', link: null } },
});

/** What is run, in this order, and how it ends. */
const ROWS: [command: string, end: End, onPostgres?: End][] = [
  ['growth funnel', [0, /^1 of 2 people took all steps/, /^Saw the signup section +2 /m]],
  [`growth api funnels --data ${FUNNEL}`, [0, /^name +Mine$/m]],
  ['growth funnel --name Mine', [0, /^0 of 2 people took all steps/]],
  [`growth api traffic ${TODAY}`, [0, /^1 of 2 visitors signed up/, /^section_view +2 +2$/m]],
  [`growth api figures ${TODAY} unit=day`, [0, /^One person signed up/, / 0 +1 +0 +1 +/]],
  ['growth export signups', [0, /^id,name,email,/, /^[^,]+,Jane,ada@example\.org,/m]],
  ['growth api notes --data {"text":"launched"}', [0, /^text +launched$/m]],
  [
    'doctor FOLDER --mail me@own.example --webhooks',
    [
      0,
      /^ok +database +\S+$/m,
      /^ok +clock +plausible/m,
      /^ok +delivery +3 events waiting, the first since \S+; 0 delivered$/m,
      /^ok +outbox +0 messages waiting; 0 sent in the last day, 0 refused, 0 given up$/m,
      /^ok +test mail +sent through .*: 250 /m,
      /^ok +test +sent to 127\.0\.0\.1:/m,
      /^The site can start: 0 err/m,
    ],
  ],
  ['posthog plan', [0, /^create +insight +Funnel: Mine$/m, /^14 to do:/m]],
  ['posthog apply', [0, /^Done\.$/m]],
  ['posthog plan', [0, /^Nothing to do\.$/m]],
  ['growth api delivery', [0, /^recipient +127/m, /^waiting +3$/m]],
  [`growth api list/decisions --data ${DECISION}`, [0, /^changed +1$/m]],
  ['growth api list/invitations --data {"next":1}', [0, /^queued +1$/m]],
  [`growth api list/mailings --data ${MAILING}`, [0, /^id +[0-9a-f-]{36}$/m]],
  ['growth api list/mailings', [0, /mailings:\n[\s\S]* draft [\s\S]*T\S+Z [\s\S]*It_is_here /]],
  ['growth api list/secret', [0, /^secret +[\w-]{43}$/m]],
  ['growth api alerts', [0, / no_signups +Nobody signs up\. /]],
  ['growth api alerts/no_signups/silence --data {"hours":48}', [0, /^silentUntil +\S+Z$/m]],
  ['growth people add Ada --role owner', [0, /^https:\/\/\S+\/growth#link=[\w-]{43}$/m]],
  ['growth api people', [0, / Ada +owner /]],
  ['data backup FOLDER/backup.db', [0, /^checked +intact$/m], [1, /: pg_dump makes its backups$/m]],
  [
    `data export --consent-id ${made.JANE} --email ada@example.org`,
    [0, /"section_name": "signup"/, /"confirmedAt": "\S+Z"/, /"expiresAt": "\S+Z"/],
  ],
  ['data ask', [0, /^signups +0 asked to confirm$/m]],
  ['data decline --email ada@example.org', [0, /^signups +1 get no launch message$/m]],
  ['data restrict --email ada@example.org', [0, /^signups +1 restricted$/m]],
  ['data erase --email ada@example.org', [0, /^signups +1 erased$/m, /^files +.* VACUUM/m]],
  ['data export --email ada@example.org', [0, /"confirmedAt": "\S+Z",\n[^}]+"deletedAt": "\S+Z"/]],
  ['data retention', [0, /^events +0 deleted, older than 395 days$/m]],
  [
    'data drill',
    [0, /^signups +1\nconsents +2\nevents +3\nrestored +in /m],
    [1, /: restore a dump into an empty database/],
  ],
  ['data verify', [0, /^signups +0\nconsents +2\nevents +3\nintact /m]],
  ['data copy --to file:FOLDER/copy.db', [0, /^signup_proofs +1$/m, /^events +3$/m]],
  [
    'data restore FOLDER/backup.db',
    [0, /^signups +1$/m, /^restored /m, /^erased again +1 signup, erased since or expired$/m],
    [1, /: pg_restore restores its backups$/m],
  ],
  ['growth demo-data --people 100 --force', [0, /holds 100 made-up people with 1000 events;/]],
];

const SAW_SIGNUP = { name: 'section_view', properties: { section_name: 'signup' } };
const SIGNED_UP = { name: 'form_submit', properties: { event_label: 'success' } };

/** A site that two people have visited, who agreed, with a confirmed application and an alert. */
async function fill(store: SiteStore) {
  const now = Date.now();
  await store.publishConsentTexts([made.text()]);
  for (const [consentId, ...did] of [
    [made.JANE, SAW_SIGNUP, SIGNED_UP],
    [made.JOHN, SAW_SIGNUP],
  ] as const) {
    await store.recordDecision(made.grant({ consentId, ...made.madeAt(now) }));
    const events = did.map((event) => ({ ...event, id: made.newId(), occurredAt: now }));
    await store.recordEvents(made.batch({ consentId, receivedAt: now, events }));
  }
  const application = { signupType: 'beta', useCase: 'Films', createdAt: now } as const;
  const ada = { id: ADA, email: 'ada@example.org', ...application, confirmedAt: now };
  await store.insertSignup(made.signup(ada));
  const alert = {
    name: 'no_signups',
    text: 'Nobody signs up.',
    since: now,
    raisedAt: now,
  } as const;
  await store.raiseAlert({ id: made.newId(), ...alert });
}

async function openEverything(database: string) {
  const store = await openTestStore(database);
  await fill(store);
  await store.close();
  const folder = createProject();
  const site = { ...EXAMPLE_SITE, recipients: { posthog: { retentionDays: 365 } } };
  writeFileSync(join(folder, 'data/site.json'), JSON.stringify(site));
  const [smtp, receiver] = [await openMailServer(), await openWebhookReceiver()];
  const posthog = await openPosthogApp();
  const env = {
    ...{ DATABASE_URL: urlOf(database), SMTP_URL: smtp.url, MAIL_FROM: 'hello@own.example' },
    ...{ WEBHOOK_URL: receiver.url, WEBHOOK_SECRET, WEBHOOK_ALLOW_PRIVATE: 'on' },
    ...{ POSTHOG_HOST: posthog.url, POSTHOG_KEY: 'phc_key', POSTHOG_PROJECT_ID: '42' },
    POSTHOG_PERSONAL_API_KEY: posthog.key,
  };
  return { folder, env };
}

const wordsOf = (command: string) => command.split(' ') as [Entry, ...string[]];

describe.each<[name: string, isThere: boolean, open: () => Promise<string>]>([
  ['SQLite', true, async () => temporaryFile('site.db')],
  ['PostgreSQL', hasPostgres(), openEmptyPostgresDatabase],
])('on %s', (name, isThere, open) => {
  test.skipIf(!isThere)('every command does what it is for', async () => {
    const { folder, env } = await openEverything(await open());
    const commands = ROWS.map(([command]) => wordsOf(command.replace('FOLDER', folder)));
    const ran = await runEntries(commands, env);
    for (const [index, [command, end, onPostgres]] of ROWS.entries()) {
      const [code, ...expected] = (name === 'PostgreSQL' && onPostgres) || end;
      const { printed = '', ...ended } = ran[index] ?? {};
      expect.soft(ended, `${command}\n${printed}`).toEqual({ code });
      for (const each of expected) expect.soft(printed, command).toMatch(each);
    }
  });
});

test('every command that the help of its entry lists has a row', async () => {
  const entries = readdirSync(import.meta.dirname)
    .filter((file) => /^[^.]+\.ts$/.test(file))
    .map((file) => file.replace(/(-command)?\.ts$/, '') as Entry);
  const helps = await runEntries(entries.map((entry) => [entry, '--help']));
  const commands = entries.flatMap((entry, index) => {
    const [, list = ''] = helps[index]?.printed.split(/COMMAND \[OPTIONS\]/) ?? [];
    const names = [...list.matchAll(/^ {2}([a-z][\w-]*) /gm)].map(([, name]) => `${entry} ${name}`);
    return names.length > 0 ? names : [entry];
  });
  expect(commands.length).toBeGreaterThan(12);
  const hasRow = (name: string) => ROWS.some(([command]) => `${command} `.startsWith(`${name} `));
  expect(commands.filter((name) => !hasRow(name))).toEqual([]);
});
