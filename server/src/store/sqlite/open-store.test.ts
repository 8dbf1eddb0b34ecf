import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import Sqlite from 'better-sqlite3';
import { expect, onTestFinished, test, vi } from 'vitest';
import { CONSENT_MS } from '#shared/limits';
import { NOON, temporaryFolder } from '../../testing/test-app.ts';
import { StoreUnavailableError } from '../store.ts';
import { describeStore } from '../testing/store-contract.ts';
import {
  batch as contractBatch,
  grant,
  JOHN,
  newId,
  scroll,
  signup,
  text,
} from '../testing/store-contract-data.ts';
import { openDatabase } from './connection/open-file.ts';
import { openSqliteStore } from './open-store.ts';

const temporaryFile = () => join(temporaryFolder(), 'site.db');
const JANE = '0195a000-0000-7000-8000-00000000000a';

describeStore('the SQLite store', () => {
  const store = openSqliteStore(temporaryFile());
  onTestFinished(() => store.close());
  return store;
});

const tagged = (tag: string) =>
  contractBatch({ events: [{ ...scroll(25), properties: { button_name: tag } }] });

const batch = {
  consentId: JANE,
  sessionId: null,
  context: {
    path: '/',
    referrerHost: 'news.example',
    utmSource: 'a',
    utmMedium: 'b',
    utmCampaign: 'c',
    utmTerm: 'd',
    utmContent: 'e',
    viewport: 'large',
    language: 'de',
  },
  receivedAt: NOON,
  events: [{ id: 'e1', name: 'scroll', properties: { percent_scrolled: 25 }, occurredAt: 7 }],
};

function openBoth() {
  const file = temporaryFile();
  const store = openSqliteStore(file);
  void store.publishConsentTexts([text()]); // before the next operation of the store
  const db = new Sqlite(file);
  onTestFinished(async () => {
    db.close();
    await store.close();
  });
  return { store, db, file };
}

function seedConsent(db: Sqlite.Database, analytics: number, recordedAt: number) {
  db.prepare(
    `INSERT INTO consents(id, consent_id, revision, analytics, source, language, text_hash, gpc, recorded_at)
     VALUES (?, ?, 1, ?, 'banner', 'en', 'hash', 0, ?)`,
  ).run(`${analytics}-${recordedAt}`, JANE, analytics, recordedAt);
}

test('a consent row without decided_at counts from recorded_at', async () => {
  const { store, db } = openBoth();
  seedConsent(db, 1, NOON - CONSENT_MS - 1);
  expect((await store.recordEvents(batch)).outcome).toBe('consent_required');
  seedConsent(db, 1, NOON - 2);
  expect((await store.recordEvents(batch)).outcome).toBe('recorded');
  seedConsent(db, 0, NOON - 1);
  expect((await store.recordEvents(batch)).outcome).toBe('consent_required');
});

test('each value of an event lands in its own column', async () => {
  const { store, db } = openBoth();
  seedConsent(db, 1, NOON);
  await store.recordEvents(batch);
  expect(db.prepare('SELECT * FROM events').all()).toEqual([
    {
      seq: 1,
      id: 'e1',
      consent_id: JANE,
      session_id: null,
      name: 'scroll',
      properties: '{"percent_scrolled":25}',
      path: '/',
      referrer_host: 'news.example',
      utm_source: 'a',
      utm_medium: 'b',
      utm_campaign: 'c',
      utm_term: 'd',
      utm_content: 'e',
      viewport: 'large',
      language: 'de',
      occurred_at: 7,
      received_at: NOON,
    },
  ]);
});

test('consents cannot be changed or deleted', () => {
  const { db } = openBoth();
  seedConsent(db, 1, NOON);
  expect(() => db.exec('UPDATE consents SET analytics = 0')).toThrow('append-only');
  expect(() => db.exec('DELETE FROM consents')).toThrow('append-only');
});

test('consents cannot be replaced under the same id or row', () => {
  const { db } = openBoth();
  seedConsent(db, 1, NOON);
  const replace = (id: string, rowid: number | null) =>
    db
      .prepare(
        `INSERT OR REPLACE INTO consents(rowid, id, consent_id, revision, analytics, source, language, text_hash, gpc, recorded_at)
         VALUES (?, ?, ?, 1, 0, 'banner', 'en', 'hash', 0, 0)`,
      )
      .run(rowid, id, JANE);
  expect(() => replace(`1-${NOON}`, null)).toThrow('append-only');
  expect(() => replace('another', 1)).toThrow('append-only');
});

test('consents can be deleted only in a transaction with the retention pass, and never changed', () => {
  const { db } = openBoth();
  seedConsent(db, 1, NOON);
  db.exec('BEGIN IMMEDIATE; INSERT INTO retention_pass VALUES (1)');
  expect(() => db.exec('UPDATE consents SET analytics = 0')).toThrow('append-only');
  db.exec('DELETE FROM consents; DELETE FROM retention_pass; COMMIT');
  seedConsent(db, 1, NOON);
  expect(() => db.exec('DELETE FROM consents')).toThrow('append-only');
});

