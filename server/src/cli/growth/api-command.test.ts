import { openSync } from 'node:fs';
import { parse } from 'csv-parse/sync';
import { expect, test } from 'vitest';
import { OPERATIONS } from '../../console/openapi/operations.ts';
import { recordAll } from '../../events/testing/store-contract-events.ts';
import { agreed, newId, newRequest } from '../../store/testing/store-contract-data.ts';
import { buildStale } from '../../testing/sites/built-process.ts';
import { seen, signup } from '../../testing/sites/console-site.ts';
import { runGrowth } from '../../testing/sites/run-growth.ts';
import { filledDatabase, NOON, newTestDatabase } from '../../testing/test-app.ts';
import { openTestStore } from '../../testing/test-database.ts';
import { apiCommand } from './api-command.ts';

/** Previews are rendered by the build. */
buildStale('client', 'ssr');

const MARCH_14 = ['from=2026-03-14', 'to=2026-03-14'];
const ADA = newId();

async function open() {
  const database = await filledDatabase(async (store) => {
    const beta = { signupType: 'beta', useCase: 'Films' } as const;
    const application = { ...beta, confirmedAt: NOON, launch: agreed('beta') };
    await store.insertSignup({ ...signup('ada@a.example', application), id: ADA });
    await store.insertSignup(signup('bob@a.example'), newRequest());
    const done = { form_type: 'notifyme', event_label: 'success' };
    await recordAll(store, [
      seen('ada', 'signup'),
      { person: 'ada', event: 'form_submit', at: NOON + 60_000, properties: done },
      { ...seen('bob', 'signup'), utmSource: 'newsletter' },
    ]);
    const alert = { name: 'no_signups', text: 'Nobody.', since: NOON, raisedAt: NOON } as const;
    await store.raiseAlert({ id: newId(), ...alert });
  });
  const api = (...args: string[]) => runGrowth(apiCommand, database, args, { env: ENV });
  const read = async (...args: string[]) => JSON.parse(await api(...args, '--json'));
  return { database, api, read };
}

const AUDIENCE = { types: ['beta'], states: ['accepted'], languages: [] };
const WORDS = { en: { subject: 'It is here', text: 'Hello {name},\n\nforged', link: null } };
const ENV = { SMTP_URL: 'smtps://mail.example', SITE_TIMEZONE: 'Europe/Berlin' };

test('without a path it lists the paths, among them each that the document has', async () => {
  const { api } = await open();
  const listed = await api();
  expect(listed).toMatch(/^notes {2}GET, POST$/m);
  expect(listed).toMatch(/^list\/mailings\/:id {2}GET, PUT, DELETE$/m);
  const found = listed
    .trim()
    .split('\n')
    .flatMap((line) => {
      const [path, methods = ''] = line.split('  ');
      return methods.split(', ').map((method) => `${method} /growth/api/${path}`);
    });
  const documented = Object.keys(OPERATIONS).filter((key) => OPERATIONS[key]?.access !== 'public');
  expect(found.sort()).toEqual(documented.sort());
});

test('an answer is a sentence, single values and tables; JSON and CSV are as the path has them', async () => {
  const { api, read } = await open();
  expect(await api('traffic', ...MARCH_14, 'by=utm_source')).toBe(`\
1 of 2 visitors signed up in one day; no difference by source is beyond chance.

people    2
signups   1
by        utm_source

events:
name           count   people
section_view   2       2
form_submit    1       1

rows:
value        events   people   signups
             2        1        1
newsletter   1        1        0
`);
  const funnel = await read('GET', '/growth/api/funnel?preset=signup', ...MARCH_14);
  expect(funnel.steps.map(({ count }: { count: number }) => count)).toEqual([2, 1]);
  expect(await api('funnel', ...MARCH_14)).toMatch(/^time\.medianSeconds +60$/m);
  const csv = parse(await api('signups.csv', 'type=beta'), { record_delimiter: '\r\n' });
  expect(csv[1]).toEqual(expect.arrayContaining([ADA, 'ada@a.example']));
  expect((await read('delivery')).waiting).toBe(3);
  expect((await read('alerts')).alerts).toMatchObject([{ name: 'no_signups', text: 'Nobody.' }]);
});

test('in a file, CSV has the byte order mark, and an answer without words is empty', async () => {
  const { database } = await open();
  const inFile = (...args: string[]) =>
    runGrowth(apiCommand, database, args, { env: ENV, fd: openSync(import.meta.filename, 'r') });
  expect(await inFile('signups.csv')).toMatch(/^\ufeffid,/);
  expect(await runGrowth(apiCommand, database, ['signups.csv'], { env: ENV })).toMatch(/^id,/);
  const fine = JSON.stringify({ email: 'bob@a.example', state: 'fine' });
  expect(await inFile('deliveries', '--data', fine)).toBe('');
});

