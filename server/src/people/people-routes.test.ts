import { expect, test, vi } from 'vitest';
import { MINUTE_MS } from '#shared/limits';
import { listen } from '../edge/node/testing/serve-for-test.ts';
import { connectTo } from '../testing/programs/raw-client.ts';
import { openConsole, signup } from '../testing/sites/console-site.ts';
import { NOON } from '../testing/test-app.ts';
import { openTestStore } from '../testing/test-database.ts';
import { join, openBrowser } from './testing/console-browser.ts';

test('the file of what was done has every page of it', async () => {
  const site = await openConsole();
  const by = { personId: null, doneBy: 'command', at: NOON };
  await site.store.recordAct(by, 'export', { signupIds: Array(450).fill(null) });
  const csv = await (await site.ask('acts.csv')).text();
  const ids = csv.split('\r\n').map((row) => Number.parseInt(row, 10));
  const [, latest = 0] = ids;
  expect(ids.slice(1, -1)).toEqual(Array.from({ length: 450 }, (_, index) => latest - index));
});

test('a viewer sees figures, their own passkeys and what they did, and changes nobody else', async () => {
  const site = await openConsole();
  const ada = await join(site, 'Ada');
  const eve = await join(site, 'Eve', 'viewer');
  const statuses = async (...asked: [string, string?, unknown?][]) => {
    const found = [];
    for (const one of asked) found.push((await eve.ask(...one)).status);
    return found;
  };
  expect(
    await statuses(
      ['tail'],
      ['people', 'POST', { name: 'Mallory', role: 'owner' }],
      [`people/${eve.id}`, 'POST', { kind: 'change_person', role: 'owner' }],
      [`people/${ada.id}`, 'POST', { kind: 'end_sessions' }],
      [`people/${ada.id}`, 'POST', { kind: 'remove_passkey', passkey: ada.passkey.id }],
      [`people/${ada.id}`, 'POST', { kind: 'reset_person' }],
      [`people/${ada.id}`, 'POST', { kind: 'link_passkey' }],
      [`people/${eve.id}`, 'POST', { kind: 'reset_person' }],
      [`people/${eve.id}`, 'POST', { kind: 'remove_person' }],
    ),
  ).toEqual(Array(9).fill(403));
  const { people } = (await eve.ask('people')).body as unknown as { people: { name: string }[] };
  expect(people.map(({ name }) => name)).toEqual(['Eve']);
  const { acts } = (await eve.ask(`acts?person=${ada.id}`)).body as unknown as {
    acts: { by: string }[];
  };
  expect(acts).toMatchObject([{ by: 'Eve', kind: 'add_passkey', person: 'Eve' }]);
  expect(await ada.isOpen()).toBe(true);
  const out = [`people/${eve.id}`, 'POST', { kind: 'end_sessions' }] as const;
  expect(await statuses([...out], ['problems'])).toEqual([200, 401]);
});

test('what changes about a person ends their sessions at once, at every process', async () => {
  const site = await openConsole();
  const other = await openConsole({ openStore: () => openTestStore(site.database) });
  const ada = await join(site, 'Ada');
  const eve = await join(site, 'Eve', 'viewer');
  const own = await eve.ask(`people/${eve.id}`, 'POST', { kind: 'link_passkey' });
  const phone = await openBrowser(other).register(own.body.link);
  expect(phone.status).toBe(200);
  const onPhone = openBrowser(other);
  expect((await onPhone.signIn(phone.passkey)).status).toBe(200);
  const open = async () => [await eve.isOpen(), await onPhone.isOpen()];
  const change = (kind: string, more = {}) =>
    ada.ask(`people/${eve.id}`, 'POST', { kind, ...more });
  expect((await change('remove_passkey', { passkey: phone.passkey.id })).status).toBe(200);
  expect(await open()).toEqual([true, false]);
  expect((await openBrowser(site).signIn(phone.passkey)).status).toBe(400);
  await change('change_person', { role: 'owner' });
  expect(await open()).toEqual([false, false]);
  expect((await eve.signIn(eve.passkey)).body).toMatchObject({ access: 'people' });
  await change('end_sessions');
  expect(await open()).toEqual([false, false]);
  await eve.signIn(eve.passkey);
  const { body } = await change('reset_person');
  expect([await open(), (await eve.signIn(eve.passkey)).status]).toEqual([[false, false], 400]);
  const anew = await eve.register(body.link);
  expect(await eve.isOpen()).toBe(true);
  await change('remove_person');
  expect([await eve.isOpen(), (await eve.signIn(anew.passkey)).status]).toEqual([false, 400]);
  expect(await ada.isOpen()).toBe(true);
});

test('a link for one more passkey is made by its person only, and ends where they are signed out', async () => {
  const site = await openConsole();
  const [ada, eve] = [await join(site, 'Ada'), await join(site, 'Eve', 'viewer')];
  const link = { kind: 'link_passkey' };
  // Another person could open it and act in her name, unnoticed.
  const ofEve = `people/${eve.id}`;
  const { status, body } = await ada.ask(ofEve, 'POST', link);
  expect([status, body.code]).toEqual([403, 'only_oneself']);
  expect((await site.ask(ofEve, 'POST', { body: link })).status).toBe(403);
  // Somebody may have made one at a computer that was left unlocked.
  for (const change of [
    { kind: 'end_sessions' },
    { kind: 'remove_passkey', passkey: eve.passkey.id },
  ]) {
    await eve.signIn(eve.passkey);
    const made = await eve.ask(ofEve, 'POST', link);
    expect((await openBrowser(site).askByLink(made.body.link)).status).toBe(200);
    expect((await ada.ask(ofEve, 'POST', change)).status).toBe(200);
    expect((await openBrowser(site).askByLink(made.body.link)).status, change.kind).toBe(404);
  }
});

