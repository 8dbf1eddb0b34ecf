import { describe, expect } from 'vitest';
import {
  consentContract,
  languageContract,
} from '../../consent/testing/store-contract-consents.ts';
import { consoleContract } from '../../console/testing/store-contract-console.ts';
import type { OpenReader } from '../../events/testing/store-contract-events.ts';
import { listContract } from '../../list/testing/store-contract-list.ts';
import { mailingContract } from '../../list/testing/store-contract-mailings.ts';
import { mailContract } from '../../mail/testing/store-contract-mail.ts';
import { mailHourContract } from '../../mail/testing/store-contract-mail-hour.ts';
import { mailOrderContract } from '../../mail/testing/store-contract-mail-order.ts';
import { noticesContract } from '../../mail/testing/store-contract-notices.ts';
import { peopleContract } from '../../people/testing/store-contract-people.ts';
import { personContract } from '../../persons/testing/store-contract-person.ts';
import { deliveryContract } from '../../posthog/testing/store-contract-relay.ts';
import { reportContract } from '../../reports/testing/store-contract-reports.ts';
import { scanContract } from '../../reports/testing/store-contract-scan.ts';
import { addressContract } from '../../signups/testing/store-contract-addresses.ts';
import { deliveriesContract } from '../../signups/testing/store-contract-deliveries.ts';
import { launchContract } from '../../signups/testing/store-contract-launch.ts';
import {
  batch,
  grant,
  NOON,
  scroll,
  signup,
  text,
} from '../../store/testing/store-contract-data.ts';
import { type Open, testWith } from '../../store/testing/test-with.ts';
import { teamContract } from '../../team/testing/store-contract-team.ts';
import { clockContract, retentionContract } from '../../upkeep/testing/store-contract-retention.ts';

/** What every store must do. @param open a new, empty store that closes itself after the test */
export function describeStore(name: string, open: Open) {
  const openAsking = async () => {
    const store = await open();
    await store.publishConsentTexts([text()]);
    return store;
  };
  describe(name, () => {
    consentContract(openAsking);
    languageContract(open);
    deliveryContract(open);
    personContract(open);
    addressContract(open);
    launchContract(open);
    clockContract(open);
    retentionContract(openAsking);
    otherContract(openAsking);
    mailContract(open);
    mailHourContract(open);
    mailOrderContract(open);
    noticesContract(open);
    teamContract(open);
    listContract(open);
    mailingContract(open);
    deliveriesContract(open);
    peopleContract(open);
  });
}

/** What every reader must do. @param openEmpty a reader of a new, empty store; both close themselves after the test */
export function describeReader(name: string, openEmpty: OpenReader) {
  const open: OpenReader = async () => {
    const opened = await openEmpty();
    await opened.store.publishConsentTexts([text()]);
    return opened;
  };
  describe(name, () => {
    scanContract(open);
    reportContract(open);
    consoleContract(open);
  });
}

function otherContract(open: Open) {
  const test = testWith(open);
  test('a second signup with the same e-mail is a duplicate, ignoring case, also of two at once', async (store) => {
    const { id } = signup();
    const both = [store.insertSignup(signup({ id })), store.insertSignup(signup())];
    expect(await Promise.all(both)).toEqual(['created', 'duplicate']);
    expect(await store.insertSignup(signup({ email: 'JANE@Example.org' }))).toBe('duplicate');
    const john = { email: 'john@example.org' };
    // An id that exists is a bug.
    await expect(store.insertSignup(signup({ id, ...john }))).rejects.toThrow();
    expect(await store.insertSignup(signup(john))).toBe('created');
  });

  test('an event id that is already stored, or twice in a batch, is a duplicate', async (store) => {
    await store.recordDecision(grant());
    const once = scroll(25);
    const first = await store.recordEvents(batch({ events: [once, scroll(50), once] }));
    expect(first).toEqual({ outcome: 'recorded', accepted: 2, duplicates: 1 });
    const second = await store.recordEvents(batch({ events: [once] }));
    expect(second).toEqual({ outcome: 'recorded', accepted: 0, duplicates: 1 });
  });

  test('clients are counted by the hour and by what they did, and forgotten with their quarter', async (store) => {
    const counts = new Map(Object.entries({ visited: 2, agreed: 1 }));
    const quarters = ['2026-03-13T23:45', '2026-03-14T12:00', '2026-03-14T12:00'];
    await Promise.all(quarters.map((quarter) => store.addClientCounts(quarter, counts)));
    await store.addClientCounts('2026-03-14T12:15', new Map([['visited', 3]]));
    const evening = Date.UTC(2026, 2, 13, 23);
    expect(await store.countClients({ from: null, to: null })).toEqual([
      { at: evening, act: 'agreed', count: 1 },
      { at: evening, act: 'visited', count: 2 },
      { at: NOON, act: 'agreed', count: 2 },
      { at: NOON, act: 'visited', count: 7 },
    ]);
    const quarter = { from: NOON + 1, to: NOON + 3_600_000 };
    expect(await store.countClients(quarter)).toEqual([{ at: NOON, act: 'visited', count: 3 }]);
    expect(await store.forgetQuarters(NOON)).toBe(false);
    expect(await store.countClients({ from: null, to: NOON - 1 })).toEqual([]);
  });

  test('a signed-out session is known until thirty days after it would have expired', async (store) => {
    const session = { hash: 'a'.repeat(43), endsAt: NOON };
    const later = { hash: 'b'.repeat(43), endsAt: NOON + 40 * 86_400_000 };
    expect(await store.isSessionEnded(session.hash)).toBe(false);
    await Promise.all([session, session].map((one) => store.endSession(one, NOON)));
    await store.endSession(later, NOON + 30 * 86_400_000 - 1);
    expect(await store.isSessionEnded(session.hash)).toBe(true);
    await store.endSession(later, NOON + 30 * 86_400_000);
    expect([
      await store.isSessionEnded(session.hash),
      await store.isSessionEnded(later.hash),
    ]).toEqual([false, true]);
  });

  test('usage reports the waiting writes and the space, and closing finishes the writes', async (store) => {
    const inserted = store.insertSignup(signup());
    const usage = await store.usage(); // asked in the same event-loop iteration
    await inserted;
    expect(usage.writesWaiting).toBe(1);
    expect((await store.usage()).writesWaiting).toBe(0);
    expect(usage.fileBytes + usage.walBytes).toBeGreaterThan(0);
    expect(usage.freeBytes).not.toBe(0);
    const last = store.insertSignup(signup({ email: 'john@example.org' }));
    await store.close();
    expect(await last).toBe('created');
  });
}
