import { expect, test } from 'vitest';
import { CONSENT_MS } from '#shared/limits';
import type { Decision } from '../store.ts';
import { type ConsentHistory, grantsAnalytics, ruleOn } from './consent-rule.ts';

const grant: Decision = {
  id: 'row',
  consentId: 'jane',
  revision: 2,
  analytics: true,
  source: 'banner',
  language: 'en',
  textHash: 'hash',
  gpc: false,
  decidedAt: 1000,
  recordedAt: 1000,
};
const refusal = { ...grant, analytics: false };
const nothing: ConsentHistory = { latest: null, everGranted: false };
const after = (decision: Decision, everGranted = decision.analytics): ConsentHistory => ({
  latest: { ...decision, analytics: decision.analytics && !decision.gpc },
  everGranted,
});

test.each<[string, Decision, ConsentHistory, string]>([
  ['a first grant', grant, nothing, 'appended'],
  ['a refusal without an id', { ...refusal, consentId: null }, nothing, 'counted'],
  ['a refusal with an id that never granted', refusal, nothing, 'counted'],
  [
    'a refusal after a grant against GPC only',
    refusal,
    after({ ...grant, gpc: true }, false),
    'counted',
  ],
  ['a withdrawal', refusal, after(grant), 'appended'],
  ['the same again', grant, after(grant), 'unchanged'],
  ['the same again, seemingly older', { ...grant, decidedAt: 999 }, after(grant), 'unchanged'],
  [
    'the same refusal again, with a seemingly older time',
    { ...refusal, decidedAt: 999 },
    after(refusal, true),
    'unchanged',
  ],
  ['another source only', { ...grant, source: 'footer' }, after(grant), 'unchanged'],
  ['another revision', { ...grant, revision: 3 }, after(grant), 'appended'],
  ['another text', { ...grant, textHash: 'other' }, after(grant), 'appended'],
  ['a grant against GPC', { ...grant, gpc: true }, nothing, 'appended'],
  [
    'the same grant against GPC',
    { ...grant, gpc: true },
    after({ ...grant, gpc: true }, false),
    'unchanged',
  ],
  [
    'a grant against GPC that names another text',
    { ...grant, gpc: true, revision: 9, textHash: 'made up' },
    after({ ...grant, gpc: true }, false),
    'unchanged',
  ],
  [
    'a grant against GPC that names another text, by someone who granted once',
    { ...grant, gpc: true, revision: 9 },
    after({ ...grant, gpc: true }, true),
    'appended',
  ],
  [
    'an erasure after a refusal that says the same',
    { ...refusal, source: 'my-data' },
    after(refusal, true),
    'appended',
  ],
  [
    'a refusal with GPC after one without',
    { ...refusal, gpc: true },
    after(refusal, true),
    'appended',
  ],
  [
    'a grant with the source of an erasure',
    { ...grant, source: 'my-data' },
    after(grant),
    'unchanged',
  ],
  ['a grant once GPC is off', grant, after({ ...grant, gpc: true }, false), 'appended'],
  ['an older grant', { ...grant, decidedAt: 999 }, after(refusal, true), 'superseded'],
  ['an older refusal', { ...refusal, decidedAt: 999 }, after(grant), 'superseded'],
  [
    'a refusal after a grant that a clock ahead dated',
    { ...refusal, decidedAt: 900, recordedAt: 900 },
    after({ ...grant, decidedAt: 5000, recordedAt: 5000 }),
    'appended',
  ],
  [
    'a grant after a refusal that has such a time',
    { ...grant, decidedAt: 850, recordedAt: 950 },
    after({ ...refusal, decidedAt: 5000, recordedAt: 900 }, true),
    'superseded',
  ],
  [
    'an older refusal, recorded at the time of the grant',
    { ...refusal, decidedAt: 900 },
    after(grant),
    'superseded',
  ],
  ['a refusal at the same time', refusal, after(grant), 'appended'],
  [
    'the same grant after 182 days',
    { ...grant, decidedAt: 2000, recordedAt: 1001 + CONSENT_MS },
    after(grant),
    'appended',
  ],
  [
    'the same refusal after 182 days',
    { ...refusal, decidedAt: 2000, recordedAt: 1001 + CONSENT_MS },
    after(refusal, true),
    'unchanged',
  ],
])('%s', (_, decision, history, outcome) => {
  expect(ruleOn(decision, history, true)).toBe(outcome);
});

test('only a valid grant needs a published text', () => {
  const rule = (decision: Decision) => ruleOn(decision, after(grant), false);
  expect(rule(grant)).toBe('unknown_text');
  expect(rule({ ...grant, decidedAt: 0 })).toBe('unknown_text');
  expect(rule({ ...grant, gpc: true })).toBe('appended');
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
