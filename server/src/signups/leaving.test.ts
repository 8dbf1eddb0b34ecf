import { mkdirSync, readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import Sqlite from 'better-sqlite3';
import { expect, onTestFinished, test } from 'vitest';
import { openSqliteStore } from '../database/sqlite/open-store.ts';
import { newRequest, signup } from '../store/testing/store-contract-data.ts';
import { temporaryFile } from '../testing/temporary-folder.ts';
import { NO_WEBHOOKS, NOON } from '../testing/test-app.ts';
import { createTestLog } from '../testing/test-log.ts';
import { createLeaving } from './leaving.ts';

/** Nobody stops it. */
const NEVER = new AbortController().signal;

/** Three people, whose requests to leave meet a database that another process writes to. */
async function openBusy(folder = temporaryFile('leaving')) {
  const file = temporaryFile('site.db');
  const { log, lines } = createTestLog(() => NOON);
  const open = async () => {
    const store = openSqliteStore(file, { lockTimeoutMs: 30 });
    onTestFinished(() => store.close());
    const deps = { store, webhooks: NO_WEBHOOKS, folder, now: () => NOON, log };
    return { store, ...(await createLeaving(deps)) };
  };
  const [site, next] = [await open(), await open()];
  const tokens: string[] = [];
  for (const name of ['ann', 'ben', 'cara']) {
    const request = newRequest();
    tokens.push(request.token);
    await site.store.insertSignup(signup({ email: `${name}@a.example` }), request);
  }
  const other = new Sqlite(file);
  onTestFinished(() => void other.close());
  other.exec('BEGIN IMMEDIATE');
  return { ...site, next, tokens, release: () => other.exec('COMMIT'), folder, lines };
}

test('a request to leave that the database cannot take is on disk, and is carried out by the next process', async () => {
  const { leave, next, tokens, release, folder } = await openBusy();
  expect(await leave('unknown'.padEnd(22, '-'), 'everything')).toBe('unknown');
  expect(await Promise.all(tokens.map((token) => leave(token, 'everything')))).toEqual([
    'later',
    'later',
    'later',
  ]);
  expect(readdirSync(folder).toSorted()).toEqual(tokens);
  await next.carryOut(NEVER);
  expect(readdirSync(folder)).toHaveLength(3);
  release();
  await next.carryOut(NEVER);
  expect(readdirSync(folder)).toEqual([]);
  expect((await next.store.countRows()).signups).toBe(0);
  for (const token of tokens) expect(await next.leave(token, 'everything')).toBe('removed');
});

test('who asks to be deleted and then for no message ever gets both, whichever was kept first', async () => {
  const { leave, next, tokens, release } = await openBusy();
  const [ann = ''] = tokens;
  expect([await leave(ann, 'everything'), await leave(ann, 'address')]).toEqual(['later', 'later']);
  release();
  await next.carryOut(NEVER);
  expect((await next.store.countRows()).signups).toBe(2);
  expect(await next.store.readBlock('ann@a.example')).toBe(NOON);
});

test('what is asked for is kept with the request', async () => {
  const { leave, next, tokens, release, folder } = await openBusy();
  const [ann = '', ben = ''] = tokens;
  expect([await leave(ann, 'messages'), await leave(ben, 'address')]).toEqual(['later', 'later']);
  expect(readdirSync(folder).toSorted()).toEqual([`${ann}.messages`, `${ben}.address`]);
  release();
  await next.carryOut(NEVER);
  expect(readdirSync(folder)).toEqual([]);
  expect(await next.leave(ann, 'messages')).toBe('declined');
  expect(await next.leave(ben, 'messages')).toBe('removed');
  expect(await next.store.unblockMailbox('ann@a.example', NOON)).toBe(false);
  expect(await next.store.unblockMailbox('ben@a.example', NOON)).toBe(true);
});

test('what a mail program asked for while nobody could tell whether the address was confirmed is decided once the signup can be read', async () => {
  const { next, tokens, release, folder } = await openBusy();
  const [ann = '', ben = ''] = tokens;
  mkdirSync(folder, { recursive: true });
  for (const token of [ann, ben]) writeFileSync(join(folder, `${token}.first`), '');
  release();
  await next.store.confirmSignup(ben, NOON);
  await next.carryOut(NEVER);
  expect(readdirSync(folder)).toEqual([]);
  expect(await next.leave(ann, 'messages')).toBe('removed');
  expect(await next.leave(ben, 'messages')).toBe('declined');
});

test('where nothing can be written beside the database either, it is refused, and carried out when it comes again', async () => {
  const { leave, carryOut, tokens, release, lines } = await openBusy('/dev/null/leaving');
  const [token = ''] = tokens;
  expect(lines.join()).toContain('requests to leave are refused');
  await expect(leave(token, 'everything')).rejects.toThrow('LEAVING');
  release();
  await carryOut(NEVER);
  expect(await leave(token, 'everything')).toBe('left');
});

test('other names in the folder, also such as cannot be removed, hinder nobody', async () => {
  const { leave, carryOut, tokens, release, folder } = await openBusy();
  for (const name of ['.snapshot', 'x'.repeat(22)])
    mkdirSync(join(folder, name), { recursive: true });
  const [ann = '', ben = '', cara = ''] = tokens;
  expect(await leave(ann, 'everything')).toBe('later');
  mkdirSync(join(folder, cara));
  release();
  await carryOut(NEVER);
  expect(await leave(ann, 'everything')).toBe('removed');
  expect(await leave(ben, 'everything')).toBe('left');
  expect(await leave(cara, 'everything')).toBe('removed');
});

test('where as many wait as it keeps, who is among them is told so, and anybody else is refused', async () => {
  const { leave, carryOut, tokens, folder } = await openBusy();
  const [ann = '', ben = ''] = tokens;
  mkdirSync(folder, { recursive: true });
  for (let count = 1; count < 10_000; count++)
    writeFileSync(join(folder, `${count}`.padStart(22, '-')), '');
  writeFileSync(join(folder, ann), '');
  await carryOut(NEVER);
  expect(await leave(ann, 'everything')).toBe('later');
  await expect(leave(ben, 'everything')).rejects.toThrow('LEAVING');
});
