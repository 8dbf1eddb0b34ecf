import { writeFileSync } from 'node:fs';
import { expect, onTestFinished, test, vi } from 'vitest';
import type { SiteStore } from '../database/site-store.ts';
import { StartError } from '../lib/start-error.ts';
import { decideCommand } from '../list/commands/decide.ts';
import { inviteCommand } from '../list/commands/invite.ts';
import { createListContext } from '../list/commands/list-context.ts';
import { mailingCommand } from '../list/commands/mailing.ts';
import { exportCommand } from '../reports/commands/export-table.ts';
import {
  batch,
  grant,
  newId,
  newRequest,
  scroll,
  signup,
  text,
} from '../store/testing/store-contract-data.ts';
import { listCommand } from '../team/commands/list-alerts.ts';
import { noteCommand } from '../team/commands/note.ts';
import { sendTestCommand } from '../team/commands/send-test-alert.ts';
import { silenceCommand } from '../team/commands/silence.ts';
import { openMailServer } from '../testing/programs/mail-server.ts';
import { openWebhookReceiver, WEBHOOK_SECRET } from '../testing/programs/webhook-receiver.ts';
import { runGrowth } from '../testing/sites/run-growth.ts';
import { runBuilt } from '../testing/sites/server-process.ts';
import { temporaryFile } from '../testing/temporary-folder.ts';
import { filledDatabase, NOON, urlOf } from '../testing/test-app.ts';

/** Processes start slowly on a shared machine. */
vi.setConfig({ testTimeout: 60_000 });

/** Makes a database. Returns the setting that names it. */
const createDatabase = async (fill: (store: SiteStore) => Promise<unknown>) => ({
  DATABASE_URL: urlOf(await filledDatabase(fill)),
});

test('a command says what is wrong in one line, and its manual on demand', async () => {
  const env = { DATABASE_URL: `file:${temporaryFile('demo.db')}` };
  const growth = (...args: string[]) => runBuilt('growth', args, env);
  const missing = await growth('events');
  expect(missing).toMatchObject({ code: 1, stdout: '' });
  expect(missing.stderr).toMatch(/^there is no database at .*demo\.db; start the site once .*\n$/);
  expect((await growth('export', '--help')).stdout).toContain('RFC 4180');
  const unknown = await growth('constructor');
  expect(unknown.code).toBe(1);
  expect(unknown.stderr).toMatch(/^there is no command "constructor"\n\nnpm run growth/);
});

const EVENT = '0195a000-0000-7000-8000-000000000001';

test('relay shows the delivery, in words and as JSON', async () => {
  const at = '2026-03-14T12:00:01.000Z';
  const reason = 'PostHog answered 400: bad event';
  const env = await createDatabase(async (store) => {
    await store.publishConsentTexts([text()]);
    await store.recordDecision(grant());
    const events = [EVENT, 'b', 'c', 'd'].map((id) => scroll(25, NOON, id));
    await store.recordEvents(batch({ receivedAt: NOON, events }));
    const settled = { through: 2, delivered: 1, skipped: { withdrawn: 7 }, at: NOON + 1000 };
    await store.settleDeliveries({ ...settled, setAside: { seq: 1, reason } });
    await store.noteDeliveryFailure('PostHog answered 503', NOON + 2000);
  });
  const relay = (args: string[], more = {}) => runBuilt('relay', args, { ...env, ...more });
  const posthog = { POSTHOG_KEY: 'phc_secret', POSTHOG_HOST: 'https://us.i.posthog.com' };
  expect((await relay(['status'], posthog)).stdout.split('\n')).toEqual([
    'destination   https://us.i.posthog.com',
    'waiting       2, the first since 2026-03-14T12:00:00.000Z',
    `delivered     1, the last at ${at}`,
    'passed over   7, consent withdrawn',
    'set aside     1',
    `              ${EVENT} at ${at}: ${reason}`,
    'last failure  PostHog answered 503, at 2026-03-14T12:00:02.000Z',
    '',
  ]);
  expect(JSON.parse((await relay(['status', '--json'])).stdout)).toMatchObject({
    ...{ destination: null, waitingSince: '2026-03-14T12:00:00.000Z', deliveredAt: at },
    ...{ skipped: { no_grant: 0, withdrawn: 7 }, deadLetters: [{ eventId: EVENT, at }] },
  });
  const unknown = await relay(['retry']);
  expect([unknown.code, unknown.stderr]).toEqual([1, expect.stringContaining('not retry')]);
});

