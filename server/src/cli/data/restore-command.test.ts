import {
  chmodSync,
  chownSync,
  mkdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { DAY_MS } from '#shared/limits';
import type { ConfirmationRequest } from '../../store/mail-store.ts';
import { TO_POSTHOG } from '../../store/mail-store.ts';
import { readWholePerson } from '../../store/read-whole-person.ts';
import { takeServerLock } from '../../store/sqlite/connection/server-lock.ts';
import { openSqliteStore } from '../../store/sqlite/open-store.ts';
import {
  grant,
  JANE,
  JOHN,
  newId,
  newRequest,
  signup,
  text,
} from '../../store/testing/store-contract-data.ts';
import { change, countKept, openKeptSite } from '../../testing/sites/kept-site.ts';
import { runData } from '../../testing/sites/run-data.ts';
import { NOON, temporaryFolder } from '../../testing/test-app.ts';
import { backupCommand } from './backup-command.ts';
import { eraseCommand } from './erase.ts';
import { restoreCommand } from './restore-command.ts';
import { verifyCommand } from './verify.ts';

const inFolder = (name: string) => join(temporaryFolder(), name);

/** A site, and a backup of it. */
async function openBackedUp() {
  const { database: file, store } = await openKeptSite(openSqliteStore);
  const backup = inFolder('copy.db');
  await runData(backupCommand, file, [backup]);
  return { file, store, backup };
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
  expect(await countKept(backup)).toMatchObject({ signups: 2 });
});

test('without a database, the backup becomes the database', async () => {
  const { backup } = await openBackedUp();
  const fresh = inFolder('site.db');
  expect(await runData(restoreCommand, fresh, [backup])).not.toContain('replaced');
  expect(await countKept(fresh)).toEqual({ signups: 2, consents: 2, events: 6 });
});

test.each([
  ['0600', 0o600, 0o644],
  ['0640', 0o640, 0o444],
  ['0644', 0o644, 0o644],
])(
  'a restored database has the mode of the replaced one, unless everybody could read that: %s',
  async (_, mode, ofBackup) => {
    const { file, store, backup } = await openBackedUp();
    await store.close();
    chmodSync(file, mode);
    chmodSync(backup, ofBackup);
    await runData(restoreCommand, file, [backup]);
    expect(statSync(file).mode & 0o777).toBe(mode === 0o644 ? 0o600 : mode);
    const fresh = inFolder('site.db');
    await runData(restoreCommand, fresh, [backup]);
    expect(statSync(fresh).mode & 0o777).toBe(0o600);
  },
);

test.skipIf(process.getuid?.() !== 0)(
  'a database that root restores belongs to the owner of the replaced one',
  async () => {
    const { file, store, backup } = await openBackedUp();
    await store.close();
    chownSync(file, 65_534, 65_534);
    await runData(restoreCommand, file, [backup]);
    expect(statSync(file)).toMatchObject({ uid: 65_534, gid: 65_534 });
  },
);

test('decisions and erasures made after the backup still hold after a restore', async () => {
  const { file, store, backup } = await openBackedUp();
  for (const hash of ['two', 'three']) await store.publishConsentTexts([text(hash)]);
  const later = NOON + 9_000;
  const withdrawal = grant({
    consentId: JOHN,
    analytics: false,
    decidedAt: later,
    recordedAt: later,
  });
  await store.recordDecision(withdrawal);
  await store.erasePerson({ id: newId(), consentId: JANE, gpc: false, at: later });
  await store.eraseSignups('jane@example.org', later);
  const session = { hash: 'a'.repeat(43), endsAt: NOON + 3_600_000 };
  await store.endSession(session, later);
  await store.close();
  const printed = await runData(restoreCommand, file, [backup]);
  expect(printed).toMatch(/^carried over +2 decisions about consent$/m);
  expect(printed).toMatch(/^erased again +3 events/m);
  expect(printed).toMatch(/^to do +1 signups that you erased after the backup are back/m);
  const restored = openSqliteStore(file);
  onTestFinished(() => restored.close());
  expect(await restored.countRows()).toEqual({ signups: 2, consents: 4, events: 3 });
  expect(
    (await readWholePerson(restored, JOHN, 9)).consents.map(({ analytics }) => analytics),
  ).toEqual([true, false]);
  expect(await restored.readAudit()).toHaveLength(2);
  expect(await restored.isSessionEnded(session.hash)).toBe(true);
  expect(await restored.publishConsentTexts([text('three')])).toMatchObject({ revision: 3 });
  await restored.close();
  expect(await runData(verifyCommand, file)).toMatch(/^intact +\d+ rules hold$/m);
});

