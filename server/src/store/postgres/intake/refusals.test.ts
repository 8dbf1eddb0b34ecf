import { Client } from 'pg';
import { expect, onTestFinished, test, vi } from 'vitest';
import { ask, hasPostgres, openPostgresDatabase } from '../../../testing/programs/postgres.ts';
import { grant, NOON, newId } from '../../testing/store-contract-data.ts';
import { openPostgresStore } from '../open-store.ts';

/** Messages that another client of the same database may send on the same channel. */
const FOREIGN = [
  '',
  '{',
  'null',
  '7',
  '[]',
  '{}',
  '{"hash":7,"decidedAt":1}',
  '{"hash":"x","decidedAt":1}',
  `{"hash":"${'a'.repeat(43)}","decidedAt":"now"}`,
  '['.repeat(7_000),
  `{"hash":"${'a'.repeat(43)}","decidedAt":1,"more":"${'x'.repeat(7_000)}"}`,
];

test.skipIf(!hasPostgres())(
  'a notification that is not a refusal is ignored, and the next refusal is noticed',
  async () => {
    const url = await openPostgresDatabase();
    const [a, b] = [await openPostgresStore(url), await openPostgresStore(url)];
    onTestFinished(async () => void (await Promise.all([a.close(), b.close()])));
    const tellOfRefusals = async () => {
      // As many as there are attempts in the time: with too few, the last ones would ask for nobody.
      const people = Array.from({ length: 100 }, () => newId());
      const refuse = (consentId: string) =>
        a.recordDecision(grant({ consentId, analytics: false }));
      await Promise.all(people.map(refuse));
      await vi.waitFor(
        async () => {
          // A different person each time: a grant that was accepted would be on record.
          const consentId = people.pop() ?? '';
          const late = await b.recordDecision(grant({ consentId, decidedAt: NOON - 1 }));
          expect(late.outcome).toBe('superseded');
        },
        { timeout: 20_000, interval: 250 },
      );
    };
    await tellOfRefusals();
    for (const payload of FOREIGN) {
      await ask(url, `SELECT pg_notify('dubkit_refusals', '${payload}')`);
    }
    await tellOfRefusals();
  },
);

test.skipIf(!hasPostgres())(
  'a refusal is sent in a form that a process of version 0.1.0 reads too',
  async () => {
    const url = await openPostgresDatabase();
    const listener = new Client(url);
    await listener.connect();
    const store = await openPostgresStore(url);
    onTestFinished(async () => void (await Promise.all([listener.end(), store.close()])));
    const told = new Promise((resolve) => {
      listener.on('notification', ({ payload = '' }) => resolve(JSON.parse(payload)));
    });
    await listener.query('LISTEN dubkit_refusals');
    await store.recordDecision(grant({ consentId: newId(), analytics: false, decidedAt: NOON }));
    expect(await told).toEqual({
      hash: expect.stringMatching(/^[\w-]{43}$/),
      decidedAt: NOON,
      receivedAt: expect.any(Number),
    });
  },
);
