import { existsSync, readFileSync, statSync } from 'node:fs';
import { expect, test } from 'vitest';
import { DAY_MS } from '#shared/limits';
import { parseConfig } from '../../settings/config.ts';
import {
  batch,
  grant,
  JANE,
  JOHN,
  madeAt,
  newId,
  newRequest,
  scroll,
  signup,
} from '../../store/testing/store-contract-data.ts';
import { openKeptSite } from '../../testing/sites/kept-site.ts';
import { runData, tryData } from '../../testing/sites/run-data.ts';
import { inviteSomebody } from '../../testing/sites/worked-list.ts';
import { temporaryFile } from '../../testing/temporary-folder.ts';
import { NOON } from '../../testing/test-app.ts';
import { openTestStore, rowsOf, runsOnPostgres } from '../../testing/test-database.ts';
import { eraseCommand } from './erase.ts';
import { exportCommand } from './export-person.ts';
import { retentionCommand } from './retention-command.ts';

const TIME_AS_NUMBER = /(at|until)": \d/i;

test('an export holds everything about one person and nothing about anybody else, in a file that only its owner reads', async () => {
  const { database, store } = await openKeptSite(openTestStore);
  const target = temporaryFile('jane.json');
  const who = ['--email', ' JANE@example.org', '--consent-id', JANE.toUpperCase()];
  const args = [...who, '--file', target];
  expect(await runData(exportCommand, database, [...args, '--dry-run'])).toMatch(/^signups +1$/m);
  expect([existsSync(target), await store.readAudit()]).toEqual([false, []]);
  expect(await runData(exportCommand, database, args)).not.toContain('jane@');
  expect(statSync(target).mode & 0o777).toBe(0o600);
  const written = readFileSync(target, 'utf8');
  const exported = JSON.parse(written) as Record<string, object[]>;
  expect(exported['signups']).toMatchObject([{ name: 'jane', email: 'jane@example.org' }]);
  expect(exported['consents']).toMatchObject([{ analytics: true, source: 'banner' }]);
  expect(exported['events']).toHaveLength(3);
  for (const other of ['john', JOHN]) expect(written).not.toContain(other);
  expect(written).not.toMatch(TIME_AS_NUMBER);
  const counts = { signups: 1, consents: 1, events: 3 };
  expect(await store.readAudit()).toMatchObject([{ kind: 'export', counts }]);
  await expect(runData(exportCommand, database, args)).rejects.toThrow(/already exists/);
  if (runsOnPostgres) return;
  const own = [...who, '--file', `${database}-lock`];
  await expect(runData(exportCommand, database, own)).rejects.toThrow(/belongs to the database/);
});

test('an export holds what the team decided and sent; an erasure leaves none of it, and a proof for somebody who knows the address', async () => {
  const { database, store } = await openKeptSite(openTestStore);
  const { token } = await inviteSomebody(store, 'ada@example.org');
  await store.recordDelivery({ email: 'ada@example.org', state: 'complained', at: NOON });
  const who = ['--email', 'ada@example.org'];
  const printed = await runData(exportCommand, database, who);
  expect(JSON.parse(printed).signups).toMatchObject([
    {
      decision: { decision: 'accepted', note: 'good films' },
      invitations: [{ sentAt: new Date(NOON).toISOString(), redeemedAt: null }],
      mailings: [],
      ...{ undeliverableAt: null, complainedAt: new Date(NOON).toISOString() },
    },
  ]);
  expect(printed).not.toContain(token);
  expect(printed).not.toContain('Ada'); // who decided
  expect(printed).not.toMatch(TIME_AS_NUMBER);
  const erased = await runData(eraseCommand, database, who);
  expect(erased).toMatch(/^proof +of the confirmed signup/m);
  expect(erased).toMatch(/^events +not searched for: they hold no e-mail address/m);
  expect(await store.countRows()).toEqual({ signups: 2, consents: 2, events: 6 });
  expect(await store.readInvitation(token, NOON)).toBe('unknown');
  for (const table of ['signup_decisions', 'invitations'] as const) {
    expect(await rowsOf(database, table)).toEqual([]);
  }
  const left = JSON.parse(await runData(exportCommand, database, ['--email', 'ADA@example.org']));
  const at = expect.stringMatching(/^\S+Z$/);
  const proof = { signedUpAt: at, confirmedAt: at, deletedAt: at };
  expect(left).toMatchObject({ signups: [], proofsOfDeletedSignups: [proof] });
  expect(JSON.stringify(await rowsOf(database, 'signup_proofs'))).not.toContain('ada');
  const other = await runData(exportCommand, database, ['--email', 'jim@example.org']);
  expect(JSON.parse(other)).not.toHaveProperty('proofsOfDeletedSignups');
});

