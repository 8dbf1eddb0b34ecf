import { type Context, Hono } from 'hono';
import { expect, test } from 'vitest';
import { requestCookies } from '../lib/request-cookie.ts';
import { queryValue, queryValues, requestPath } from './request-url.ts';

test.each([
  ['/', '/'],
  ['/about?x=1', '/about'],
  ['/about#x?y', '/about'],
  ['/caf%C3%A9', '/café'],
  ['/a%2Fb%3Fc%25d', '/a%2Fb%3Fc%25d'],
  ['/a%20b?c=%FF', '/a b'],
  ['/a%20b%FF', '/a%20b%FF'],
  ['/%', '/%'],
])('the path of %s is %s', (target, path) => {
  expect(requestPath({ url: `http://localhost:3000${target}` })).toBe(path);
});

test('a path with valid encoding is decoded as by Hono', async () => {
  const hono = new Hono().get('/*', (c) => c.text(c.req.path));
  for (const target of ['/a%20b', '/%E2%82%AC/x%2Fy', '/%2525', '/a+b;c']) {
    const url = `http://localhost${target}`;
    expect(requestPath({ url })).toBe(await (await hono.request(url)).text());
  }
});

const contextOf = (target: string) => ({ req: { url: `http://localhost${target}` } }) as Context;

test.each([
  ['/?a=1&b=2', '2'],
  ['/?b=1&b=2', '1'],
  ['/?xb=1&b=%25+x', '% x'],
  ['/?b=%FF&c', '%FF'],
  ['/?b', ''],
  ['/?b&c', ''],
  ['/?bb=1&c=b', null],
  ['/', null],
])('the value of b in %s is %s', (target, value) => {
  expect(queryValue(contextOf(target), 'b')).toBe(value);
});

test('parameters are read with all their values', () => {
  expect(queryValues(contextOf('/?a=1&a=2&b=%25+x&c=%FF%'))).toEqual({
    a: ['1', '2'],
    b: ['% x'],
    c: ['\ufffd%'],
  });
});

test.each([
  ['cc=1', ['1']],
  ['a=0; cc=1; cc=2', ['1', '2']],
  ['a=0;cc=1;', ['1']],
  ['xcc=0; cc=%7B', ['%7B']],
  ['a="cc=0"; cc=1', ['1']],
  ['a=b cc=0; cc=1', ['1']],
  ['a=b\tcc=0,cc=0; \tcc=1 cc=2 ', ['1 cc=2']],
  ['\u00a0cc=0', []],
  ['cc=', ['']],
  ['ccc=1', []],
  [undefined, []],
])('of the cookies %s those of the name are %s', (header, values) => {
  expect(requestCookies(header, 'cc')).toEqual(values);
});

test('of endless cookies of one name the first are read', () => {
  expect(requestCookies('cc=%;'.repeat(3_000), 'cc')).toEqual(Array(8).fill('%'));
});
