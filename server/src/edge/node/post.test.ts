import { once } from 'node:events';
import { type AddressInfo, createServer } from 'node:net';
import { expect, onTestFinished, test, vi } from 'vitest';
import { openWebhookReceiver } from '../../testing/programs/webhook-receiver.ts';
import { PostError, type PostOptions, post } from './post.ts';

const OPTIONS: PostOptions = { headers: {}, body: '{}', allowsPrivate: true, timeoutMs: 20_000 };

test('without WEBHOOK_ALLOW_PRIVATE no request goes to a private address, however it is written', async () => {
  const { requests, port } = await openWebhookReceiver();
  const options = { ...OPTIONS, allowsPrivate: false };
  for (const host of ['127.0.0.1', '0x7f.1', '2130706433', 'localhost', '[::1]']) {
    await expect(post(`http://${host}:${port}/`, options), host).rejects.toThrow(
      'the URL leads to a private address (WEBHOOK_ALLOW_PRIVATE)',
    );
  }
  expect(requests).toEqual([]);
});

test('one private address among public ones is enough to refuse', async () => {
  const { requests, port } = await openWebhookReceiver();
  const resolve = async () => [
    { address: '93.184.216.34', family: 4 },
    { address: '::ffff:127.0.0.1', family: 6 },
  ];
  const sending = post(`http://a.example:${port}/`, { ...OPTIONS, allowsPrivate: false, resolve });
  await expect(sending).rejects.toThrow(PostError);
  expect(requests).toEqual([]);
});

test('it connects to the address that was looked up and checked, and looks it up once', async () => {
  const { requests, port } = await openWebhookReceiver();
  const resolve = vi.fn(async () => [{ address: '127.0.0.1', family: 4 }]);
  // No such name exists, so a second lookup would find nothing.
  const answer = await post(`http://hook.invalid:${port}/`, { ...OPTIONS, resolve });
  expect(answer.status).toBe(204);
  expect(resolve).toHaveBeenCalledTimes(1);
  expect(requests[0]?.headers.host).toBe(`hook.invalid:${port}`);
});

test.each([
  ['is very long', 20_000, { kind: 'answers', status: 200, bytes: 1_000_000_000 }],
  ['begins and never ends', 300, { kind: 'hangs amid the answer' }],
] as const)('an answer that %s counts by its status', async (_, timeoutMs, behaviour) => {
  const { rules, url, sentBytes } = await openWebhookReceiver();
  rules.behaviour = behaviour;
  expect((await post(url, { ...OPTIONS, timeoutMs })).status).toBe(200);
  expect(sentBytes()).toBeLessThan(50_000_000); // what the machine's buffers took
});

test.each([
  ['hangs', 'the receiver takes too long'],
  ['cuts', 'ECONNRESET'],
] as const)('a receiver that %s: %s', async (kind, reason) => {
  const { rules, url } = await openWebhookReceiver();
  rules.behaviour = { kind };
  await expect(post(url, { ...OPTIONS, timeoutMs: 300 })).rejects.toThrow(reason);
});

test('a name that is not answered in time is given up', async () => {
  const resolve = () => new Promise<never>(() => {});
  await expect(post('http://a.example/', { ...OPTIONS, timeoutMs: 100, resolve })).rejects.toThrow(
    'the receiver takes too long',
  );
});

test('a receiver that changes the protocol has answered', async () => {
  const head = ['HTTP/1.1 101 Switching Protocols', 'Upgrade: websocket', 'Connection: Upgrade'];
  const server = createServer((socket) => {
    socket.on('error', () => {}).once('data', () => socket.write(`${head.join('\r\n')}\r\n\r\n`));
  });
  server.listen(0, '127.0.0.1');
  onTestFinished(() => void server.close());
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  expect((await post(`http://127.0.0.1:${port}/`, OPTIONS)).status).toBe(101);
}, 10_000);
