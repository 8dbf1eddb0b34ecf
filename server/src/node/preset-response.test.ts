import { once } from 'node:events';
import { createServer, type OutgoingHttpHeader } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect, onTestFinished, test } from 'vitest';
import { PresetResponse } from './preset-response.ts';

async function ask(answer: (response: PresetResponse) => void) {
  const server = createServer({ ServerResponse: PresetResponse }, (_, response) => {
    response.preset(['X-One', 'preset', 'X-Two', 'preset']);
    answer(response);
    response.end();
  });
  onTestFinished(() => {
    server.close();
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { status, statusText, headers } = await fetch(
    `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
  );
  const sent = ['X-One', 'X-Two', 'X-Own'].map((name) => headers.get(name));
  return [status, statusText, ...sent, headers.getSetCookie()];
}

const own = { 'x-two': 'own', 'X-Own': 'own', 'Set-Cookie': ['a=1', 'b=2'] };
const turns: OutgoingHttpHeader[] = Object.entries(own).flat(1);
const pairs = Object.entries(own) as unknown as OutgoingHttpHeader[];

test.each<[string, (response: PresetResponse) => void]>([
  ['an object', (response) => response.writeHead(200, own)],
  ['an object after a message', (response) => response.writeHead(200, 'OK', own)],
  ['an object after no message', (response) => response.writeHead(200, undefined, own)],
  ['names and values in turn', (response) => response.writeHead(200, turns)],
  ['pairs', (response) => response.writeHead(200, pairs)],
  [
    'an object beside setHeader',
    (response) => response.setHeader('X-Own', 'set').writeHead(200, own),
  ],
])('headers of its own, as %s, are written and kept', async (_, answer) => {
  expect(await ask(answer)).toEqual([200, 'OK', 'preset', 'own', 'own', ['a=1', 'b=2']]);
});

test.each<[string, (response: PresetResponse) => void, number, string]>([
  ['a status', (response) => response.writeHead(404), 404, 'Not Found'],
  ['a status and a message', (response) => response.writeHead(404, 'Gone'), 404, 'Gone'],
  ['nothing', () => {}, 200, 'OK'],
])('with %s alone the preset headers are written', async (_, answer, status, message) => {
  expect(await ask(answer)).toEqual([status, message, 'preset', 'preset', null, []]);
});