test('a person who had turned analytics off before the backup, and erases after it, stays erased', async () => {
  const { database: file, store } = await openKeptSite(openSqliteStore);
  const backup = inFolder('copy.db');
  const at = NOON + 9_000;
  await store.recordDecision(
    grant({ consentId: JANE, analytics: false, decidedAt: at, recordedAt: at }),
  );
  await runData(backupCommand, file, [backup]);
  expect(await store.erasePerson({ id: newId(), consentId: JANE, gpc: false, at: at + 1 })).toBe(3);
  await store.close();
  const printed = await runData(restoreCommand, file, [backup]);
  expect(printed).toMatch(/^erased again +3 events/m);
  expect(await countKept(file)).toMatchObject({ events: 3 });
});

test('a request to delete somebody at PostHog outlasts a restore of nothing but the backup', async () => {
  const { database: file, store } = await openKeptSite(openSqliteStore);
  const ids = { id: newId(), consentId: JANE, gpc: false, at: NOON + 9_000 };
  const request = { id: newId(), recipient: TO_POSTHOG, kind: 'posthog.deletion', at: ids.at };
  await store.erasePerson({ ...ids, notices: [{ ...request, payload: { consentId: JANE } }] });
  const backup = inFolder('copy.db');
  await runData(backupCommand, file, [backup]);
  await store.close();
  const target = inFolder('elsewhere.db');
  await runData(restoreCommand, target, [backup]);
  const restored = openSqliteStore(target);
  onTestFinished(() => restored.close());
  const queue = { recipient: TO_POSTHOG, now: ids.at, hourly: null };
  expect((await restored.nextMessage(queue)).message).toMatchObject({ id: request.id });
});

test('nothing is carried over from the database of another site, or from an unreadable one', async () => {
  const { backup } = await openBackedUp();
  const other = await openKeptSite(openSqliteStore);
  await other.store.close();
  change(other.database, "UPDATE consent_texts SET hash = 'another'");
  const unreadable = inFolder('site.db');
  writeFileSync(unreadable, 'no database at all, though long enough to be one\n'.repeat(99));
  for (const target of [other.database, unreadable]) {
    expect(await runData(restoreCommand, target, [backup])).toMatch(/^carried over +nothing: /m);
    expect(await countKept(target)).toEqual({ signups: 2, consents: 2, events: 6 });
  }
});

test('a restore refuses while a server runs, and keeps servers out', async () => {
  const { file, backup } = await openBackedUp();
  const lock = takeServerLock(file);
  await expect(runData(restoreCommand, file, [backup])).rejects.toThrow(
    /a server is using the database/,
  );
  lock?.release();
  await runData(restoreCommand, file, [backup]);
  takeServerLock(file)?.release();
});

