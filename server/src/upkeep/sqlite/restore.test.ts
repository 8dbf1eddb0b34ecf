import { copyFileSync, renameSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import Sqlite from 'better-sqlite3';
import { expect, onTestFinished } from 'vitest';
import { DAY_MS } from '#shared/limits';
import { openSqliteReader } from '../../database/sqlite/reader.ts';
import {
  accept,
  hand,
  handAndSettle,
  join as joinList,
  sendAgain,
  sent,
  start,
} from '../../list/testing/store-contract-list.ts';
import {
  agreed,
  batch,
  erasure,
  JANE,
  markSent,
  NOON,
  newId,
  newRequest,
  signup,
} from '../../store/testing/store-contract-data.ts';
import { change, openKeptSite } from '../../testing/sites/kept-site.ts';
import { inviteSomebody } from '../../testing/sites/worked-list.ts';
import { temporaryFolder } from '../../testing/temporary-folder.ts';
import { openTestStore, select, sqliteTest as test } from '../../testing/test-database.ts';
import { backUpDatabase, copySqlite } from './backup.ts';
import { restoreDatabase } from './restore.ts';
import { verifyDatabase } from './verify-database.ts';

/** A site, a backup of it, and the name under which a restore keeps the database that it replaces. */
async function openSite() {
  const { database: file, store } = await openKeptSite(openTestStore);
  const backup = join(temporaryFolder(), 'copy.db');
  const aside = `${file}-replaced`;
  await copySqlite(file, backup);
  const restore = () => restoreDatabase(backup, file, aside, () => {});
  const restoreAndOpen = async () => {
    await store.close();
    await restore();
    const restored = await openTestStore(file);
    onTestFinished(() => restored.close());
    return restored;
  };
  return { file, store, backup, aside, restore, restoreAndOpen };
}

const namesIn = (file: string) =>
  select(file, 'SELECT DISTINCT name FROM notifyme_signups ORDER BY 1').map(({ name }) => name);

test('the database that is kept aside has all that was written, also while somebody reads an older state', async () => {
  const { file, store, aside, restore } = await openSite();
  await store.close();
  const [reader, writer] = [new Sqlite(file), new Sqlite(file)];
  onTestFinished(() => {
    reader.close();
    writer.close();
  });
  reader.exec('BEGIN; SELECT count(*) FROM events');
  writer.exec("UPDATE notifyme_signups SET name = 'late'");
  expect(await restore()).toMatchObject({ aside });
  expect([namesIn(aside), namesIn(file)]).toEqual([['late'], ['jane', 'john']]);
});

test('a log that a deleted database left behind is not applied to a new file', async () => {
  const { file, store, backup, restore } = await openSite();
  await store.close();
  const writer = new Sqlite(file);
  writer.exec("UPDATE notifyme_signups SET name = 'stale'");
  for (const target of [file, backup]) copyFileSync(`${file}-wal`, `${target}-kept`);
  writer.close();
  await copySqlite(backup, `${backup}-2`);
  rmSync(file);
  for (const target of [file, backup]) renameSync(`${target}-kept`, `${target}-wal`);
  await backUpDatabase(`${backup}-2`, backup, () => {});
  await restore();
  expect([namesIn(file), namesIn(backup)]).toEqual(Array(2).fill(['jane', 'john']));
});

test('who signed up again since the backup, and confirmed that, stays', async () => {
  const { file, store, backup, restore } = await openSite();
  const [first, second] = [newRequest(), newRequest()];
  const email = 'twice@example.org';
  await store.insertSignup(signup({ email }), first);
  await markSent(store, first.id);
  await copySqlite(file, backup);
  await store.insertSignup(signup({ email, name: 'second' }), second);
  await markSent(store, second.id);
  expect(await store.confirmSignup(second.token, NOON + 9, [], agreed())).toBe('confirmed');
  await store.close();
  expect((await restore()).carriedOver?.leftSignups).toBe(0);
  const rows = `SELECT name, confirmed_at FROM notifyme_signups WHERE email = '${email}'`;
  expect(select(file, rows)).toEqual([{ name: 'second', confirmed_at: NOON + 9 }]);
});

test('the code of a message that has left since the backup works', async () => {
  const { file, store, backup, restoreAndOpen } = await openSite();
  const [email, request] = ['asked@example.org', newRequest()];
  await store.insertSignup(signup({ email }), request);
  await copySqlite(file, backup);
  await markSent(store, request.id);
  const restored = await restoreAndOpen();
  const { code } = request;
  expect(await restored.confirmByCode({ email, code, at: NOON + 1 })).toBe('confirmed');
});

test('what was decided and sent on the list since the backup stays so', async () => {
  const { file, store, backup, restoreAndOpen } = await openSite();
  const waits = await joinList(store, 'waits@example.org');
  const late = await joinList(store, 'late@example.org');
  const lost = await joinList(store, 'lost@example.org');
  await store.decide([waits.id, late.id, lost.id], accept);
  const { token } = await inviteSomebody(store);
  const audience = { types: ['beta' as const], states: ['accepted' as const], languages: [] };
  const { id: mailingId } = await start(store, 4, audience);
  await copySqlite(file, backup);

  await store.redeem(token, NOON + 1);
  const invitation = { id: newId(), signupId: waits.id, token: 'w'.repeat(22), at: NOON + 1 };
  for (let count = 0; count < 4; count++) await handAndSettle(store, sent());
  await store.decide([late.id], { decision: 'declined', at: NOON + 1, by: null, note: null });
  await store.invite([invitation]);
  change(
    file,
    `DELETE FROM confirmations WHERE signup_id = '${lost.id}'; DELETE FROM notifyme_signups WHERE id = '${lost.id}'`,
  );

  const restored = await restoreAndOpen();
  expect(await restored.redeem(token, NOON + DAY_MS)).toBe('already');
  expect(await restored.readInvitation(invitation.token, NOON + 1)).toBe('open');
  expect(await restored.nextToInvite(9)).toMatchObject([{ id: lost.id }]);
  expect(await restored.readMailing(mailingId)).toMatchObject({
    state: 'done',
    recipients: { waiting: 0, in_doubt: 1, sent: 3, refused: 0 },
  });
});

test('an event that a clock ahead dated after its erasure is erased again, and its copy for reports', async () => {
  const { file, store, backup, aside, restore } = await openSite();
  const at = NOON + 9_000;
  await store.recordEvents(batch({ receivedAt: at + 3_600_000 }));
  const reader = openSqliteReader(file);
  onTestFinished(() => reader?.close());
  const chunk = await reader?.makeChunk({ from: 0, to: 1 });
  if (chunk) await store.saveChunk(chunk);
  await copySqlite(file, backup);
  await store.erasePerson(erasure({ at }));
  await store.close();
  const copies = 'SELECT 1 FROM event_chunks';
  expect(select(backup, copies)).toHaveLength(1);
  await restore();
  expect(select(file, copies)).toEqual([]);
  const left = `SELECT 1 FROM events WHERE consent_id = '${JANE}'`;
  expect([select(aside, left), select(file, left)]).toEqual([[], []]);
});

test('a mailing that a backup interrupts is paused, and goes to nobody who had it since the backup', async () => {
  const { file, store, backup, restoreAndOpen } = await openSite();
  for (const name of ['a', 'b', 'c']) await joinList(store, `${name}@${name}.org`);
  const { id } = await start(store, 3);
  await backUpDatabase(file, backup, () => {});
  const first = await handAndSettle(store, sent());
  const second = await hand(store);

  const restored = await restoreAndOpen();
  expect(await hand(restored)).toBeNull();
  expect(await restored.readMailing(id)).toMatchObject({
    state: 'paused',
    recipients: { sent: 1, in_doubt: 1, waiting: 1 },
  });
  expect(await restored.changeMailing(id, 'sending', NOON)).toBe(true);
  const last = await hand(restored);
  expect([first, second].map((one) => one?.id)).not.toContain(last?.id);
  expect(await hand(restored)).toBeNull();
});

test('without the replaced database, nobody knows who had a mailing since the backup', async () => {
  const { file, store, backup, restoreAndOpen } = await openSite();
  await joinList(store, 'a@a.org');
  const { id } = await start(store, 1);
  await backUpDatabase(file, backup, () => {});
  await store.close();
  rmSync(file);
  const restored = await restoreAndOpen();
  expect(await hand(restored)).toBeNull();
  const [doubtful] = await restored.readTroubled(id);
  expect(doubtful).toMatchObject({ state: 'in_doubt', email: 'a@a.org' });
  expect((await sendAgain(restored, id, [doubtful?.signupId ?? ''])).again).toBe(1);
});

test('what a clock that was ahead has written, and what is sent again, is intact, backed up and restored', async () => {
  const { file, store, backup, aside } = await openSite();
  const ahead = NOON + 400 * DAY_MS;
  const request = newRequest();
  await store.insertSignup(signup({ email: 'ahead@a.org', createdAt: ahead }), request);
  expect(await store.confirmSignup(request.token, NOON, [], agreed())).toBe('confirmed');
  const { id: signupId } = await joinList(store, 'a@a.org');
  const { id } = await start(store, 2, undefined, ahead);
  await hand(store, ahead);
  await hand(store, NOON);
  expect((await sendAgain(store, id, [signupId])).again).toBe(1);
  await inviteSomebody(store);
  await store.close();
  const intact = (copy: string) => expect(verifyDatabase(copy).problems).toEqual([]);
  await backUpDatabase(file, backup, intact);
  await restoreDatabase(backup, file, aside, intact);
  intact(file);
});

test('whoever was let in or put out since the backup stays so, and what was done is not forgotten', async () => {
  const { file, store, backup, restoreAndOpen } = await openSite();
  const by = { personId: null, doneBy: 'token', at: NOON };
  const linkOf = (name: string) => ({ linkHash: `link of ${name}`, linkEndsAt: NOON + 1 });
  const add = (id: string, name: string) => {
    const person = { id, name, role: 'owner' as const, createdAt: NOON };
    return store.addPerson({ ...person, ...linkOf(name) }, by);
  };
  const row = signup({ email: 'a@a.test' });
  await store.insertSignup(row);
  await add('1', 'Ada');
  await copySqlite(file, backup);
  await store.changePerson('1', { kind: 'remove_person' }, linkOf('Ada'), by);
  await add('2', 'Eve');
  await store.recordAct(by, 'invite', { signupIds: [row.id] });
  const restored = await restoreAndOpen();
  expect((await restored.readPeople(NOON)).map(({ name }) => name)).toEqual(['Eve']);
  const acts = await restored.readActs({ person: null, before: 1e9, limit: 9 });
  expect(acts.map(({ kind, signup: whose }) => [kind, whose])).toEqual([
    ['invite', row.id],
    ['add_person', null],
    ['remove_person', null],
    ['add_person', null],
  ]);
});