test('an export holds what else is kept: the note beside the form, the code, which messages asked for a confirmation and what the server answered', async () => {
  const { database, store } = await openKeptSite(openTestStore);
  const email = 'eve@example.org';
  const request = newRequest();
  await store.insertSignup({ ...signup({ email }), wordingHash: 'f'.repeat(64) }, request);
  const answer = { outcome: 'refused', at: NOON, reason: '550 5.7.1 no' } as const;
  await store.settleMessage(request.id, answer);
  await inviteSomebody(store); // from the first message to the list on, there are codes
  const printed = await runData(exportCommand, database, ['--email', email]);
  const at = expect.stringMatching(/^\S+Z$/);
  expect(JSON.parse(printed).signups).toMatchObject([
    {
      ...{ wordingHash: 'f'.repeat(64), discountCode: expect.stringMatching(/^[2-9A-Z]{10}$/) },
      confirmations: [{ createdAt: at, expiresAt: at, tries: 0 }],
      unsentMessages: [{ kind: 'confirmation', state: 'refused', reason: '550 5.7.1 no' }],
    },
  ]);
  expect(printed).not.toContain(request.token);
  expect(printed).not.toMatch(TIME_AS_NUMBER);
  // A shop would accept the code of an applicant who was never admitted.
  await store.insertSignup(signup({ email: 'flo@example.org', signupType: 'beta' }), null);
  const waiting = await runData(exportCommand, database, ['--email', 'flo@example.org']);
  expect(JSON.parse(waiting).signups).toMatchObject([{ discountCode: null }]);
});

test('an erasure deletes the signup and the events of one person, counts them, and keeps the rest', async () => {
  const { database, store } = await openKeptSite(openTestStore);
  const args = ['--email', 'jane@example.org', '--consent-id', JANE];
  const dry = await runData(eraseCommand, database, [...args, '--dry-run']);
  expect(dry).toMatch(/^signups +1 would be erased\nevents +3 would be erased$/m);
  expect(await store.countRows()).toEqual({ signups: 2, consents: 2, events: 6 });
  expect(await store.readAudit()).toEqual([]);

  const printed = await runData(eraseCommand, database, args);
  expect(printed).toMatch(/^signups +1 erased\nevents +3 erased$/m);
  expect(printed).toMatch(/^consents +1 decisions kept as proof/m);
  expect(printed).toMatch(/^PostHog +delete events already sent there by hand/m);
  expect(printed).toMatch(/^files +.* VACUUM/m);
  expect(printed).not.toContain('jane');
  expect((await store.deliveryState()).deletions).toMatchObject({ waiting: 0 });
  // The proof is kept, and a withdrawal is added.
  expect(await store.countRows()).toEqual({ signups: 1, consents: 3, events: 3 });
  for (const end of runsOnPostgres ? [] : ['', '-wal']) {
    expect(readFileSync(database + end, 'latin1')).not.toContain('jane@example.org');
  }
});

