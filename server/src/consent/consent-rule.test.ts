import { expect, test } from 'vitest';
import { CONSENT_MS } from '#shared/limits';
import type { Decision } from '../store/store.ts';
import { grant as grantOf } from '../store/testing/store-contract-data.ts';
import { type ConsentHistory, grantsAnalytics, isWithdrawn, ruleOn } from './consent-rule.ts';

const grant = grantOf({ revision: 2, decidedAt: 1000, recordedAt: 1000 });
const refusal = { ...grant, analytics: false };
const against = { ...grant, gpc: true };
const nothing: ConsentHistory = { latest: null, everGranted: false };
const after = (decision: Decision, everGranted = decision.analytics): ConsentHistory => ({
  latest: { ...decision, analytics: decision.analytics && !decision.gpc },
  everGranted,
});
const granted = after(grant);
const refused = after(refusal, true);
const onlyAgainst = after(against, false);

const repeated = { decidedAt: 2000, recordedAt: 1001 + CONSENT_MS };
/** A clock was ahead when the latest decision was made. */
const ahead = { decidedAt: 5000 };

test.each<[string, Decision, ConsentHistory, string]>([
  ['a first grant', grant, nothing, 'appended'],
  ['a refusal without an id', { ...refusal, consentId: null }, nothing, 'counted'],
  ['a refusal with an id that never granted', refusal, nothing, 'counted'],
  ['a refusal after a grant against GPC only', refusal, onlyAgainst, 'counted'],
  ['a withdrawal', refusal, granted, 'appended'],
  ['the same again', grant, granted, 'unchanged'],
  ['the same again, seemingly older', { ...grant, decidedAt: 999 }, granted, 'unchanged'],
  ['the same refusal, seemingly older', { ...refusal, decidedAt: 999 }, refused, 'unchanged'],
  ['another source only', { ...grant, source: 'footer' }, granted, 'unchanged'],
  ['another revision', { ...grant, revision: 3 }, granted, 'appended'],
  ['another text', { ...grant, textHash: 'other' }, granted, 'appended'],
  ['a grant against GPC', against, nothing, 'appended'],
  ['the same grant against GPC', against, onlyAgainst, 'unchanged'],
  ['one to another text', { ...against, revision: 9, textHash: 'x' }, onlyAgainst, 'unchanged'],
  ['the same after a valid grant', { ...against, revision: 9 }, after(against, true), 'appended'],
  ['an erasure after a refusal', { ...refusal, source: 'my-data' }, refused, 'appended'],
  ['a refusal with GPC after one without', { ...refusal, gpc: true }, refused, 'appended'],
  ['a grant with the source of an erasure', { ...grant, source: 'my-data' }, granted, 'unchanged'],
  ['a grant once GPC is off', grant, onlyAgainst, 'appended'],
  ['an older grant', { ...grant, decidedAt: 999 }, refused, 'superseded'],
  ['an older refusal', { ...refusal, decidedAt: 999 }, granted, 'superseded'],
  [
    'a refusal after a grant that a clock ahead dated',
    { ...refusal, decidedAt: 900, recordedAt: 900 },
    after({ ...grant, ...ahead, recordedAt: 5000 }),
    'appended',
  ],
  [
    'a grant after a refusal that has such a time',
    { ...grant, decidedAt: 850, recordedAt: 950 },
    after({ ...refusal, ...ahead, recordedAt: 900 }, true),
    'superseded',
  ],
  ['an older refusal, received as late', { ...refusal, decidedAt: 900 }, granted, 'superseded'],
  ['a refusal at the same time', refusal, granted, 'appended'],
  ['the same grant after 182 days', { ...grant, ...repeated }, granted, 'appended'],
  ['the same refusal after 182 days', { ...refusal, ...repeated }, refused, 'unchanged'],
])('%s', (_, decision, history, outcome) => {
  expect(ruleOn(decision, history, true)).toBe(outcome);
});

test('only a valid grant needs a published text', () => {
  const rule = (decision: Decision) => ruleOn(decision, granted, false);
  expect(rule(grant)).toBe('unknown_text');
  expect(rule({ ...grant, decidedAt: 0 })).toBe('unknown_text');
  expect(rule(against)).toBe('appended');
  expect(rule(refusal)).toBe('appended');
});

test('only a grant since the last change of its text, at most 182 days old, permits events', () => {
  const latest = { analytics: true, revision: 2, recordedAt: 1000 };
  expect(grantsAnalytics(latest, 2, 1000 + CONSENT_MS)).toBe(true);
  expect(grantsAnalytics(latest, 2, 1001 + CONSENT_MS)).toBe(false);
  expect(grantsAnalytics(latest, 3, 1000)).toBe(false);
  expect(grantsAnalytics(latest, 1, 1000)).toBe(true);
  expect(grantsAnalytics(latest, null, 1000)).toBe(false);
  expect(grantsAnalytics({ ...latest, analytics: false }, 2, 1000)).toBe(false);
  expect(grantsAnalytics(null, 2, 1000)).toBe(false);
});

// A minute is less than clocks of two processes may differ by.
const MINUTE = 60_000;
test.each<[what: string, decisions: string, events: Record<number, boolean>]>([
  ['without a later grant, all events are', '+0 -10', { 5: true, 10: true, 900: true }],
  ['after one, those before the withdrawal are', '+0 -10 +20', { 5: true, 10: true, 21: false }],
  ['of several, the latest withdrawal counts', '+0 -10 +20 -30 +40', { 25: true, 41: false }],
  [
    'of one dated a year ahead, those after the grant are not',
    '+0 -9000 +20',
    { 9: true, 26: false },
  ],
  ['a clock that is a minute behind saves none', '+0 -10 +9', { 10: true, 11: false }],
  ['one that is a minute ahead costs a minute', '+0 -21 +20', { 21: true, 22: false }],
])('of withdrawn events, %s', (_, decisions, events) => {
  const history = decisions.split(' ').map((one) => {
    return { analytics: one[0] === '+', revision: 1, recordedAt: Number(one.slice(1)) * MINUTE };
  });
  const withdrawn = Object.keys(events).map((minute) => [
    minute,
    isWithdrawn(Number(minute) * MINUTE, history),
  ]);
  expect(Object.fromEntries(withdrawn)).toEqual(events);
});