test('the last owner who can sign in stays; a program may change even that', async () => {
  const site = await openConsole();
  const ada = await join(site, 'Ada');
  for (const change of [
    { kind: 'change_person', role: 'viewer' },
    { kind: 'remove_person' },
    { kind: 'reset_person' },
    { kind: 'remove_passkey', passkey: ada.passkey.id },
  ]) {
    const { status, body } = await ada.ask(`people/${ada.id}`, 'POST', change);
    expect([status, body.code], change.kind).toEqual([409, 'last_owner']);
  }
  expect([await ada.isOpen(), (await site.store.readPeople(NOON)).length]).toEqual([true, 1]);
  const byProgram = await site.ask(`people/${ada.id}`, 'POST', { body: { kind: 'remove_person' } });
  expect([byProgram.status, await site.store.readPeople(NOON)]).toEqual([200, []]);
});

test('who is put out while a body is on its way does nothing by it', async () => {
  const site = await openConsole();
  const [ada, eve] = [await join(site, 'Ada'), await join(site, 'Eve')];
  const { url } = await listen((request, exchange) => site.app.fetch(request, exchange));
  const body = JSON.stringify({ name: 'Mallory', role: 'owner' });
  const late = connectTo(url);
  late.socket.write(
    [
      ...['POST /growth/api/people HTTP/1.1', `Host: ${new URL(url).host}`, 'Expect: 100-continue'],
      ...[`Cookie: ${eve.jar.cookie}`, `Content-Length: ${body.length}`, '', ''],
    ].join('\r\n') + body.slice(0, 9),
  );
  await vi.waitFor(() => expect(late.received).toContain('100 Continue'));
  await ada.ask(`people/${eve.id}`, 'POST', { kind: 'remove_person' });
  late.socket.write(body.slice(9));
  await vi.waitFor(() => expect(late.received).toContain('401 Unauthorized'));
  expect((await site.store.readPeople(NOON)).map(({ name }) => name)).toEqual(['Ada']);
});

test('a name is one that nobody takes for another, or for a program', async () => {
  const site = await openConsole();
  const add = async (name: string) =>
    (await site.ask('people', 'POST', { body: { name, role: 'owner' } })).status;
  const names = [
    'Zoë',
    'Zoe\u0308',
    'ZOË',
    '\uff21da',
    'ADA',
    'A\u200bda',
    '\u202eadA',
    'Ada\ufe0f',
    'Ada\u3164',
    'A\u034fda',
    'Ada\u2800',
    'A  da',
    'token\ufe0f',
    'Token',
    'command',
  ];
  const statuses = [];
  for (const name of names) statuses.push(await add(name));
  expect(statuses).toEqual([201, 409, 409, 201, 409, ...Array(10).fill(400)]);
  expect((await site.store.readPeople(NOON)).map(({ name }) => name)).toEqual(['Zoë', 'Ada']);
});

test('what cannot be taken back asks for the passkey again after a quarter of an hour, of the same person, and never a token', async () => {
  const site = await openConsole();
  const ada = await join(site, 'Ada');
  const eve = await join(site, 'Eve');
  const row = signup('jane@example.org');
  await site.store.insertSignup(row);
  const acts: [string, string?, unknown?][] = [
    ['signups.csv'],
    [`signups/${row.id}`, 'DELETE'],
    [`signups/${row.id}/message`, 'POST'],
    ['people', 'POST', { name: 'New', role: 'viewer' }],
    [`people/${eve.id}`, 'POST', { kind: 'remove_person' }],
    ['list/secret'],
    [`list/mailings/${row.id}/test`, 'POST', {}],
    [`list/mailings/${row.id}/send`, 'POST', { people: 1 }],
    [`list/mailings/${row.id}/resume`, 'POST'],
    ['list/invitations', 'POST', { ids: [row.id] }],
    [
      'list/decisions',
      'POST',
      { ids: [row.id], decision: 'declined', seen: 'waiting', tell: true },
    ],
    [`people/${ada.id}`, 'POST', { kind: 'link_passkey' }],
  ];
  site.clock.now += 15 * MINUTE_MS;
  for (const act of acts) {
    const { status, body } = await ada.ask(...act);
    expect([status, body.code], act[0]).toEqual([403, 'passkey_needed']);
  }
  expect((await site.store.readPeople(NOON)).length).toBe(2);
  const out = await ada.ask(`people/${eve.id}`, 'POST', { kind: 'end_sessions' });
  expect([out.status, await eve.isOpen()]).toEqual([200, false]);
  const before = ada.jar.cookie;
  expect((await ada.signIn(eve.passkey)).status).toBe(400);
  expect((await ada.signIn(ada.passkey)).status).toBe(200);
  const stolen = openBrowser(site);
  stolen.jar.cookie = before;
  expect(await stolen.isOpen()).toBe(false);
  expect((await ada.ask(`signups/${row.id}`, 'DELETE')).status).toBe(200);
  expect((await site.ask('signups.csv')).status).toBe(200);
});
