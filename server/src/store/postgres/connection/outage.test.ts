import { expect, onTestFinished, test, vi } from 'vitest';
import { hasPostgres, openPostgresServer } from '../../../testing/programs/postgres.ts';
import { readWholePerson } from '../../read-whole-person.ts';
import { type Store, StoreUnavailableError } from '../../store.ts';
import { batch, grant, JANE, NOON, signup, text } from '../../testing/store-contract-data.ts';
import { openPostgresStore } from '../store.ts';

const rule = { recipient: 'eu.i.posthog.com', now: NOON + 2000 };

test.skipIf(!hasPostgres())(
  'while the server is unreachable every operation fails at once, and afterwards all work again',
  async () => {
    const server = await openPostgresServer();
    onTestFinished(() => server.stop());
    const url = server.urlOf('postgres');
    const store = await openPostgresStore(url);
    onTestFinished(() => store.close());
    await store.publishConsentTexts([text()]);
    await store.recordDecision(grant());
    await store.recordEvents(batch());
    expect(await store.takeDeliveries(5, rule)).toHaveLength(1);

    await server.halt();
    const attempts: ((store: Store) => Promise<unknown>)[] = [
      () => store.insertSignup(signup()),
      () => store.recordEvents(batch()),
      () => store.takeDeliveries(5, rule),
      () => store.noteDeliveryFailure('PostHog answered 503', NOON),
      () => readWholePerson(store, JANE, 5),
      () => store.erasePerson({ id: 'x', consentId: JANE, gpc: false, at: NOON }),
      () => store.addPageCounts('2026-03-14T14:15', new Map([['/', 1]])),
      () => store.checkWritable(),
      () => store.usage(),
    ];
    for (const attempt of attempts) {
      await expect(attempt(store)).rejects.toThrow(StoreUnavailableError);
    }
    await expect(openPostgresStore(url)).rejects.toThrow(StoreUnavailableError);

    await server.comeBack();
    await vi.waitFor(() => store.checkWritable());
    expect((await store.recordEvents(batch())).outcome).toBe('recorded');
    expect(await store.takeDeliveries(5, rule)).toHaveLength(2);
    expect(await store.insertSignup(signup())).toBe('created');
  },
  60_000,
);