test('mail sends one message and prints the answer of the server', async () => {
  const server = await openMailServer();
  onTestFinished(() => server.close());
  const env = { SMTP_URL: server.url, MAIL_FROM: 'hello@own.example' };
  const mail = (args: string[], own = env) => runBuilt('mail', ['test', ...args], own);
  const sent = await mail(['Me@Own.example']);
  expect(sent).toMatchObject({ code: 0, stderr: '' });
  expect(sent.stdout).toMatch(/^sent through 127\.0\.0\.1:\d+: 250 /);
  expect(server.mailbox).toMatchObject([{ to: 'me@own.example', isEncrypted: true, user: 'site' }]);
  expect(server.mailbox[0]?.raw).toContain('From: Dubkit <hello@own.example>');
  server.rules.answers.login = '535 5.7.8 Wrong password';
  const refused = await mail(['<me@own。example>']);
  expect(refused.code).toBe(1);
  expect(refused.stderr).toContain('535 5.7.8 Wrong password; check the host, the port, the user');
  expect((await mail(['me@own'])).stderr).toContain('one e-mail ADDRESS');
  const without = await mail(['me@own.example'], { ...env, SMTP_URL: '' });
  expect(without.stderr).toContain('SMTP_URL is not set');
});

test('mail shows the queue, in words and as JSON', async () => {
  const env = await createDatabase(async (store) => {
    for (const email of ['a@a.example', 'b@a.example', 'c@a.example'])
      await store.insertSignup(signup({ email }), newRequest());
    const { message } = await store.nextMessage({ recipient: 'mail', now: NOON, hourly: 200 });
    const refused = { outcome: 'refused', at: NOON, reason: '550 \u001b[31mno' } as const;
    await store.settleMessage(message?.id ?? '', refused);
  });
  const mail = (args: string[], more = {}) => runBuilt('mail', args, { ...env, ...more });
  const { stdout } = await mail(['status'], { SMTP_URL: 'smtps://mail.example' });
  expect(stdout.split('\n')).toEqual([
    'server    mail.example:465',
    'waiting   2, the first since 2026-03-14T12:00:00.000Z',
    'sent      0 in the last day',
    'refused   1',
    'given up  0',
    'answer    1 refused: 550 \\u001b[31mno',
    '',
  ]);
  expect(JSON.parse((await mail(['status', '--json'])).stdout)).toMatchObject({
    ...{ server: null, waitingSince: '2026-03-14T12:00:00.000Z' },
    reasons: [{ state: 'refused', reason: '550 \u001b[31mno', count: 1 }],
  });
});

/** Opens a database with two confirmed applications. Returns what a command of `list` prints. */
async function openList() {
  const env = await createDatabase(async (store) => {
    const own = { signupType: 'beta' as const, useCase: 'Films', confirmedAt: NOON };
    for (const email of ['a@a.example', 'b@b.example'])
      await store.insertSignup(signup({ email, ...own }));
  });
  const commands = { decide: decideCommand, invite: inviteCommand, mailing: mailingCommand };
  const list = async (
    [name, ...args]: readonly [keyof typeof commands, ...string[]],
    SMTP_URL = 'smtps://mail.example',
  ) => {
    const { run, ...texts } = commands[name];
    const command: typeof noteCommand = {
      ...texts,
      run: (own, context) => run(own, createListContext(context, context.config)),
    };
    const database = env.DATABASE_URL.replace(/^file:/, '');
    const printed = runGrowth(command, database, args, { env: { SMTP_URL } });
    return printed.catch(({ message }: Error) => message);
  };
  return { env, list };
}

const TELL = ['decide', 'declined', 'b@b.example', '--tell', '--seen', 'accepted'] as const;
const NEXT = ['invite', '--next', '50'] as const;

test('list decides applications and invites, and sends nothing without --yes', async () => {
  const { list } = await openList();
  for (const [args, printed] of [
    [['decide', 'accepted', 'A@a.example', 'b@b.example', '--by', 'Ada'], '2 accepted\n'],
    [['decide', 'accepted', 'c@c.example'], 'has not applied'],
    [['decide', 'declined', 'b@b.example'], 'stays as it is: accepted by Ada; --seen accepted'],
    [['decide', 'waiting', 'b@b.example'], '--seen is missing'],
    [TELL, 'nothing was changed'],
    [[...TELL, '--yes'], '1 declined\nmessages queued: 1\n'],
    [NEXT, 'would be invited: 1; nothing was sent\n'],
    [[...NEXT, '--yes'], 'invitations queued: 1\n'],
  ] as const)
    expect(await list(args)).toContain(printed);
  expect(await list(NEXT, '')).toContain('SMTP_URL');
});

