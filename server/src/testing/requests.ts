import { once } from 'node:events';
import { Agent, type IncomingMessage, request as openRequest } from 'node:http';
import { buffer, text } from 'node:stream/consumers';
import { onTestFinished } from 'vitest';
import { type Fetch, serve } from '../edge/node/serve.ts';
import type { Exchanged } from './hold-to-document.ts';

const LOCAL = '127.0.0.1';

export interface Sender {
  /** The address that the connection appears to come from. */
  from?: string;
}

/** A request whose body is complete. */
export interface Message {
  method: string;
  headers: Record<string, string>;
  body: Uint8Array | null;
}

/**
 * Requests to an application through the same adapter as in production. A server listens from the first request of a
 * sender to the end of the test.
 *
 * @param hold throws if a request and its answer are not as they must be
 */
export function createRequests(fetch: Fetch, hold?: (exchanged: Exchanged) => void) {
  const servers = new Map<string, ReturnType<typeof listen>>();

  async function listen(from: string) {
    const { url, server, answer, close } = await serve({ host: LOCAL, port: 0 });
    const agent = new Agent({ keepAlive: true });
    onTestFinished(() => {
      agent.destroy();
      return close();
    });
    server.prependListener('connection', (socket) =>
      Object.defineProperty(socket, 'remoteAddress', { value: from }),
    );
    answer(fetch);
    return { url, agent };
  }

  async function open(from: string, path: string, { method, headers, body }: Message) {
    const listening = servers.get(from) ?? listen(from);
    servers.set(from, listening);
    const { url, agent } = await listening;
    const length = body && { 'content-length': String(body.length) };
    const sent = openRequest(url, { agent, path, method, headers: { ...length, ...headers } });
    sent.end(body ?? undefined);
    const [answer] = (await once(sent, 'response')) as [IncomingMessage];
    return answer;
  }

  return {
    /** Sends a message as it is and reads the answer: for many requests, a third of the time that `request` takes. */
    async send(path: string, message: Message) {
      const answer = await open(LOCAL, path, message);
      const sent = { status: answer.statusCode ?? 0, text: await text(answer) };
      hold?.({ ...message, path, ...describe(answer), answer: sent.text });
      return sent;
    },
    /** Sends a request over a real connection. Returns the answer as it was sent: not decoded, no redirect followed. */
    async request(path: string, init?: RequestInit, { from = LOCAL }: Sender = {}) {
      const asked = new Request(new URL(path, 'http://localhost'), init);
      const { pathname, search, host } = new URL(asked.url);
      const headers = { host, ...Object.fromEntries(asked.headers) };
      const body = asked.body && new Uint8Array(await asked.arrayBuffer());
      const message = { method: asked.method, headers, body };
      const answer = await open(from, pathname + search, message);
      const sent = new Uint8Array(await buffer(answer));
      const isPlain = answer.headers['content-encoding'] === undefined;
      const read = isPlain ? new TextDecoder().decode(sent) : null;
      hold?.({ ...message, path: pathname + search, ...describe(answer), answer: read });
      return toResponse(answer, sent);
    },
  };
}

/** Statuses whose answer has no body, not even an empty one (the Fetch standard, section 2.2.3). */
const WITHOUT_BODY = [204, 304];

const describe = ({ statusCode: status = 0, headers }: IncomingMessage) => ({
  status,
  type: headers['content-type'],
});

function toResponse(answer: IncomingMessage, body: Uint8Array<ArrayBuffer>): Response {
  const { statusCode: status = 0, rawHeaders } = answer;
  const headers = new Headers();
  for (let at = 0; at < rawHeaders.length; at += 2) {
    headers.append(rawHeaders[at] ?? '', rawHeaders[at + 1] ?? '');
  }
  return new Response(WITHOUT_BODY.includes(status) ? null : body, { status, headers });
}
