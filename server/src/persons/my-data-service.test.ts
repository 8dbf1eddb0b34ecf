import { Readable } from 'node:stream';
import { text } from 'node:stream/consumers';
import { expect, test } from 'vitest';
import type { StoredEvent } from '../store/store.ts';
import {
  batch,
  text as consentText,
  grant,
  JANE,
  NOON,
  newId,
  scroll,
  TEXT_HASH,
} from '../store/testing/store-contract-data.ts';
import { NO_DELETIONS } from '../testing/test-app.ts';
import { createMyData } from './my-data-service.ts';

const event = (): StoredEvent => ({ ...batch(), ...scroll(25) });

test('pages whose rows were erased while they were read leave no gap in the JSON', async () => {
  const [first, second] = [event(), event()];
  const person = {
    consents: Readable.from([[], [grant()]]),
    events: Readable.from([[], [first], [], [second], []]),
    moreEvents: 0,
  };
  const readConsentTexts = async () => [
    consentText(),
    { ...consentText('other'), text: '{"title":"no"}' },
  ];
  const store = { readPerson: async () => person, erasePerson: async () => 0, readConsentTexts };
  const myData = createMyData({ store, deletions: NO_DELETIONS, now: () => NOON, newId });
  const told = JSON.parse(await text(await myData.read(JANE)));
  expect(told.consents).toHaveLength(1);
  expect(told.texts).toEqual([{ hash: TEXT_HASH, language: 'en', text: {} }]);
  expect(told.events.map(({ id }: StoredEvent) => id)).toEqual([first.id, second.id]);
});
