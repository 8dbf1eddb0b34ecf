import { connect } from 'node:net';

export interface Answer {
  status: number;
  /** Status line and headers. */
  head: string;
  body: string;
}

export interface Connection {
  /**
   * Sends one request at a time. @throws Error when the connection ends before the answer, or the answer cannot be
   * parsed
   */
  ask(request: Buffer): Promise<Answer>;
  close(): void;
}

/**
 * Opens a kept-alive connection, as a browser does. It uses a raw socket: an HTTP client costs Node as much as a server
 * does.
 */
export function openConnection(port: number): Connection {
  const socket = connect({ port, host: '127.0.0.1', noDelay: true });
  let waiting: { resolve(answer: Answer): void; reject(error: Error): void } | null = null;
  let received = Buffer.alloc(0);

  function settle(outcome: Answer | Error) {
    const one = waiting;
    waiting = null;
    received = Buffer.alloc(0);
    if (outcome instanceof Error) one?.reject(outcome);
    else one?.resolve(outcome);
  }

  socket.on('data', (chunk) => {
    received = received.length === 0 ? chunk : Buffer.concat([received, chunk]);
    const answer = readAnswer(received);
    if (answer) settle(answer);
  });
  socket.on('error', settle);
  socket.on('close', () => settle(new Error('the connection was closed')));
  return {
    ask: (request) =>
      new Promise((resolve, reject) => {
        if (socket.destroyed) return reject(new Error('the connection was closed'));
        waiting = { resolve, reject };
        socket.write(request);
      }),
    close: () => socket.destroy(),
  };
}

/** Every answer to these requests has a length or no body. */
function readAnswer(bytes: Buffer): Answer | Error | null {
  const headEnd = bytes.indexOf('\r\n\r\n');
  if (headEnd === -1) return null;
  const head = bytes.toString('latin1', 0, headEnd);
  const status = Number(head.slice(9, 12));
  const [, length] = /\r\ncontent-length: *(\d+)/i.exec(head) ?? [];
  if (length === undefined && status !== 304) return new Error(`no Content-Length: ${head}`);
  const end = headEnd + 4 + (status === 304 ? 0 : Number(length));
  return bytes.length < end
    ? null
    : { status, head, body: bytes.toString('latin1', headEnd + 4, end) };
}
