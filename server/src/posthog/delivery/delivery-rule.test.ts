import { expect, test } from 'vitest';
import { CONSENT_MS } from '#shared/limits';
import type { DecisionOnRecord } from '../../consent/consent-rule.ts';
import { ruleOnDelivery } from './delivery-rule.ts';

const RECIPIENT = 'eu.i.posthog.com';
/** Revision 1 kept all data here, 2 and 3 name the recipient, 4 names another one. */
const recipients = [undefined, null, RECIPIENT, RECIPIENT, 'us.i.posthog.com'];
const granted = (revision: number, recordedAt: number): DecisionOnRecord => ({
  ...{ analytics: true, revision, recordedAt },
});
const withdrawn = (recordedAt: number) => ({ ...granted(2, recordedAt), analytics: false });
const grant = granted(2, 100);

test.each<[string, DecisionOnRecord[], string]>([
  ['a grant that named the recipient', [grant], 'deliver'],
  ['a grant of the same millisecond', [granted(2, 200)], 'deliver'],
  ['no decision at all', [], 'no_grant'],
  ['a grant that came only after the event', [granted(2, 201)], 'no_grant'],
  ['a grant to a text that named nobody', [granted(1, 100)], 'other_recipient'],
  ['a grant to a text that named somebody else', [granted(4, 100)], 'other_recipient'],
  ['a grant to a text that was never published', [granted(9, 100)], 'other_recipient'],
  ['a withdrawal since', [grant, withdrawn(300)], 'withdrawn'],
  ['a withdrawal of the same millisecond', [grant, withdrawn(200)], 'withdrawn'],
  ['a withdrawal since, and a new grant', [grant, withdrawn(300), granted(2, 400)], 'withdrawn'],
  ['one of the same time, and a new grant', [grant, withdrawn(200), granted(2, 300)], 'withdrawn'],
  ['a withdrawal before the grant in force', [granted(2, 50), withdrawn(80), grant], 'deliver'],
  ['a text that named nobody, and another', [granted(1, 100), granted(2, 300)], 'other_recipient'],
  ['two texts that name the recipient', [grant, granted(3, 300)], 'deliver'],
  ['a text that named it, and one that does not', [grant, granted(4, 300)], 'other_recipient'],
])('an event received after %s', (_, history, expected) => {
  const rule = { recipient: RECIPIENT, now: 500 };
  expect(ruleOnDelivery(200, history, (revision) => recipients[revision], rule)).toBe(expected);
});

test('an event that waited until the grant expired is not delivered', () => {
  const at = (now: number) =>
    ruleOnDelivery(200, [grant], () => RECIPIENT, { recipient: RECIPIENT, now });
  expect(at(100 + CONSENT_MS)).toBe('deliver');
  expect(at(101 + CONSENT_MS)).toBe('expired');
});