test('it writes: a note, a decision, an invitation, a mailing', async () => {
  const { api, read } = await open();
  const send = (path: string, body: object) => api(path, '--data', JSON.stringify(body));
  await send('notes', { text: 'Product Hunt', at: '2026-11-10' });
  const { notes } = await read('notes');
  expect(notes).toMatchObject([{ at: '2026-11-09T23:00:00.000Z', text: 'Product Hunt' }]);
  expect(await api('delete', `notes/${notes[0].id}`)).toBe('deleted   true\n');
  const decision = { ids: [ADA], decision: 'accepted', seen: 'waiting', by: 'Ada' };
  expect(await send('list/decisions', decision)).toMatch(/^changed +1$/m);
  expect(await send('list/invitations', { next: 50 })).toMatch(/^queued +1$/m);
  expect(await read('list/stages')).toMatchObject({ accepted: 1, invited: 1 });
  await send('list/mailings', { audience: AUDIENCE, words: WORDS });
  const [{ id }] = (await read('list/mailings')).mailings;
  await expect(send(`list/mailings/${id}/send`, { people: 3 })).rejects.toThrow(
    'It would go to 1 people, not to 3; nothing was sent.',
  );
  expect(await send(`list/mailings/${id}/send`, { people: 1 })).toBe('started   true\n');
  expect(await api('POST', `list/mailings/${id}/pause`)).toBe('done   true\n');
  const stored = await api(`list/mailings/${id}`);
  expect(stored).toMatch(/^words\.en\.text +Hello \{name\},\n\n {5,}forged$/m);
  expect(stored).toMatch(/^createdAt +\d{4}-\d\d-\d\dT[\d:.]+Z$/m);
  const preview = await api('GET', `list/mailings/${id}/preview`);
  expect(preview).toMatch(/^text +Hello Jane Example,\n\n +forged\n/m);
  expect(preview).not.toMatch(/^html/m);
  expect(await send('deliveries', { email: 'BOB@a.example', state: 'complained' })).toBe('');
  const { signups } = await read('signups', 'search=bob');
  expect(signups).toMatchObject([{ undeliverableAt: null, complainedAt: expect.any(String) }]);
  expect(await api('POST', `signups/${signups[0].id}/message`)).toMatch(/^outcome +too_soon$/m);
  expect(await api('DELETE', `signups/${signups[0].id}`)).toBe('erased   true\n');
});

const HOSTILE = { 'forged\u001b[2J': { subject: 'a', text: 'b', link: null } };
const MISNAMED = JSON.stringify({ audience: AUDIENCE, words: { ...WORDS, ...HOSTILE } });

test.each([
  [['figurs'], 'There is nothing at this path; did you mean figures? npm run growth -- api lists'],
  [['POST', 'tail'], 'This path does not answer POST; expected GET, HEAD.'],
  [['traffic', 'from=2026-03-14', 'to=soon'], 'to: expected a day'],
  [['notes', '--data', '{"text"'], 'expected JSON'],
  [['notes', '--data', ''], 'expected JSON'],
  [['DELETE'], 'DELETE needs a path'],
  [['patch', 'notes'], 'This path does not answer PATCH; expected GET, HEAD, POST.'],
  [['notes', '--data', '{"text":""}'], 'text: '],
  [['notes', '--data', '{"text":"a","txt":1}'], 'unknown property; expected one of text, at'],
  [['list/mailings', '--data', MISNAMED], 'words: has an unknown property; expected one of en, de'],
  [['list/invitations', '--data', '{"nxt":50}'], 'expected either ids or next, of 1 to 500 people'],
  [['tail', 'now'], 'expected name=value, not "now"'],
  [['--jsno'], 'unknown option --jsno; did you mean --json?'],
  [['--header', 'x'], 'unknown option --header\n'],
])('%j is refused with what is wrong', async (args, line) => {
  const { api } = await open();
  const refusal = api(...args);
  await expect(refusal).rejects.toThrow(line);
  await expect(refusal).rejects.not.toThrow(/forged/);
});

test('it works beside a server of the same database', async () => {
  const database = await newTestDatabase();
  const store = await openTestStore(database);
  const note = ['notes', '--data', '{"text":"beside"}'];
  await runGrowth(apiCommand, database, note);
  expect(await store.readNotes({ from: 0, to: 8e15 })).toMatchObject([{ text: 'beside' }]);
  await store.close();
});
