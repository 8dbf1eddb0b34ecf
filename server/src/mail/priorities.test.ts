import { expect, test } from 'vitest';
import { HOUR_MS } from '#shared/limits';
import { createPriorities, MAX_OF_CLIENT } from './priorities.ts';

test('who asks for many waits for who asks for one, and gets at most thirty in any hour', () => {
  let now = 0;
  const priorityOf = createPriorities(
    () => now,
    () => true,
  ).of;
  const flood = Array.from({ length: 400 }, (_, index) => {
    now += 3_000; // twenty a minute
    return priorityOf('a', `p${index}@flood.example`);
  });
  const visitor = priorityOf('b', 'jane@flood.example');
  expect(visitor).toEqual({ priority: expect.any(Number), dueAt: now });
  expect(flood.slice(1).every(({ priority }) => priority < visitor.priority)).toBe(true);
  for (const { dueAt } of flood) {
    const within = flood.filter((one) => one.dueAt > dueAt - HOUR_MS && one.dueAt <= dueAt);
    expect(within.length).toBeLessThanOrEqual(MAX_OF_CLIENT);
  }
  now += 20 * HOUR_MS;
  expect(priorityOf('a', 'jane@b.example')).toEqual({ priority: 0, dueAt: now });
});

test('who fills a mailbox day after day goes after the first message that its owner asks for', () => {
  let now = 0;
  const priorityOf = createPriorities(
    () => now,
    () => true,
  ).of;
  const ask = (client: string, email: string) => {
    now += HOUR_MS;
    return priorityOf(client, email).priority;
  };
  for (let count = 0; count < 3; count++) ask('stranger', 'owner@a.example');
  const owner = ask('owner', 'owner@a.example');
  const later = [...Array(40)].map((_, count) => ask('stranger', `Owner+${count}@a.example`));
  expect(later.every((priority) => priority < owner)).toBe(true);
  expect(Math.min(...later)).toBeGreaterThanOrEqual(-(MAX_OF_CLIENT + 1) * 100);
  expect(ask('stranger', 'somebody@b.example')).toBe(0);
});

test('all networks of 48 bits count as one, since a person may have them all', () => {
  const priorityOf = createPriorities(
    () => 0,
    () => true,
  ).of;
  const ask = (client: string) => priorityOf(client, `${client}@a.example`).priority;
  const [first, second, other] = [ask('n48.a'), ask('n48.b'), ask('m48.a')];
  expect(second).toBeLessThan(first - 99);
  expect(other).toBeGreaterThan(first - 99);
});

test('however many a client asks for, none is due after it has expired', () => {
  const priorityOf = createPriorities(
    () => 0,
    () => true,
  ).of;
  const flood = Array.from({ length: 6_000 }, () => priorityOf('a', 'p@flood.example').dueAt);
  expect(Math.max(...flood)).toBe(7 * 24 * HOUR_MS);
});

test('many mailboxes of one domain, from many clients, go after those of other domains', () => {
  const priorityOf = createPriorities(
    () => 0,
    () => true,
  ).of;
  const flood = Array.from({ length: 300 }, (_, index) =>
    priorityOf(`c${index}`, 'p@flood.example'),
  );
  const others = ['a', 'b'].map((name) => priorityOf(name, `jane@${name}.example`).priority);
  expect(others).toEqual([0, 0]);
  expect(flood.slice(1).every(({ priority }) => priority < 0)).toBe(true);
  const second = priorityOf('a', 'john@a.example').priority;
  expect(flood.every(({ priority }) => priority > second)).toBe(true);
});

test('first messages to unknown domains, however many, go after one to a domain that takes mail, and all before second ones', () => {
  const priorities = createPriorities(
    () => 0,
    (domain) => domain === 'known.example',
  );
  const ask = (client: string, email: string) => priorities.of(client, email).priority;
  const strangers = [...Array(200)].map((_, count) => ask(`c${count}`, `a@d${count}.example`));
  for (let count = 0; count < 99; count++) ask('flood', `p${count}@known.example`);
  priorities.left('p0@known.example', 0);
  for (let count = 0; count < 5; count++) {
    expect(ask(`v${count}`, 'jane@known.example')).toBeGreaterThan(Math.max(...strangers));
    priorities.left('jane@known.example', 0);
  }
  expect(ask('c0', 'jane@known.example')).toBeLessThan(Math.min(...strangers));
});

test('what a client asks for again, once it has left, takes back nothing from the count of its domain', () => {
  const priorities = createPriorities(
    () => 0,
    () => true,
  );
  const ask = (client: string) => priorities.of(client, `${client}@a.example`).priority;
  expect([ask('a'), ask('b')]).toEqual([0, -1]);
  priorities.left('a@a.example', ask('a'));
  expect(ask('c')).toBe(-2);
  priorities.left('b@a.example', -1);
  expect(ask('d')).toBe(-2);
});