test('a damaged backup is not restored; --anyway accepts a broken rule, but never a broken file', async () => {
  const { file, store, backup } = await openBackedUp();
  await store.close();
  const notes = inFolder('notes.txt');
  writeFileSync(notes, 'no database at all, though long enough to be one\n'.repeat(99));
  await expect(runData(restoreCommand, file, [notes, '--anyway'])).rejects.toThrow(
    /^the file \S+notes\.txt is not an intact SQLite database: file is not a database; name another/,
  );
  await expect(runData(restoreCommand, file, [inFolder('none.db')])).rejects.toThrow(
    /there is no file at \S+none\.db; name/,
  );

  const ruined = inFolder('ruined.db');
  const bytes = readFileSync(backup);
  bytes.fill(0xff, 4096 * 3, 4096 * 6);
  writeFileSync(ruined, bytes);
  await expect(runData(restoreCommand, file, [ruined, '--anyway'])).rejects.toThrow(/ruined\.db/);

  const cut = inFolder('cut.db');
  writeFileSync(cut, readFileSync(backup).subarray(0, 4096 * 2));
  await expect(runData(restoreCommand, file, [cut, '--anyway'])).rejects.toThrow(
    /^the file \S+cut\.db is not an intact SQLite database: .*malformed; name another/,
  );

  change(backup, 'UPDATE events SET received_at = 5 WHERE seq = 1');
  await expect(runData(restoreCommand, file, [backup])).rejects.toThrow(/--anyway accepts it/);
  expect(await countKept(file)).toEqual({ signups: 2, consents: 2, events: 6 });
  await runData(restoreCommand, file, [backup, '--anyway']);
});

test('a restore that cannot write leaves the database as it is', async () => {
  const { file, store, backup } = await openBackedUp();
  await store.close();
  mkdirSync(`${file}-restored`);
  await expect(runData(restoreCommand, file, [backup])).rejects.toThrow(
    /cannot be opened and written/,
  );
  rmSync(`${file}-restored`, { recursive: true });
  expect(await countKept(file)).toEqual({ signups: 2, consents: 2, events: 6 });
});

test('a restore sends no old message again, and keeps what people confirmed and left since', async () => {
  const { database: file, store } = await openKeptSite(openSqliteStore);
  const requests = new Map<string, ConfirmationRequest>();
  for (const name of ['sent', 'left', 'erased', 'confirmed', 'waiting']) {
    const request = newRequest();
    requests.set(name, request);
    await store.insertSignup(signup({ email: `${name}@example.org` }), request);
  }
  const of = (name: string) => requests.get(name) ?? newRequest();
  const backup = inFolder('copy.db');
  await runData(backupCommand, file, [backup]);
  await store.settleMessage(of('sent').id, { outcome: 'sent', at: NOON });
  await store.leave(of('left').token, NOON);
  await store.eraseSignups('erased@example.org', NOON);
  await store.confirmSignup(of('confirmed').token, NOON + 5);
  await store.close();
  const printed = await runData(restoreCommand, file, [backup]);
  expect(printed).toMatch(/^carried over +1 waiting messages/m);
  expect(printed).toMatch(/^dropped +4 waiting messages/m);
  expect(printed).toMatch(/^erased again +2 signups/m);
  expect(printed).not.toContain('to do');
  const restored = openSqliteStore(file);
  onTestFinished(() => restored.close());
  expect(await restored.mailState()).toMatchObject({ waiting: 1, sent: 1 });
  expect(
    (await restored.nextMessage({ recipient: 'mail', now: NOON, hourly: 200 })).message?.id,
  ).toBe(of('waiting').id);
  expect(await restored.readSignups('left@example.org')).toEqual([]);
  expect((await restored.readSignups('confirmed@example.org'))[0]?.confirmedAt).toBe(NOON + 5);
  expect(await restored.leave(of('left').token, NOON)).toBe('left');
  expect(await restored.confirmSignup(of('sent').token, NOON)).toBe('confirmed');
  await restored.close();
  expect(await runData(verifyCommand, file)).toMatch(/^intact/m);
  const fresh = inFolder('site.db');
  expect(await runData(restoreCommand, fresh, [backup])).toMatch(/^dropped +5 waiting messages/m);
  const alone = openSqliteStore(fresh);
  onTestFinished(() => alone.close());
  expect(await alone.mailState()).toMatchObject({ waiting: 0 });
  expect(await alone.askAgain({ token: of('sent').token }, newRequest({ at: NOON + DAY_MS }))).toBe(
    'queued',
  );
});
