import { readdirSync } from 'node:fs';
import Sqlite from 'better-sqlite3';
import { expect, onTestFinished, test } from 'vitest';
import { openSqliteStore } from '../database/sqlite/open-store.ts';
import { newRequest, signup } from '../store/testing/store-contract-data.ts';
import { temporaryFile } from '../testing/temporary-folder.ts';
import { NO_WEBHOOKS, NOON } from '../testing/test-app.ts';
import { createLeaving } from './leaving.ts';

/** Nobody stops it. */
const NEVER = new AbortController().signal;

/** Three people, whose requests to leave meet a database that another process writes to. */
async function openBusy(folder = temporaryFile('leaving')) {
  const file = temporaryFile('site.db');
  const open = () => {
    const store = openSqliteStore(file, { lockTimeoutMs: 30 });
    onTestFinished(() => store.close());
    return { store, ...createLeaving({ store, webhooks: NO_WEBHOOKS, folder, now: () => NOON }) };
  };
  const [site, next] = [open(), open()];
  const tokens: string[] = [];
  for (const name of ['ann', 'ben', 'cara']) {
    const request = newRequest();
    tokens.push(request.token);
    await site.store.insertSignup(signup({ email: `${name}@a.example` }), request);
  }
  const other = new Sqlite(file);
  onTestFinished(() => void other.close());
  other.exec('BEGIN IMMEDIATE');
  return { ...site, next, tokens, release: () => other.exec('COMMIT'), folder };
}

test('a request to leave that the database cannot take is on disk, and is carried out by the next process', async () => {
  const { leave, next, tokens, release, folder } = await openBusy();
  expect(await leave('unknown'.padEnd(22, '-'))).toBe('unknown');
  expect(await Promise.all(tokens.map(leave))).toEqual(['later', 'later', 'later']);
  expect(readdirSync(folder).toSorted()).toEqual(tokens);
  await next.carryOut(NEVER);
  expect(readdirSync(folder)).toHaveLength(3);
  release();
  await next.carryOut(NEVER);
  expect(readdirSync(folder)).toEqual([]);
  expect((await next.store.countRows()).signups).toBe(0);
  for (const token of tokens) expect(await next.leave(token)).toBe('removed');
});

test('where nothing can be written beside the database either, it is refused, and carried out when it comes again', async () => {
  const { leave, carryOut, tokens, release } = await openBusy('/dev/null/leaving');
  const [token = ''] = tokens;
  await expect(leave(token)).rejects.toThrow('LEAVING');
  release();
  await carryOut(NEVER);
  expect(await leave(token)).toBe('left');
});
