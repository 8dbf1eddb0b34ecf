// Strangers write signups, events, backup files and PostHog's answers. On a terminal, their control characters would
// move the cursor or change the title or the clipboard, and bidirectional ones would reorder the text.
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { parse } from 'csv-parse/sync';
import { expect, test, vi } from 'vitest';
import type { SiteStore } from '../database/site-store.ts';
import { recordAll } from '../events/testing/store-contract-events.ts';
import { EXAMPLE_SITE } from '../site/site-config.ts';
import { JANE, NOON, signup } from '../store/testing/store-contract-data.ts';
import { openPosthogApp } from '../testing/programs/posthog-app-stand-in.ts';
import type { Entry } from '../testing/sites/built-process.ts';
import { change, createKeptFile } from '../testing/sites/kept-site.ts';
import { runData, tryData } from '../testing/sites/run-data.ts';
import { runGrowth, writeQuery } from '../testing/sites/run-growth.ts';
import { runBuilt } from '../testing/sites/server-process.ts';
import { temporaryFile, temporaryFolder } from '../testing/temporary-folder.ts';
import { filledDatabase, urlOf } from '../testing/test-app.ts';
import { sqliteTest } from '../testing/test-database.ts';
import { backupCommand } from './data/backup-command.ts';
import { exportCommand as exportPersonCommand } from './data/export-person.ts';
import { restoreCommand } from './data/restore-command.ts';
import { verifyCommand } from './data/verify.ts';
import { apiCommand } from './growth/api-command.ts';
import { exportCommand } from './growth/export-table.ts';
import { funnelCommand } from './growth/funnel-command.ts';
import { applyCommand } from './posthog/commands.ts';

vi.setConfig({ testTimeout: 60_000 });

/**
 * Sets a terminal's title, hides and reverses the text after it, and starts a line that looks like the command's own.
 */
const HOSTILE = 'a\x1b]0;x\x07\x9b8m\x7f\u200b\u202e\u061c\u2066\ufeff\r\nforged';
const ONE_LINE = HOSTILE.slice(0, HOSTILE.indexOf('\r'));
const ESCAPED = String.raw`a\u001b]0;x\u0007\u009b8m\u007f\u200b\u202e\u061c\u2066\ufeff\u000d\u000aforged`;
/** JSON writes these escapes differently, with the same meaning. */
const ESCAPED_IN_JSON = ESCAPED.replace(String.raw`\u000d\u000a`, String.raw`\r\n`);
/** Unsafe characters; the newlines at the ends of a command's own lines are allowed. */
const UNSAFE = /[^\P{Cc}\n]|[\u061c\u200b-\u200f\u202a-\u202e\u2060-\u2069\ufeff]/u;

const SUCCESS = { form_type: 'notifyme', event_label: 'success' };

function expectSafe(printed: string, ...escaped: string[]) {
  expect(printed).not.toMatch(UNSAFE);
  expect(printed).not.toMatch(/^forged/m);
  for (const part of escaped) expect(printed).toContain(part);
}

async function fill(store: SiteStore) {
  const own = { name: HOSTILE, useCase: HOSTILE };
  await store.insertSignup(signup({ email: 'jane@example.org', ...own }));
  const properties = { [HOSTILE]: HOSTILE };
  await recordAll(store, [
    { person: JANE, event: HOSTILE, at: NOON, utmSource: HOSTILE, properties },
  ]);
  const setAside = { seq: 1, reason: HOSTILE };
  await store.settleDeliveries({ through: 1, delivered: 0, skipped: {}, setAside, at: NOON });
  await store.noteDeliveryFailure(HOSTILE, NOON);
}

/** Runs a command as a separate process. Returns what it prints. */
async function run(...[name, args, env = {}]: [Entry, string[], NodeJS.ProcessEnv?]) {
  const { stdout, stderr } = await runBuilt(name, args, env);
  return stdout + stderr;
}

const TRAFFIC = ['traffic', 'from=2026-03-14', 'to=2026-03-14', 'by=utm_source'];
const BY_SOURCE = ['--breakdown', 'utm_source'];
const OF_JANE = ['--email', 'jane@example.org', '--consent-id', JANE];

test('what strangers sent is printed with escaped control characters; JSON has the same text, in characters that are safe to display; CSV in a file or a pipe is not escaped', async () => {
  const database = await filledDatabase(fill);
  const env = { DATABASE_URL: urlOf(database) };
  const growth = (command: typeof apiCommand, args: string[], isTTY = false) =>
    runGrowth(command, database, args, { isTTY });
  const tail = await growth(apiCommand, ['tail'], true);
  expectSafe(tail, `properties.${ESCAPED}`, `${ESCAPED}   ${ESCAPED}`);
  for (const asked of [['signups'], ['signups.csv'], TRAFFIC])
    expectSafe(await growth(apiCommand, asked, true), ESCAPED);
  const funnel = await growth(funnelCommand, ['--step', '*', ...BY_SOURCE], true);
  expectSafe(funnel, `utm_source: ${ESCAPED}`);
  for (const table of ['signups', 'events'])
    expectSafe(await growth(exportCommand, [table], true), ESCAPED);
  const examined = await run('doctor', [], { ...env, POSTHOG_KEY: 'phc_key' });
  expectSafe(examined, `Z: ${ESCAPED}`, `failure: ${ESCAPED}`);
  for (const json of [
    await growth(apiCommand, ['tail', '--json']),
    await growth(apiCommand, ['signups', '--json']),
    await growth(funnelCommand, ['--json', '--step', '*', ...BY_SOURCE]),
    await growth(exportCommand, ['signups', '--format', 'ndjson']),
    await growth(exportCommand, ['events', '--format', 'ndjson']),
    await runData(exportPersonCommand, database, OF_JANE),
  ]) {
    expectSafe(json, ESCAPED_IN_JSON);
    expect(JSON.stringify(JSON.parse(json))).toContain(JSON.stringify(HOSTILE));
  }
  const csv = await growth(exportCommand, ['signups']);
  const rows = JSON.stringify(parse(csv, { record_delimiter: '\r\n' }));
  expect(rows).toContain(JSON.stringify(HOSTILE));
  const file = temporaryFile('rows.csv');
  await growth(exportCommand, ['signups', '--output', file], true);
  expect(readFileSync(file, 'utf8')).toBe(`\ufeff${csv}`);
});

