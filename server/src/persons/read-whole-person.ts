import type { Store, WholePerson } from '../store/store.ts';

/** Returns everything that `readPerson` reads, collected in memory: for commands and tests. */
export async function readWholePerson(
  store: Pick<Store, 'readPerson'>,
  ...question: Parameters<Store['readPerson']>
): Promise<WholePerson> {
  const { consents, events, moreEvents } = await store.readPerson(...question);
  return { consents: await collect(consents), events: await collect(events), moreEvents };
}

async function collect<T>(pages: AsyncIterable<readonly T[]>): Promise<T[]> {
  const all: T[] = [];
  for await (const page of pages) for (const one of page) all.push(one);
  return all;
}
