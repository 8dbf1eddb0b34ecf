import { readFileSync } from 'node:fs';
import { expect, onTestFinished, test, vi } from 'vitest';
import { CONSENT_MS } from '#shared/limits';
import { openDatabase } from '../../store/sqlite/connection/open-file.ts';
import { openFile, openSite } from '../../store/sqlite/testing/sqlite-site.ts';
import { StoreUnavailableError } from '../../store/store.ts';
import {
  batch,
  erasure,
  grant,
  JANE,
  JOHN,
  madeAt,
  NOON,
  newRequest,
  rule,
  scroll,
  signup,
  takeDeliveries,
  text,
} from '../../store/testing/store-contract-data.ts';
import { change } from '../../testing/sites/kept-site.ts';
import { expireAll } from '../../upkeep/testing/store-contract-retention.ts';
import { describeReader, describeStore } from '../testing/store-contract.ts';
import { openSqliteReader } from './reader.ts';

describeStore('the SQLite store', () => openFile().store);
describeReader('the SQLite reader', async () => {
  const { file, store } = openFile();
  return { store, reader: openReader(file), change: (sql) => change(file, sql) };
});

function openReader(file: string) {
  const reader = openSqliteReader(file);
  if (!reader) throw new Error('there is no file');
  onTestFinished(() => reader.close());
  return reader;
}

const insertConsent = (analytics: number, recordedAt: number, insert = 'INSERT', rowid = 'NULL') =>
  `${insert} INTO consents (rowid, id, consent_id, revision, analytics, source, language, text_hash, gpc, recorded_at)
   VALUES (${rowid}, '${analytics}-${recordedAt}', '${JANE}', 1, ${analytics}, 'banner', 'en', 'hash', 0, ${recordedAt})`;

test('a consent row without decided_at counts from recorded_at', async () => {
  const { store, db } = openFile();
  await store.publishConsentTexts([text()]);
  for (const [analytics, recordedAt, outcome] of [
    [1, NOON - CONSENT_MS - 1, 'consent_required'],
    [1, NOON - 2, 'recorded'],
    [0, NOON - 1, 'consent_required'],
  ] as const) {
    db.exec(insertConsent(analytics, recordedAt));
    expect((await store.recordEvents(batch({ receivedAt: NOON }))).outcome).toBe(outcome);
  }
});

test('consents and the audit cannot be changed, replaced or deleted; only consents and what people did, and only in a retention pass', async () => {
  const { store, db } = openFile();
  await store.recordAudit({ at: NOON, kind: 'erase', counts: { events: 1 } });
  db.exec(insertConsent(1, NOON));
  const update = 'UPDATE consents SET analytics = 0';
  for (const sql of [
    update,
    'DELETE FROM consents',
    insertConsent(1, NOON, 'INSERT OR REPLACE'),
    insertConsent(1, 0, 'INSERT OR REPLACE', '1'),
    'UPDATE audit SET at = 0',
    'DELETE FROM audit',
    "INSERT OR REPLACE INTO audit (id, at, kind, counts) VALUES (1, 0, 'x', '{}')",
  ]) {
    expect(() => db.exec(sql), sql).toThrow('append-only');
  }
  db.exec('BEGIN IMMEDIATE; INSERT INTO retention_pass VALUES (1)');
  expect(() => db.exec(update)).toThrow('append-only');
  expect(() => db.exec('DELETE FROM audit')).toThrow('append-only');
  db.exec("INSERT INTO audit (at, kind, counts, done_by) VALUES (0, 'add_note', '{}', 'token')");
  db.exec("DELETE FROM audit WHERE done_by = 'token'");
  db.exec('DELETE FROM consents; DELETE FROM retention_pass; COMMIT');
  db.exec(insertConsent(1, NOON));
  expect(() => db.exec('DELETE FROM consents')).toThrow('append-only');
});

test('the files no longer contain erased or expired data, and still contain the rest', async () => {
  const { store, db, file } = await openSite();
  db.close(); // a reader would keep the log from being emptied
  const tagged = (tag: string, consentId = JOHN) =>
    batch({ consentId, events: [{ ...scroll(25), properties: { button_name: tag } }] });
  const readFiles = () =>
    ['', '-wal'].map((end) => readFileSync(`${file}${end}`, 'latin1').toLowerCase()).join('');
  await store.insertSignup(signup({ email: 'jane.doe@example.org', useCase: 'x'.repeat(9000) }));
  await store.insertSignup(signup({ email: 'john.doe@example.org' }));
  await store.recordEvents(tagged('janes-tag', JANE));
  const reader = openReader(file);
  const copy = await reader.makeChunk({ from: 0, to: 1 });
  if (copy) await store.saveChunk(copy);
  await reader.close();
  expect((await store.chunkState()).stored).toBe(1);
  for (const kept of ['jane.doe', 'janes-tag', 'xxxx']) expect(readFiles()).toContain(kept);
  await store.eraseSignups('jane.doe@example.org', NOON);
  await store.erasePerson(erasure());
  for (const gone of ['jane.doe', 'janes-tag', 'xxxx']) expect(readFiles()).not.toContain(gone);
  await store.recordDecision(grant({ consentId: JOHN }));
  await store.recordEvents(tagged('old-tag'));
  await expireAll(store, { kind: 'events', before: NOON + 5000 });
  await store.recordEvents(tagged('new-tag'));
  await store.close();
  const left = readFileSync(file, 'latin1');
  for (const gone of ['jane.doe', 'janes-tag', 'old-tag', 'xxxx']) expect(left).not.toContain(gone);
  for (const kept of ['john.doe', 'new-tag', JANE]) expect(left).toContain(kept);
});