test.each([eraseCommand, exportCommand])(
  'the person is required, and an invalid value is refused without repeating it',
  async (command) => {
    const none = temporaryFile('none.db');
    const failing = async (...args: string[]) => (await tryData(command, none, args)).problem;
    expect(await failing()).toContain('expected --email or --consent-id');
    expect(await failing('--email', 'jane')).not.toContain('jane ');
    expect(await failing('--consent-id', 'jane')).toContain('is not a UUID');
    expect(await failing('--name', 'x')).toContain('unknown option --name');
    expect(await failing('--email', 'a@b.c')).toContain(`there is no database at ${none}`);
    expect(existsSync(none)).toBe(false);
  },
);

// webhooks.test.ts has what they are told where they do not know the person.
test('an erasure is told to the webhooks, and PostHog is asked to delete, by the server', async () => {
  const { database, store } = await openKeptSite(openTestStore);
  const [jane] = await store.readSignups('jane@example.org');
  const env = { WEBHOOK_URL: 'https://a.example/hook', WEBHOOK_FORMAT: 'slack' };
  const { webhooks } = parseConfig({ ...env, WEBHOOK_INCLUDE: 'person' });
  const key = { posthogKey: 'phc_x', posthogPersonalApiKey: 'phx_x', posthogProjectId: 1 };
  const who = ['--email', 'jane@example.org', '--consent-id', JANE];
  const printed = await runData(eraseCommand, database, who, { webhooks, ...key });
  expect(printed).toMatch(/^files +.* VACUUM/m);
  expect(printed).toMatch(/^PostHog +asked to delete what it holds under this id, by the server/m);
  expect((await store.deliveryState()).deletions).toMatchObject({ waiting: 1 });
  const [{ waiting, recipient = '' } = {}] = await store.webhookStates();
  expect(waiting).toBe(1);
  const { message } = await store.nextMessage({ recipient, now: Date.now(), hourly: null });
  expect(message).toMatchObject({ kind: 'signup.left', signup: null });
  const told = { signupType: 'notifyme', createdAt: jane?.createdAt, signupId: jane?.id };
  expect(message?.payload).toEqual(told);
});

test('retention by hand: a dry run counts, a run deletes the same rows and says what PostHog did not get', async () => {
  const { database, store } = await openKeptSite(openTestStore);
  const [consentId, receivedAt] = [newId(), NOON - 11 * DAY_MS];
  await store.recordDecision(grant({ consentId, ...madeAt(receivedAt) }));
  await store.recordEvents(batch({ consentId, receivedAt, events: [scroll(25), scroll(50)] }));
  await store.insertSignup(signup({ email: 'old@example.org', createdAt: NOON - 21 * DAY_MS }));
  const settings = { posthogKey: 'phc_x' };
  const dry = await runData(retentionCommand, database, ['--dry-run'], settings);
  expect(dry).toMatch(
    /^events +2 would be deleted, older than \d+ days, 2 of them not yet delivered\nsignups +1 would be deleted, older than 20 days, or unconfirmed 30 days after the first message\nconsents +0 would be deleted$/m,
  );
  expect(await store.countRows()).toEqual({ signups: 3, consents: 3, events: 8 });
  expect(await runData(retentionCommand, database)).toMatch(
    /^events +2 deleted, older than \d+ days\nsignups +1 deleted, older than \d+ days, or unconfirmed 30 days after the first message\nconsents +0 deleted$/m,
  );
  expect(await store.countRows()).toEqual({ signups: 2, consents: 3, events: 6 });
  // The clock is years ahead since, or the site was off.
  const later = NOON + 900 * DAY_MS;
  const run = (...args: string[]) => runData(retentionCommand, database, args, {}, later);
  await expect(run()).rejects.toThrow('The clock says 2028-08-30T12:00Z');
  expect(await store.countRows()).toMatchObject({ signups: 2, events: 6 });
  await run('--accept');
  expect(await store.countRows()).toMatchObject({ signups: 0, events: 0 });
});
