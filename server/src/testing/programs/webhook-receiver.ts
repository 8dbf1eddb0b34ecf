import { createServer, type IncomingHttpHeaders, type ServerResponse } from 'node:http';
import { text } from 'node:stream/consumers';
import { Webhook } from 'standardwebhooks';
import { onTestFinished } from 'vitest';
import { closeServer, listenLocally } from './free-port.ts';

export interface ReceivedWebhook {
  headers: IncomingHttpHeaders;
  body: string;
  /** What the verified message says; null when its signature is wrong. */
  message: { type: string; timestamp: string; data: Record<string, unknown> } | null;
}

/** How it treats requests. */
export type ReceiverBehaviour =
  | { kind: 'accepts' }
  | { kind: 'answers'; status: number; headers?: Record<string, string>; bytes?: number }
  | { kind: 'hangs' | 'cuts' | 'hangs amid the answer' };

export const WEBHOOK_SECRET = `whsec_${Buffer.alloc(32, 7).toString('base64')}`;

/** A receiver of webhooks that verifies them with the library of Standard Webhooks, and keeps them. It closes with the test. */
export async function openWebhookReceiver() {
  const requests: ReceivedWebhook[] = [];
  const rules = { behaviour: { kind: 'accepts' } as ReceiverBehaviour };
  const webhook = new Webhook(WEBHOOK_SECRET);
  /** Of clients that have not gone away. */
  let sentBytes = 0;

  const verify = (body: string, headers: IncomingHttpHeaders) => {
    try {
      return webhook.verify(body, headers as Record<string, string>) as ReceivedWebhook['message'];
    } catch {
      return null;
    }
  };
  const answer = (response: ServerResponse) => {
    const { behaviour } = rules;
    switch (behaviour.kind) {
      case 'accepts':
        return void response.writeHead(204).end();
      case 'answers': {
        response.writeHead(behaviour.status, behaviour.headers);
        const send = () => {
          while (sentBytes < (behaviour.bytes ?? 0) && !response.destroyed) {
            sentBytes += 1024;
            if (!response.write('x'.repeat(1024))) return void response.once('drain', send);
          }
          response.end();
        };
        return send();
      }
      case 'hangs amid the answer':
        return void response.writeHead(200, { 'Content-Length': 9 }).write('x');
      case 'hangs':
        return;
      case 'cuts':
        return void response.destroy();
    }
  };
  const server = createServer(async (request, response) => {
    const body = await text(request).catch(() => null);
    if (body === null) return;
    const { headers } = request;
    requests.push({ headers, body, message: verify(body, headers) });
    answer(response);
  });
  const port = await listenLocally(server);
  onTestFinished(() => closeServer(server));
  return {
    url: `http://127.0.0.1:${port}/hook?key=secret-of-the-url`,
    port,
    requests,
    rules,
    sentBytes: () => sentBytes,
    ids: () => requests.map(({ headers }) => String(headers['webhook-id'])),
  };
}