test('the audit cannot be changed or deleted', async () => {
  const { store, db } = openBoth();
  await store.recordAudit({ at: NOON, kind: 'erase', counts: { events: 1 } });
  for (const sql of [
    'UPDATE audit SET at = 0',
    'DELETE FROM audit',
    "INSERT OR REPLACE INTO audit VALUES (1, 0, 'x', '{}')",
  ]) {
    expect(() => db.exec(sql)).toThrow('audit is append-only');
  }
});

test('the files no longer contain erased or expired data, and still contain the rest', async () => {
  const { store, db, file } = openBoth();
  db.close(); // a reader would keep the log from being emptied
  const readFiles = () =>
    ['', '-wal'].map((end) => readFileSync(`${file}${end}`, 'latin1')).join('');
  await store.insertSignup(signup({ email: 'jane.doe@example.org', useCase: 'x'.repeat(9000) }));
  await store.insertSignup(signup({ email: 'john.doe@example.org' }));
  await store.recordDecision(grant());
  await store.recordEvents(tagged('janes-tag'));
  expect(readFiles()).toContain('jane.doe@example.org');
  await store.eraseSignups('jane.doe@example.org', NOON);
  await store.erasePerson({ id: newId(), consentId: JANE, gpc: false, at: NOON + 2000 });
  await store.recordDecision(grant({ consentId: JOHN }));
  await store.recordEvents({ ...tagged('old-tag'), consentId: JOHN });
  await store.expire({ at: NOON, kind: 'events', before: NOON + 5000, after: null, dryRun: false });
  await store.recordEvents({ ...tagged('new-tag'), consentId: JOHN });
  await store.close();
  const left = readFileSync(file, 'latin1');
  for (const gone of ['jane.doe', 'janes-tag', 'old-tag', 'xxxx']) expect(left).not.toContain(gone);
  for (const kept of ['john.doe', 'new-tag', JANE]) expect(left).toContain(kept);
});

test('the log is synced at each commit, foreign keys are enforced, and a lock does not block the event loop', () => {
  const db = openDatabase(temporaryFile());
  onTestFinished(() => {
    db.close();
  });
  const settings = ['journal_mode', 'synchronous', 'foreign_keys'];
  expect(settings.map((name) => db.pragma(name, { simple: true }))).toEqual(['wal', 2, 1]);
  expect(db.pragma('busy_timeout', { simple: true })).toBeLessThanOrEqual(5);
});

test('retention takes a place in the queue for each person, however many decisions they made', async () => {
  const store = openSqliteStore(temporaryFile(), { maxWaitingRows: 5 });
  onTestFinished(() => store.close());
  await store.publishConsentTexts([text()]);
  for (let at = NOON; at < NOON + 10; at++) {
    await store.recordDecision(grant({ analytics: at % 2 === 0, decidedAt: at, recordedAt: at }));
  }
  const expiring = store.expire({
    at: NOON,
    kind: 'consents',
    before: NOON + 10,
    after: null,
    dryRun: false,
  });
  await new Promise(process.nextTick); // the search is done, and the deletion waits
  expect(await store.insertSignup(signup())).toBe('created');
  expect(await expiring).toMatchObject({ expired: 10 });
});

test('the probe writes without changing content, and fails while another process holds the lock', async () => {
  const file = temporaryFile();
  const store = openSqliteStore(file, { lockTimeoutMs: 100 });
  const other = new Sqlite(file);
  onTestFinished(async () => {
    other.close();
    await store.close();
  });
  const readLog = () => readFileSync(`${file}-wal`);
  const [content, log] = [other.serialize(), readLog()];
  await store.checkWritable();
  expect(other.serialize().equals(content)).toBe(true);
  expect(readLog().equals(log)).toBe(false);
  other.exec('BEGIN IMMEDIATE');
  await expect(store.checkWritable()).rejects.toThrow(StoreUnavailableError);
  other.exec('COMMIT');
  await store.checkWritable();
});

test('the latest decision of an id is found without sorting', () => {
  const { db } = openBoth();
  const plan = db
    .prepare<[], { detail: string }>(
      `EXPLAIN QUERY PLAN SELECT analytics FROM consents WHERE consent_id = '${JANE}'
       ORDER BY coalesce(decided_at, recorded_at) DESC, rowid DESC LIMIT 1`,
    )
    .all();
  expect(plan.map(({ detail }) => detail)).toEqual([
    'SEARCH consents USING INDEX consents_latest (consent_id=?)',
  ]);
});

test('events, decisions and signups wait for others, and a write that may not wait takes them along', async () => {
  const onCommit = vi.fn();
  const store = openSqliteStore(temporaryFile(), { onCommit, betweenMs: 1e9 });
  onTestFinished(() => store.close());
  await store.publishConsentTexts([text()]);
  const sent = [
    store.recordDecision(grant()),
    store.recordEvents(contractBatch()),
    store.insertSignup(signup()),
  ];
  for (let turn = 0; turn < 20; turn++) await new Promise(setImmediate);
  expect(onCommit).toHaveBeenCalledTimes(1);
  await store.noteDeliveryFailure('example', 0);
  await Promise.all(sent);
  expect(onCommit).toHaveBeenCalledTimes(2);
});