test('what strangers sent is escaped in a sentence that names it', async () => {
  const people = Array.from({ length: 80 }, (_, index) => {
    const [person, isTheirs] = [String(index), index < 40];
    const seen = { person, at: NOON, utmSource: isTheirs ? HOSTILE : 'news' };
    const viewed = { ...seen, event: 'section_view', properties: { section_name: 'hero' } };
    const sent = { ...seen, event: 'form_submit', at: NOON + 1, properties: SUCCESS };
    return isTheirs ? [viewed, sent] : [viewed];
  });
  const database = await filledDatabase((store) => recordAll(store, people.flat()));
  const steps = ['--step', 'section_view', '--step', 'form_submit', ...BY_SOURCE];
  const funnel = await runGrowth(funnelCommand, database, steps, { isTTY: true });
  const traffic = await runGrowth(apiCommand, database, TRAFFIC, { isTTY: true });
  for (const printed of [funnel, traffic]) {
    expect(printed.split('\n')[0]).toMatch(/^.*forged.*not chance/);
    expectSafe(printed, ESCAPED);
  }
});

test('the steps and keys of a query file are escaped', async () => {
  const steps = [{ event: HOSTILE, properties: { [HOSTILE]: HOSTILE } }];
  const query = { order: 'ordered', windowSeconds: 60, steps, [HOSTILE]: 1 };
  const database = await filledDatabase(fill);
  const asked = (given: unknown) => ['--query', writeQuery(given)];
  expectSafe(await runGrowth(funnelCommand, database, asked(query)), `.json: ${ESCAPED}`);
  const wrong = { ...query, steps: [{ event: 1, [HOSTILE]: 1 }], order: HOSTILE };
  await expect(runGrowth(funnelCommand, database, asked(wrong))).rejects.toThrow(
    /json: steps\.0\.a\\u001b/,
  );
  const env = { DATABASE_URL: urlOf(database) };
  expectSafe(await run('growth', ['funnel', ...asked(`{${HOSTILE}`)], env), 'is not JSON');
});

test("PostHog's names and refusals are escaped", async () => {
  const app = await openPosthogApp();
  app.create('insights', { name: HOSTILE, tags: ['managed-by:dubkit', 'dubkit:gone'] });
  const applied = await app.run(applyCommand, { brand: HOSTILE });
  expectSafe(applied, `delete  insight   ${ESCAPED}`, `dashboard ${ESCAPED}`);
  app.rules.refuse = { from: 1, status: 400, detail: `no\x1b[8m\u202e` };
  const env = {
    DATABASE_URL: urlOf(await filledDatabase(fill)),
    POSTHOG_HOST: app.url,
    POSTHOG_PERSONAL_API_KEY: app.key,
    POSTHOG_PROJECT_ID: String(app.project),
  };
  expectSafe(await run('posthog', ['plan'], env), String.raw`(no\u001b[8m\u202e)`);
});

sqliteTest('the contents of a backup and the names of files are escaped', async () => {
  const database = await createKeptFile();
  const folder = temporaryFile(ONE_LINE);
  mkdirSync(folder);
  const backup = join(folder, 'site.db');
  const shown = ESCAPED.replace(String.raw`\u000d\u000aforged`, '/site.db');
  for (const command of [backupCommand, verifyCommand, restoreCommand]) {
    expectSafe(await runData(command, database, [backup]), shown);
  }
  change(
    backup,
    `PRAGMA foreign_keys = OFF; CREATE TABLE "${HOSTILE}" (seq REFERENCES events (seq));
     INSERT INTO "${HOSTILE}" VALUES (999)`,
  );
  const { printed } = await tryData(verifyCommand, database, [backup]);
  expectSafe(printed, `foreign tables: ${ESCAPED}`);
  expectSafe((await tryData(verifyCommand, database, [backup, '--json'])).printed);
  // All commands print an error in the same way.
  expectSafe(await run('data', ['restore', backup], { DATABASE_URL: `file:${database}` }), shown);
});

test('values of data/site.json are escaped', async () => {
  const root = temporaryFolder();
  mkdirSync(join(root, 'data'));
  writeFileSync(join(root, 'package.json'), '{}');
  const doctor = (own: object) => {
    const site = { ...EXAMPLE_SITE, ...own };
    writeFileSync(join(root, 'data/site.json'), JSON.stringify(site));
    return run('doctor', [root]);
  };
  expectSafe(await doctor({ brand: HOSTILE, phone: HOSTILE, company: HOSTILE }), 'identity');
  expectSafe(await doctor({ email: HOSTILE }), 'email is');
});
