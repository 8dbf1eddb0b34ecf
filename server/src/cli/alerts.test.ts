import { expect, onTestFinished, test } from 'vitest';
import { StartError } from '../start-error.ts';
import { newId } from '../store/testing/store-contract-data.ts';
import { openWebhookReceiver, WEBHOOK_SECRET } from '../testing/programs/webhook-receiver.ts';
import { runGrowth } from '../testing/sites/run-growth.ts';
import { newTestDatabase } from '../testing/test-app.ts';
import { openTestStore } from '../testing/test-database.ts';
import { listCommand } from './alerts/list-alerts.ts';
import { sendTestCommand } from './alerts/send-test-alert.ts';
import { silenceCommand } from './alerts/silence.ts';
import { exportCommand } from './growth/export-table.ts';
import { noteCommand } from './growth/note.ts';

test('alerts are listed with what to do, and silenced for some time', async () => {
  const database = await newTestDatabase();
  const store = await openTestStore(database);
  const now = Date.now();
  const text = 'Nobody.';
  await store.raiseAlert({ id: newId(), name: 'no_signups', text, since: now - 60, raisedAt: now });
  await store.close();
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
  onTestFinished(async () => void (await Promise.all([good.close(), bad.close()])));
  bad.rules.behaviour = { kind: 'answers', status: 404 };
  const WEBHOOK_URL = `${good.url} ${bad.url}`;
  const env = { WEBHOOK_URL, WEBHOOK_SECRET, WEBHOOK_ALLOW_PRIVATE: 'on' };
  await expect(runGrowth(sendTestCommand, 'none.db', [], { env })).rejects.toThrow(
    new StartError(`${new URL(bad.url).host}: 404`),
  );
  expect(good.requests[0]?.message).toMatchObject({ type: 'alert.raised', data: { name: 'test' } });
});

test('a note is written by command and exported, guarded for spreadsheets', async () => {
  const database = await newTestDatabase();
  await (await openTestStore(database)).close();
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
