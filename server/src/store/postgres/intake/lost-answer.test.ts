import { once } from 'node:events';
import { type AddressInfo, connect, createServer } from 'node:net';
import { expect, onTestFinished, test } from 'vitest';
import { hasPostgres, openPostgresDatabase } from '../../../testing/programs/postgres.ts';
import { StoreUnavailableError } from '../../store.ts';
import { batch, grant, newId, signup, text } from '../../testing/store-contract-data.ts';
import { openPostgresStore } from '../open-store.ts';

/** The last bytes of the server's answer to COMMIT. */
const COMMITTED = 'COMMIT\0';

/** A network in front of the server. On command, it breaks while the next answer to COMMIT is on its way. */
async function openNetwork(url: string) {
  const address = new URL(url);
  const [port, host] = [Number(address.port), address.hostname];
  let breaks = false;
  const network = createServer((near) => {
    const far = connect(port, host);
    near.pipe(far);
    far.on('data', (bytes) => {
      if (!breaks || !bytes.includes(COMMITTED)) return near.write(bytes);
      breaks = false;
      return near.destroy();
    });
    for (const end of [near, far]) {
      end.on('error', () => {});
      end.on('close', () => [near, far].map((either) => either.destroy()));
    }
  });
  network.listen(0, '127.0.0.1');
  await once(network, 'listening');
  onTestFinished(() => void network.close());
  address.port = String((network.address() as AddressInfo).port);
  return {
    url: address.href,
    breakNext() {
      breaks = true;
    },
  };
}

test.skipIf(!hasPostgres())(
  'what was stored although its answer was lost is recognised when it is sent again',
  async () => {
    const network = await openNetwork(await openPostgresDatabase());
    const store = await openPostgresStore(network.url);
    onTestFinished(() => store.close());
    await store.publishConsentTexts([text()]);
    await store.recordDecision(grant());
    const losing = async <T>(act: () => Promise<T>): Promise<T> => {
      network.breakNext();
      await expect(act()).rejects.toThrow(StoreUnavailableError);
      return act();
    };

    expect(await losing(() => store.insertSignup(signup()))).toBe('duplicate');
    const events = batch();
    const again = { outcome: 'recorded', accepted: 0, duplicates: 1 };
    expect(await losing(() => store.recordEvents(events))).toEqual(again);
    const other = newId();
    const decision = () => store.recordDecision(grant({ consentId: other }));
    expect(await losing(decision)).toMatchObject({ outcome: 'unchanged' });
    const { id } = signup({ email: 'john@example.org' });
    await store.insertSignup(signup({ id, email: 'john@example.org' }));
    expect(await losing(() => store.eraseSignup(id, 0))).toBe('not_found');
    expect(await store.countRows()).toEqual({ signups: 1, consents: 2, events: 1 });
  },
);
