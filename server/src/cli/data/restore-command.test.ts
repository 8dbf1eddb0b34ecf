import {
  chmodSync,
  chownSync,
  mkdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { expect, onTestFinished, test } from 'vitest';
import { DAY_MS } from '#shared/limits';
import type { SiteStore } from '../../database/site-store.ts';
import { openSqliteStore } from '../../database/sqlite/open-store.ts';
import { readWholePerson } from '../../persons/read-whole-person.ts';
import type { ConfirmationRequest } from '../../store/mail-store.ts';
import { TO_POSTHOG } from '../../store/mail-store.ts';
import {
  grant,
  JANE,
  JOHN,
  newId,
  newRequest,
  signup,
  text,
} from '../../store/testing/store-contract-data.ts';
import { countKept, createKeptFile, openKeptSite } from '../../testing/sites/kept-site.ts';
import { runData } from '../../testing/sites/run-data.ts';
import { temporaryFile } from '../../testing/temporary-folder.ts';
import { NOON } from '../../testing/test-app.ts';
import { backupCommand } from './backup-command.ts';
import { eraseCommand } from './erase.ts';
import { restoreCommand } from './restore-command.ts';
import { verifyCommand } from './verify.ts';

const KEPT = { signups: 2, consents: 2, events: 6 };

/** A site, and a backup of it, made after what a test does first. */
async function openBackedUp(first = async (_: SiteStore) => {}) {
  const { database: file, store } = await openKeptSite(openSqliteStore);
  await first(store);
  const backup = temporaryFile('copy.db');
  await runData(backupCommand, file, [backup]);
  return { file, store, backup };
}

const LATER = NOON + 9_000;
const withdrawal = (consentId: string) =>
  grant({ consentId, analytics: false, decidedAt: LATER, recordedAt: LATER });

/** Opens the database that a restore made. */
function openRestored(file: string) {
  const store = openSqliteStore(file);
  onTestFinished(() => store.close());
  return store;
}

test('a restored backup replaces the database, which is kept beside it', async () => {
  const { file, store, backup } = await openBackedUp();
  await store.insertSignup(signup({ email: 'later@example.org' }));
  await store.close();
  const dry = await runData(restoreCommand, file, [backup, '--dry-run']);
  expect(dry).toContain(`would put it at ${file}`);
  expect((await countKept(file)).signups).toBe(3);
  const printed = await runData(restoreCommand, file, [backup]);
  const [, aside = ''] = /^replaced +([^\s;]+)/m.exec(printed) ?? [];
  expect(aside).toContain(`${file}-replaced-2026-03-14T12-01-00.000Z`);
  expect(await runData(eraseCommand, file, ['--email', 'jane@example.org'])).toContain(
    `kept copy       ${aside} is not changed`,
  );
  expect((await countKept(file)).signups).toBe(1);
  expect((await countKept(aside)).signups).toBe(3);
  const fresh = temporaryFile('site.db');
  expect(await runData(restoreCommand, fresh, [backup])).not.toContain('replaced');
  expect(await countKept(fresh)).toEqual(KEPT);
});

const isRoot = process.getuid?.() === 0;

test.each([
  [0o600, 0o600],
  [0o640, 0o640],
  [0o644, 0o600],
])(
  'a backup, and a restored database, are as private as the database, and never for everybody: %o',
  async (mode, expected) => {
    const file = await createKeptFile();
    chmodSync(file, mode);
    if (isRoot) chownSync(file, 65_534, 65_534);
    const [backup, fresh] = [temporaryFile('copy.db'), temporaryFile('site.db')];
    await runData(backupCommand, file, [backup]);
    expect(statSync(backup).mode & 0o777).toBe(expected);
    chmodSync(backup, 0o444);
    await runData(restoreCommand, file, [backup]);
    expect(statSync(file).mode & 0o777).toBe(expected);
    for (const own of isRoot ? [file, `${file}-lock`] : [])
      expect(statSync(own)).toMatchObject({ uid: 65_534, gid: 65_534 });
    await runData(restoreCommand, fresh, [backup]);
    expect(statSync(fresh).mode & 0o777).toBe(0o600);
  },
);

test('decisions and erasures made after the backup still hold after a restore', async () => {
  const { file, store, backup } = await openBackedUp();
  for (const hash of ['two', 'three']) await store.publishConsentTexts([text(hash)]);
  await store.recordDecision(withdrawal(JOHN));
  await store.erasePerson({ id: newId(), consentId: JANE, gpc: false, at: LATER });
  await store.eraseSignups('jane@example.org', LATER);
  const session = { hash: 'a'.repeat(43), endsAt: NOON + 3_600_000 };
  await store.endSession(session, LATER);
  await store.close();
  const printed = await runData(restoreCommand, file, [backup]);
  expect(printed).toMatch(/^carried over +2 decisions about consent$/m);
  expect(printed).toMatch(/^erased again +3 events/m);
  expect(printed).toMatch(/^to do +erase again 1 signup that the backup has brought back: npm/m);
  const restored = openRestored(file);
  expect(await restored.countRows()).toEqual({ signups: 2, consents: 4, events: 3 });
  const { consents } = await readWholePerson(restored, JOHN, 9);
  expect(consents.map(({ analytics }) => analytics)).toEqual([true, false]);
  expect(await restored.readAudit()).toHaveLength(2);
  expect(await restored.isSessionEnded(session.hash)).toBe(true);
  expect(await restored.publishConsentTexts([text('three')])).toMatchObject({ revision: 3 });
  await restored.close();
  expect(await runData(verifyCommand, file)).toMatch(/^intact +every rule holds$/m);
});

test('a person who had turned analytics off before the backup, and erases after it, stays erased', async () => {
  const { file, store, backup } = await openBackedUp(async (before) => {
    await before.recordDecision(withdrawal(JANE));
  });
  const erasure = { id: newId(), consentId: JANE, gpc: false, at: LATER + 1 };
  expect(await store.erasePerson(erasure)).toBe(3);
  await store.close();
  expect(await runData(restoreCommand, file, [backup])).toMatch(/^erased again +3 events/m);
  expect(await countKept(file)).toMatchObject({ events: 3 });
});

test('a request to delete somebody at PostHog outlasts a restore of nothing but the backup', async () => {
  const id = newId();
  const payload = { consentId: JANE };
  const request = { id, recipient: TO_POSTHOG, kind: 'posthog.deletion', at: LATER, payload };
  const { store, backup } = await openBackedUp(async (before) => {
    const erasure = { id: newId(), consentId: JANE, gpc: false, at: LATER };
    await before.erasePerson({ ...erasure, notices: [request] });
  });
  await store.close();
  const target = temporaryFile('elsewhere.db');
  await runData(restoreCommand, target, [backup]);
  const queue = { recipient: TO_POSTHOG, now: LATER, hourly: null };
  expect((await openRestored(target).nextMessage(queue)).message).toMatchObject({ id });
});

test('nothing is carried over from the database of another site, or from an unreadable one', async () => {
  const { backup } = await openBackedUp();
  const other = await createKeptFile("UPDATE consent_texts SET hash = 'another'");
  const unreadable = temporaryFile('site.db');
  writeFileSync(unreadable, 'no database at all, though long enough to be one\n'.repeat(99));
  for (const target of [other, unreadable]) {
    expect(await runData(restoreCommand, target, [backup])).toMatch(/^carried over +nothing: /m);
    expect(await countKept(target)).toEqual(KEPT);
  }
});

test('a damaged backup is not restored, not even with --anyway, and a restore that cannot write leaves the database as it is', async () => {
  const { file, store, backup } = await openBackedUp();
  await store.close();
  const ruined = temporaryFile('ruined.db');
  writeFileSync(ruined, readFileSync(backup).fill(0xff, 4096 * 3, 4096 * 6));
  const cut = temporaryFile('cut.db');
  writeFileSync(cut, readFileSync(backup).subarray(0, 4096 * 2));
  for (const damaged of [ruined, cut]) {
    const restoring = runData(restoreCommand, file, [damaged, '--anyway']);
    await expect(restoring).rejects.toThrow(damaged);
  }
  mkdirSync(`${file}-restored`);
  await expect(runData(restoreCommand, file, [backup])).rejects.toThrow(
    /cannot be opened and written/,
  );
  rmSync(`${file}-restored`, { recursive: true });
  expect(await countKept(file)).toEqual(KEPT);
});

test('a restore sends no old message again, and keeps what people confirmed and left since', async () => {
  const requests = new Map<string, ConfirmationRequest>();
  const { file, store, backup } = await openBackedUp(async (before) => {
    for (const name of ['sent', 'left', 'erased', 'confirmed', 'waiting']) {
      const request = newRequest();
      requests.set(name, request);
      await before.insertSignup(signup({ email: `${name}@example.org` }), request);
    }
    await before.recordDelivery({ email: 'sent@example.org', state: 'bounced', at: NOON });
  });
  const of = (name: string) => requests.get(name) ?? newRequest();
  await store.settleMessage(of('sent').id, { outcome: 'sent', at: NOON });
  await store.leave(of('left').token, NOON);
  await store.eraseSignups('erased@example.org', NOON);
  await store.confirmSignup(of('confirmed').token, NOON + 5);
  await store.recordDelivery({ email: 'sent@example.org', state: 'fine', at: NOON });
  await store.recordDelivery({ email: 'confirmed@example.org', state: 'complained', at: NOON });
  await store.close();
  const printed = await runData(restoreCommand, file, [backup]);
  expect(printed).toMatch(/^carried over +1 waiting message,/m);
  expect(printed).toMatch(/^dropped +4 waiting messages/m);
  expect(printed).toMatch(/^erased again +2 signups/m);
  expect(printed).not.toContain('to do');
  const restored = openRestored(file);
  expect(await restored.mailState()).toMatchObject({ waiting: 1, sent: 1 });
  const { message } = await restored.nextMessage({ recipient: 'mail', now: NOON, hourly: 200 });
  expect(message?.id).toBe(of('waiting').id);
  expect(await restored.readSignups('left@example.org')).toEqual([]);
  const [confirmed] = await restored.readSignups('confirmed@example.org');
  expect(confirmed?.confirmedAt).toBe(NOON + 5);
  const [bounced] = await restored.readSignups('sent@example.org');
  const ids = [bounced?.id ?? '', confirmed?.id ?? ''];
  expect((await restored.readListHistory(ids)).addresses).toMatchObject([
    { signupId: ids[0], undeliverableAt: null, complainedAt: null },
    { signupId: ids[1], undeliverableAt: null, complainedAt: NOON },
  ]);
  expect(await restored.leave(of('left').token, NOON)).toBe('removed');
  expect(await restored.confirmSignup(of('sent').token, NOON)).toBe('confirmed');
  await restored.close();
  expect(await runData(verifyCommand, file)).toMatch(/^intact/m);
  const fresh = temporaryFile('site.db');
  expect(await runData(restoreCommand, fresh, [backup])).toMatch(/^dropped +5 waiting messages/m);
  const alone = openRestored(fresh);
  expect(await alone.mailState()).toMatchObject({ waiting: 0 });
  const again = newRequest({ at: NOON + DAY_MS });
  expect(await alone.askAgain({ token: of('sent').token }, again)).toBe('queued');
});
