import { expect, test } from 'vitest';
import { DAY_MS, HOUR_MS } from '#shared/limits';
import { LITTLE_SPACE_BYTES } from '../../store/store.ts';
import { type AlertFacts, type AlertName, judgeAlerts, signupHistory } from './alert-rules.ts';

/** A Monday at 00:00 UTC. */
const NOW = Date.UTC(2026, 0, 5);

const hours = (count: number, signups: (hour: number) => number) =>
  signupHistory(
    Array.from({ length: count }, (_, hour) => ({
      from: NOW - (count - hour) * HOUR_MS,
      signups: signups(hour),
    })),
  );
/** Each hour of four weeks brought one signup. */
const STEADY = hours(672, () => 1);
const rate = (successes: number, trials: number) => ({ successes, trials });

const QUIET: AlertFacts = {
  now: NOW,
  dayAt: NOW,
  signups: { history: STEADY, lastAt: NOW },
  events: { lastAt: NOW, visitorsSince: 0, visitors: 1_000, measured: 500 },
  conversion: { today: rate(0, 0), before: rate(0, 0) },
  consent: { today: rate(0, 0), before: rate(0, 0) },
  forms: rate(0, 0),
  delivery: null,
  mail: null,
  left: { waitingSince: null, lastAt: null },
  mailBehind: 0,
  mailingPaused: null,
  freeBytes: null,
  bytesRefusedAt: { client: null, site: null },
  backupAt: null,
  drillFailed: null,
  passkeyCopiedAt: null,
  deletionWaits: null,
};
const hoursAgo = (count: number | null) => (count === null ? null : NOW - count * HOUR_MS);
const lastSignup = (ago: number, history = STEADY) => ({
  signups: { history, lastAt: hoursAgo(ago) },
});
const events = (visitorsSince: number, measured = 500) => ({
  events: { lastAt: NOW - 2 * HOUR_MS, visitorsSince, visitors: 1_000, measured },
});
const conversion = (successes: number, trials: number) => ({
  conversion: { today: rate(successes, trials), before: rate(10_000, 100_000) },
});
const queue = (waiting: number | null, last: number | null) => ({
  waitingSince: hoursAgo(waiting),
  lastAt: hoursAgo(last),
});
const refused = (client: number | null, site: number | null) => ({
  bytesRefusedAt: { client: hoursAgo(client), site: hoursAgo(site) },
});

test('weeks before the first signup are no part of what is usual, and less than one counts as one', () => {
  const usual = (first: number) => Math.max(...hours(672, (hour) => (hour < first ? 0 : 1)).rates);
  expect([usual(0), usual(336), usual(660)]).toEqual([1, 1, 1]);
});

test('nothing is wrong on a quiet site', () => {
  const states = Object.values(judgeAlerts(QUIET)).map(({ state }) => state);
  expect(new Set(states)).toEqual(new Set(['fine', 'unknown']));
});

/** Two signups at the same hour of two weeks let expect one a week. */
const RARE = hours(336, (hour) => Number(hour % 168 === 3));
/** The first signup was two days ago, but a week counts: 48 signups are 48 a week. */
const NEW = hours(336, (hour) => Number(hour >= 288));
const late = { ...conversion(0, 199), dayAt: NOW - 22 * HOUR_MS };