test('list stores, counts, sends, pauses and lists a mailing', async () => {
  const { env, list } = await openList();
  const file = temporaryFile('mailing.json');
  const words = { en: { subject: 'It is here', text: 'Hello {name}', link: null } };
  const audience = { types: ['beta'], states: ['waiting'], languages: [] };
  writeFileSync(file, `\ufeff${JSON.stringify({ audience, words })}`);
  const id = (await list(['mailing', 'draft', file])).trim();
  const send = (people: string) => ['mailing', 'send', id, '--people', people, '--yes'] as const;
  for (const [args, printed] of [
    [['mailing', 'send', id], 'would go to: 2; left out: not confirmed'],
    [send('3'), 'expected 2, the number of recipients now; nothing was sent'],
    [send('2'), 'it is sent from now on\n'],
    [['mailing', 'pause', id], 'done\n'],
    [['mailing'], `${id}  paused  0 of 2 sent  0 in doubt  It is here\n`],
    [['mailing', 'again', id], '0 in doubt\n'],
  ] as const)
    expect(await list(args)).toContain(printed);
  expect((await runBuilt('list', ['secret'], env)).stdout).toMatch(/^[\w-]{43}\n$/);
});

test('alerts are listed with what to do, and silenced for some time', async () => {
  const now = Date.now();
  const alert = { name: 'no_signups', text: 'Nobody.', since: now - 60, raisedAt: now } as const;
  const database = await filledDatabase((store) => store.raiseAlert({ id: newId(), ...alert }));
  const list = () => runGrowth(listCommand, database, []);
  const silence = (...args: string[]) => runGrowth(silenceCommand, database, args);
  const silent = await silence('no_signups', '--for', '2d');
  const until = Date.parse(/until (\S+)/.exec(silent)?.[1] ?? '');
  expect(Math.abs(until - Date.now() - 2 * 86_400_000)).toBeLessThan(60_000);
  const listed = await list();
  expect(listed).toMatch(/^\S+Z to now {2}no_signups: Nobody\. Sign up yourself/);
  expect(listed).toContain('no_signups is silent until');
  expect(await silence('no_signups', '--for', '0m')).toBe('no_signups is not silent\n');
  expect(await list()).not.toContain('silent');
  for (const args of [['no_signups'], ['nothing', '--for', '2d'], ['no_signups', '--for', '2y']]) {
    await expect(silence(...args)).rejects.toThrow('silence takes one NAME and --for with a time');
  }
});

test('a test message goes to each webhook, signed, and says what a receiver answers', async () => {
  const [good, bad] = [await openWebhookReceiver(), await openWebhookReceiver()];
  bad.rules.behaviour = { kind: 'answers', status: 404 };
  const WEBHOOK_URL = `${good.url} ${bad.url}`;
  const env = { WEBHOOK_URL, WEBHOOK_SECRET, WEBHOOK_ALLOW_PRIVATE: 'on' };
  await expect(runGrowth(sendTestCommand, 'none.db', [], { env })).rejects.toThrow(
    new StartError(`${new URL(bad.url).host}: 404`),
  );
  expect(good.requests[0]?.message).toMatchObject({ type: 'alert.raised', data: { name: 'test' } });
});

test('a note is written by command and exported, guarded for spreadsheets', async () => {
  const database = await filledDatabase(async () => {});
  const note = (...args: string[]) => runGrowth(noteCommand, database, args);
  expect(await note('=1+1 "Product Hunt"', '--at', '2026-03-14T09:00:00Z')).toBe(
    '2026-03-14T09:00:00.000Z  =1+1 "Product Hunt"\n',
  );
  expect(await runGrowth(exportCommand, database, ['notes'])).toMatch(
    /^id,at,kind,text\r\n[0-9a-f-]{36},2026-03-14T09:00:00\.000Z,note,"'=1\+1 ""Product Hunt"""\r\n$/,
  );
  for (const args of [[], ['a', 'b'], ['x'.repeat(201)], ['a\nb'], ['a', '--at', 'noon']]) {
    await expect(note(...args)).rejects.toThrow(StartError);
  }
  const env = { SITE_TIMEZONE: 'Europe/Berlin' };
  expect(await runGrowth(noteCommand, database, ['a', '--at', '2026-11-10'], { env })).toBe(
    '2026-11-09T23:00:00.000Z  a\n',
  );
});
