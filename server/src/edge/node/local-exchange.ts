import { IncomingMessage, ServerResponse } from 'node:http';
import { Socket } from 'node:net';
import { NodeExchange } from './exchange.ts';

/** Returns the exchange of a request that comes over no connection, but from this process itself. */
export function createLocalExchange(method: string, body: string): NodeExchange {
  const incoming = new IncomingMessage(new Socket());
  incoming.method = method;
  incoming.complete = true;
  incoming.push(body);
  incoming.push(null);
  return new NodeExchange(incoming, new ServerResponse(incoming));
}