test.each<[AlertName, string, Partial<AlertFacts>, 'wrong' | 'fine' | 'unknown']>([
  // 672 signups, so the chance of 1 % is 1 in 67,200 for each silence: 11.1 expected signups.
  ['no_signups', 'after 11 of one an hour', lastSignup(11), 'fine'],
  ['no_signups', 'after 12 of one an hour', lastSignup(12), 'wrong'],
  ['no_signups', 'without any signup', { signups: { history: STEADY, lastAt: null } }, 'unknown'],
  ['no_signups', 'a rare site, after 5 weeks', lastSignup(5 * 168, RARE), 'fine'],
  ['no_signups', 'a rare site, after 6 weeks', lastSignup(6 * 168, RARE), 'wrong'],
  ['no_signups', 'two days old, at the busy hours', lastSignup(9, NEW), 'wrong'],
  ['no_signups', 'two days old, at one expected less', lastSignup(8, NEW), 'fine'],
  ['no_events', 'without any event', { events: { ...QUIET.events, lastAt: null } }, 'unknown'],
  ['no_events', 'without any visitor', { events: { ...QUIET.events, visitors: 0 } }, 'unknown'],
  ['no_events', '10.5 expected', events(21), 'fine'],
  ['no_events', '11 expected', events(22), 'wrong'],
  ['no_events', 'fewer than 5 expected, by one who was measured', events(4_999, 1), 'fine'],
  ['no_events', '5 expected, by one who was measured', events(5_000, 1), 'wrong'],
  ['conversion_fell', 'too few people', conversion(0, 199), 'unknown'],
  ['conversion_fell', 'too few people after 22 hours', late, 'fine'],
  ['conversion_fell', 'a fall that may be chance', conversion(10, 200), 'unknown'],
  ['conversion_fell', 'nearly as before', conversion(18, 200), 'fine'],
  ['conversion_fell', 'a rise', conversion(60, 200), 'fine'],
  ['consent_fell', 'a large fall', { consent: conversion(2, 200).conversion }, 'wrong'],
  ['form_errors', 'of 19 people', { forms: rate(19, 19) }, 'fine'],
  ['form_errors', 'of two people', { forms: rate(2, 20) }, 'fine'],
  ['form_errors', '5 %', { forms: rate(3, 60) }, 'fine'],
  ['form_errors', 'more than 5 %', { forms: rate(3, 59) }, 'wrong'],
  ['delivery_stands_still', 'nothing waits', { delivery: queue(null, 9) }, 'fine'],
  ['delivery_stands_still', 'for less than an hour', { delivery: queue(0.99, null) }, 'fine'],
  ['delivery_stands_still', 'for an hour', { delivery: queue(1, null) }, 'wrong'],
  ['delivery_stands_still', 'one waits, but others left', { delivery: queue(9, 0.5) }, 'fine'],
  ['delivery_stands_still', 'the last left before it came', { delivery: queue(1, 30) }, 'wrong'],
  ['mail_stands_still', 'for an hour', { mail: queue(1, null) }, 'wrong'],
  ['mail_stands_still', 'one left at a time to come', { mail: queue(1, -9) }, 'wrong'],
  ['left_stands_still', 'for an hour', { left: queue(1, null) }, 'wrong'],
  ['left_stands_still', 'for less', { left: queue(0.99, null) }, 'fine'],
  ['mail_is_behind', 'by one', { mailBehind: 1 }, 'wrong'],
  ['mailing_paused', 'because of a copy', { mailingPaused: 'a copy' }, 'wrong'],
  ['little_space', 'as much as is little', { freeBytes: LITTLE_SPACE_BYTES }, 'fine'],
  ['little_space', 'less', { freeBytes: LITTLE_SPACE_BYTES - 1 }, 'wrong'],
  ['bytes_used_up', 'a client an hour ago', refused(1, null), 'fine'],
  ['bytes_used_up', 'a time to come', refused(-1, -1), 'fine'],
  ['bytes_used_up', 'the site an hour ago', refused(null, 1), 'fine'],
  ['no_backup', 'for less than a week', { backupAt: NOW - 7 * DAY_MS + 1 }, 'fine'],
  ['no_backup', 'for a week', { backupAt: NOW - 7 * DAY_MS }, 'wrong'],
  ['drill_failed', 'once', { drillFailed: { at: NOW, why: 'it is broken' } }, 'wrong'],
  ['passkey_copied', 'a day ago', { passkeyCopiedAt: hoursAgo(24) }, 'fine'],
  ['passkey_copied', 'an hour ago', { passkeyCopiedAt: hoursAgo(1) }, 'wrong'],
  ['deletion_waits', 'by the clock', { deletionWaits: 'The clock.' }, 'wrong'],
])('%s, %s', (name, _, change, state) => {
  expect(judgeAlerts({ ...QUIET, ...change })[name].state).toBe(state);
});

test.each<[AlertName, Partial<AlertFacts>, ago: number, RegExp]>([
  ['no_signups', lastSignup(36), 36, /for 36 hours; about 36 signups were expected/],
  ['no_signups', lastSignup(49.9), 49.9, /for 2 days; about 50 signups were expected/],
  ['no_events', events(30), 2, /for 2 hours, while 30 visitors asked for pages/],
  ['conversion_fell', conversion(2, 200), 0, /, 1\.0 % signed up today, and 10\.0 % in the 28/],
  ['form_errors', { forms: rate(3, 20) }, 0, /for 3 of 20 people in the last 24 hours/],
  ['delivery_stands_still', { delivery: queue(30, 1.5) }, 1.5, /PostHog for 90 minutes, and some/],
  ['mail_stands_still', { mail: queue(2, 9) }, 2, /No mail has been sent for 2 hours/],
  ['left_stands_still', { left: queue(3, null) }, 3, /^For 3 hours, a webhook has not heard/],
  ['mail_is_behind', { mailBehind: 7 }, 0, /^About 7 messages .* will expire before MAIL_HOURLY/],
  ['mailing_paused', { mailingPaused: 'a copy' }, 0, /^A mailing is paused: a copy\.$/],
  ['little_space', { freeBytes: 1_999_999 }, 0, /has 1 MB left/],
  ['bytes_used_up', refused(0.2, 0.5), 0.5, /all clients together have used up a quarter/],
  ['bytes_used_up', refused(0.2, 2), 0.2, /^A client has stored 1 GB within a day/],
  ['no_backup', { backupAt: NOW - 8 * DAY_MS }, 8 * 24, /for 8 days/],
  ['drill_failed', { drillFailed: { at: NOW, why: 'it is broken' } }, 0, /drill: it is broken$/],
  ['deletion_waits', { deletionWaits: 'The clock.' }, 0, /^The clock\.$/],
])('%s says since when and what', (name, change, ago, text) => {
  expect(judgeAlerts({ ...QUIET, ...change })[name]).toEqual({
    state: 'wrong',
    since: hoursAgo(ago),
    text: expect.stringMatching(text),
  });
});

test('silence is expected by the hours of the week', () => {
  // Signups come only on Mondays, from 00:00 to 12:00.
  const mondays = hours(672, (hour) => Number(hour % 168 < 12));
  const stateAfter = (silent: number) => {
    const now = NOW + silent * HOUR_MS;
    return judgeAlerts({ ...QUIET, now, signups: { history: mondays, lastAt: NOW } }).no_signups;
  };
  expect(stateAfter(7).state).toBe('fine'); // 48 signups: 8.5 expected ones are too many to be chance
  expect(stateAfter(8.4).state).toBe('fine');
  expect(stateAfter(8.6).state).toBe('wrong');
  const since = { history: mondays, lastAt: NOW + HOUR_MS / 2 };
  const { no_signups } = judgeAlerts({ ...QUIET, now: NOW + 9.5 * HOUR_MS, signups: since });
  expect(no_signups).toMatchObject({ text: expect.stringContaining('about 9 signups') });
});
