import { expect, test } from 'vitest';
import { DAY_MS, HOUR_MS, MINUTE_MS } from '#shared/limits';
import type { OutboxMessage } from '../store/mail-store.ts';
import { settlementOf } from './mail-settlement.ts';
import type { AttemptResult } from './outbox/send-outcome.ts';

const NOW = 100 * DAY_MS;

interface Given {
  kind?: string;
  attempts?: number;
  ageMs?: number;
  handedOverAt?: number;
}

/** Returns the settlement of a message. By default it is new and had no attempt. */
function settle(result: AttemptResult, { ageMs = 0, handedOverAt, ...given }: Given = {}) {
  const message = { kind: 'confirmation', attempts: 0, ...given } as OutboxMessage;
  const times = { createdAt: NOW - ageMs, handedOverAt: handedOverAt ?? null };
  return settlementOf(result, { ...message, ...times }, NOW);
}
const later = { outcome: 'later', reason: 'busy' } as const;
const unreachable = { outcome: 'unreachable', reason: 'busy' } as const;
const aboutUs = { ...later, isAboutUs: true };
const arrived = { ...later, mayHaveArrived: true };
const mailing = { kind: 'mailing' };
const retry = { outcome: 'retry', handedOverAt: null, reason: 'busy' };
const inAMinute = { ...retry, dueAt: NOW + MINUTE_MS };

test('ten pauses become longer and are 48 hours in all', () => {
  const pauses = Array.from({ length: 11 }, (_, attempts) => {
    const settled = settle(later, { attempts });
    expect(settled).toMatchObject({ outcome: 'retry', handedOverAt: null, reason: 'busy' });
    return 'dueAt' in settled ? (settled.dueAt - NOW) / MINUTE_MS : 0;
  });
  expect(pauses).toEqual([1, 5, 15, 39, 60, 120, 240, 480, 960, 960, 960]);
  expect(pauses.slice(0, 10).reduce((sum, minutes) => sum + minutes)).toBe(48 * 60);
});

test.each<[string, AttemptResult, Given, Given]>([
  ['after ten pauses', later, { attempts: 10, ageMs: 48 * HOUR_MS - 1 }, { ageMs: 48 * HOUR_MS }],
  [
    'of a clock that was days ahead',
    later,
    { attempts: 10, ageMs: -DAY_MS },
    { ageMs: -DAY_MS - 1 },
  ],
  ['not before', later, { attempts: 9, ageMs: 60 * DAY_MS }, { attempts: 10 }],
  [
    'of a mailing after ten pauses, however young',
    later,
    { ...mailing, attempts: 9 },
    { attempts: 10 },
  ],
  [
    'when no server could be reached for its week',
    unreachable,
    { attempts: 99, ageMs: 7 * DAY_MS - 1 },
    { ageMs: 7 * DAY_MS },
  ],
  [
    'when we have been refused for its week',
    aboutUs,
    { attempts: 99, ageMs: 7 * DAY_MS - 1 },
    { ageMs: 7 * DAY_MS },
  ],
])('it is given up %s', (_, result, kept, change) => {
  expect(settle(result, kept).outcome).toBe('retry');
  expect(settle(result, { ageMs: 60 * DAY_MS, ...kept, ...change }).outcome).toBe('given_up');
});

test.each([unreachable, aboutUs])('an outage gives up no mailing: $outcome', (result) => {
  expect(settle(result, { ...mailing, attempts: 99, ageMs: 60 * DAY_MS }).outcome).toBe('retry');
});

test.each<[string, AttemptResult, Given, object]>([
  ['is sent', { outcome: 'sent' }, {}, { outcome: 'sent', at: NOW }],
  [
    'is refused',
    { outcome: 'refused', reason: 'no' },
    {},
    { outcome: 'refused', at: NOW, handedOverAt: null, reason: 'no' },
  ],
  ['may have arrived', arrived, {}, { ...inAMinute, handedOverAt: NOW }],
  ['may have arrived earlier', later, { handedOverAt: 1 }, inAMinute],
  [
    'may have arrived twice',
    arrived,
    { handedOverAt: 1 },
    {
      outcome: 'given_up',
      at: NOW,
      handedOverAt: NOW,
      reason: 'the server had it twice and did not answer: busy',
    },
  ],
  [
    'finds no server, which was no attempt',
    unreachable,
    { attempts: 3 },
    { ...retry, reason: 'the mail server cannot be used: busy', dueAt: NOW, attempts: 3 },
  ],
  [
    'is put off without an attempt',
    { ...later, retryAt: NOW + 7 },
    { attempts: 3 },
    { ...retry, dueAt: NOW + 7, attempts: 3 },
  ],
  ['is refused because of us', aboutUs, { attempts: 0 }, inAMinute],
  ['is refused because of us again', aboutUs, { attempts: 8 }, { ...retry, dueAt: NOW + HOUR_MS }],
])('what becomes of a message that %s', (_, result, given, settled) => {
  expect(settle(result, given)).toEqual(settled);
});