test('the log is synced at each commit, foreign keys are enforced, and a lock does not block the event loop', () => {
  const db = openDatabase(openFile().file);
  onTestFinished(() => void db.close());
  const settings = ['journal_mode', 'synchronous', 'foreign_keys'];
  expect(settings.map((name) => db.pragma(name, { simple: true }))).toEqual(['wal', 2, 1]);
  expect(db.pragma('busy_timeout', { simple: true })).toBeLessThanOrEqual(5);
});

test('retention takes a place in the queue for each person, however many decisions they made', async () => {
  const { store } = await openSite({ maxWaitingRows: 5 });
  for (let at = NOON + 1; at < NOON + 10; at++) {
    await store.recordDecision(grant({ analytics: at % 2 === 0, ...madeAt(at) }));
  }
  const expiring = expireAll(store, { kind: 'consents', before: NOON + 10 });
  await new Promise(process.nextTick); // the search is done, and the deletion waits
  expect(await store.insertSignup(signup())).toBe('created');
  expect(await expiring).toMatchObject({ expired: 10 });
});

test('the probe writes without changing content, and fails while another process holds the lock', async () => {
  const { file, store, db } = openFile({ lockTimeoutMs: 100 });
  const readLog = () => readFileSync(`${file}-wal`);
  /** Without the two counters of changes in the header, which each opened file continues. */
  const readContent = () => db.serialize().fill(0, 24, 28).fill(0, 92, 96);
  const [content, log] = [readContent(), readLog()];
  await store.checkWritable();
  expect(readContent().equals(content)).toBe(true);
  expect(readLog().equals(log)).toBe(false);
  db.exec('BEGIN IMMEDIATE');
  await expect(store.checkWritable()).rejects.toThrow(StoreUnavailableError);
  db.exec('COMMIT');
  await store.checkWritable();
});

test('the latest decision of an id is found without sorting', () => {
  const plan = openFile()
    .db.prepare<[], { detail: string }>(
      `EXPLAIN QUERY PLAN SELECT analytics FROM consents WHERE consent_id = '${JANE}'
       ORDER BY coalesce(decided_at, recorded_at) DESC, rowid DESC LIMIT 1`,
    )
    .all();
  const index = 'SEARCH consents USING INDEX consents_latest (consent_id=?)';
  expect(plan.map(({ detail }) => detail)).toEqual([index]);
});

test('events, decisions and signups wait for others, and a write that may not wait takes them along', async () => {
  const onCommit = vi.fn();
  const { store } = openFile({ onCommit, betweenMs: 1e9 });
  await store.publishConsentTexts([text()]);
  const sent = [
    store.recordDecision(grant()),
    store.recordEvents(batch()),
    store.insertSignup(signup()),
  ];
  for (let turn = 0; turn < 20; turn++) await new Promise(setImmediate);
  expect(onCommit).toHaveBeenCalledTimes(1);
  await store.noteDeliveryFailure('example', 0);
  await Promise.all(sent);
  expect(onCommit).toHaveBeenCalledTimes(2);
});

test('of those who confirm or leave at once, each has a transaction of its own: it may drop many rows', async () => {
  const rows: number[] = [];
  const { store } = openFile({ onCommit: (commit) => rows.push(commit.rows) });
  const requests = ['a', 'b', 'c'].map(() => newRequest());
  for (const request of requests)
    await store.insertSignup(signup({ email: `${request.code}@a.example` }), request);
  rows.length = 0;
  const [first, second, third] = requests.map(({ token }) => token);
  const leaves = [first, second].map((token = '') => store.leave(token, NOON));
  const outcomes = await Promise.all([...leaves, store.confirmSignup(third ?? '', NOON)]);
  expect([outcomes, rows]).toEqual([
    ['left', 'left', 'confirmed'],
    [1, 1, 1],
  ]);
});

test('while many events are taken other work runs, and a withdrawal applies to events not yet taken', async () => {
  const { store } = await openSite();
  await store.recordEvents(batch({ events: Array.from({ length: 250 }, () => scroll(25)) }));
  const taking = takeDeliveries(store, 500, rule);
  await store.recordDecision(grant({ analytics: false, ...madeAt(NOON + 1500) }));
  const outcomes = (await taking).map(({ outcome }) => outcome);
  expect(outcomes).toHaveLength(250);
  expect([outcomes[0], outcomes.at(-1)]).toEqual(['deliver', 'withdrawn']);
});
