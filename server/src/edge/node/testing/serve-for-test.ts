import { onTestFinished } from 'vitest';
import { connectTo } from '../../../testing/programs/raw-client.ts';
import { type Fetch, type ServeOptions, serve } from '../serve.ts';

/** Serves on a free port until the test is over. Without `fetch`, requests wait. */
export async function listen(fetch: Fetch | null = null, options: ServeOptions = {}) {
  const serving = await serve({ host: '127.0.0.1', port: 0 }, options);
  onTestFinished(() => serving.close());
  if (fetch) serving.answer(fetch);
  return serving;
}

/** A request without headers of its own. */
export const requestOf = (target: string, headers = '') =>
  `${target} HTTP/1.1\r\nHost: a.test\r\n${headers}\r\n`;

/** Sends this on a connection of its own. */
export function send(url: string, message: string) {
  const client = connectTo(url);
  client.socket.write(message);
  return client;
}
