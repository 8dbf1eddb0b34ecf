import { expect, test } from 'vitest';
import { HOUR_MS } from '#shared/limits';
import { createPriorities, MAX_OF_CLIENT } from './priorities.ts';

/** Priorities by a clock that the test moves, where these domains are known to take mail; without a list, all are. */
function open(known?: readonly string[]) {
  const clock = { now: 0 };
  const { of, left } = createPriorities(
    () => clock.now,
    (domain) => known?.includes(domain) ?? true,
  );
  const ask = (client: string, email = `${client}@a.example`) => of(client, email).priority;
  return { clock, of, left, ask };
}

test('who asks for many waits for who asks for one, and gets at most thirty in any hour', () => {
  const { clock, of } = open();
  const flood = Array.from({ length: 400 }, (_, index) => {
    clock.now += 3_000; // twenty a minute
    return of('a', `p${index}@flood.example`);
  });
  const visitor = of('b', 'jane@flood.example');
  expect(visitor).toEqual({ priority: expect.any(Number), dueAt: clock.now });
  expect(flood.slice(1).every(({ priority }) => priority < visitor.priority)).toBe(true);
  for (const { dueAt } of flood) {
    const within = flood.filter((one) => one.dueAt > dueAt - HOUR_MS && one.dueAt <= dueAt);
    expect(within.length).toBeLessThanOrEqual(MAX_OF_CLIENT);
  }
  clock.now += 20 * HOUR_MS;
  expect(of('a', 'jane@b.example')).toEqual({ priority: 0, dueAt: clock.now });
});

test('who fills a mailbox hour after hour goes after the first message that its owner asks for', () => {
  const { clock, ask } = open();
  const askLater = (client: string, email: string) => {
    clock.now += HOUR_MS;
    return ask(client, email);
  };
  for (let count = 0; count < 3; count++) askLater('stranger', 'owner@a.example');
  const owner = askLater('owner', 'owner@a.example');
  const later = [...Array(40)].map((_, count) => askLater('stranger', `Owner+${count}@a.example`));
  expect(later.every((priority) => priority < owner)).toBe(true);
  expect(Math.min(...later)).toBeGreaterThanOrEqual(-(MAX_OF_CLIENT + 1) * 100);
  expect(askLater('stranger', 'somebody@b.example')).toBe(0);
});

test('all networks of 48 bits count as one, since a person may have them all', () => {
  const { ask } = open();
  const [first, second, other] = [ask('n48.a'), ask('n48.b'), ask('m48.a')];
  expect(second).toBeLessThan(first - 99);
  expect(other).toBeGreaterThan(first - 99);
});

test('however many a client asks for, none is due after it has expired', () => {
  const { of } = open();
  const flood = Array.from({ length: 6_000 }, () => of('a', 'p@flood.example').dueAt);
  expect(Math.max(...flood)).toBe(7 * 24 * HOUR_MS);
});

test('many mailboxes of one domain, from many clients, go after those of other domains', () => {
  const { ask } = open();
  const flood = [...Array(300)].map((_, index) => ask(`c${index}`, 'p@flood.example'));
  expect([ask('a', 'jane@a.example'), ask('b', 'jane@b.example')]).toEqual([0, 0]);
  expect(Math.max(...flood.slice(1))).toBeLessThan(0);
  expect(Math.min(...flood)).toBeGreaterThan(ask('a', 'john@a.example'));
});

test('first messages to unknown domains, however many, go after one to a domain that takes mail, and all before second ones', () => {
  const { ask, left } = open(['known.example']);
  const strangers = [...Array(200)].map((_, count) => ask(`c${count}`, `a@d${count}.example`));
  for (let count = 0; count < 99; count++) ask('flood', `p${count}@known.example`);
  left('p0@known.example', 0);
  for (let count = 0; count < 5; count++) {
    expect(ask(`v${count}`, 'jane@known.example')).toBeGreaterThan(Math.max(...strangers));
    left('jane@known.example', 0);
  }
  expect(ask('c0', 'jane@known.example')).toBeLessThan(Math.min(...strangers));
});

test('what a client asks for again, once it has left, takes back nothing from the count of its domain', () => {
  const { ask, left } = open();
  expect([ask('a'), ask('b')]).toEqual([0, -1]);
  left('a@a.example', ask('a'));
  expect(ask('c')).toBe(-2);
  left('b@a.example', -1);
  expect(ask('d')).toBe(-2);
});

test('where no address is known, only the client counts', () => {
  const { clock, of } = open([]);
  expect(of('a', null)).toEqual({ priority: 0, dueAt: 0 });
  expect(of('a', null)).toEqual({ priority: -100, dueAt: 0 });
  clock.now += HOUR_MS;
  expect(of('a', null)).toEqual({ priority: 0, dueAt: HOUR_MS });
});
