import type { IncomingMessage, RequestListener, Server, ServerResponse } from 'node:http';
import { STATUS_CODES } from 'node:http';
import type { Duplex } from 'node:stream';
import { type RawHeaders, REQUEST_ID_HEADER } from './exchange.ts';

/** An answer to a request that never reaches the application. */
export interface RefusedRequest {
  status: 400 | 408 | 413 | 417 | 431;
  code: string;
  message: string;
}

const BAD_REQUEST: RefusedRequest = {
  status: 400,
  code: 'bad_request',
  message:
    'The request is not HTTP/1.1 as in RFC 9112; expected a request line, headers and a body.',
};
/** The reasons for which Node's parser rejects a request, by error code. */
const BY_CODE: Readonly<Record<string, RefusedRequest>> = {
  ERR_HTTP_REQUEST_TIMEOUT: {
    status: 408,
    code: 'request_timeout',
    message: 'The request took too long; expected all of it within a minute.',
  },
  HPE_CHUNK_EXTENSIONS_OVERFLOW: {
    status: 413,
    code: 'payload_too_large',
    message: 'The chunk extensions of the body are too long; expected none.',
  },
  HPE_HEADER_OVERFLOW: {
    status: 431,
    code: 'headers_too_large',
    message: 'The request line and the headers are too long; expected at most 16 KB together.',
  },
};
const UNKNOWN_EXPECTATION: RefusedRequest = {
  status: 417,
  code: 'expectation_failed',
  message: 'The expectation is not known; expected 100-continue, or none.',
};

/**
 * The answers that Node would send itself, but without a body and the site's headers.
 *
 * @param headers of every answer of the site
 */
export function createRefusals(headers: RawHeaders) {
  /** The headers alternate names and values. */
  function compose({ code, message }: RefusedRequest) {
    const body = JSON.stringify({ code, message });
    const list = [
      ...headers,
      ...[REQUEST_ID_HEADER, crypto.randomUUID()],
      ...['Content-Type', 'application/json'],
      ...['Content-Length', String(Buffer.byteLength(body))],
      ...['Connection', 'close'],
    ];
    return { body, list };
  }

  function write(socket: Duplex, refusal: RefusedRequest) {
    const { body, list } = compose(refusal);
    const date = new Date().toUTCString();
    const lines = pairsOf([...list, 'Date', date]).map(([name, value]) => `${name}: ${value}\r\n`);
    const { status } = refusal;
    socket.write(`HTTP/1.1 ${status} ${STATUS_CODES[status]}\r\n${lines.join('')}\r\n${body}`);
  }

  return {
    /** Converts a refusal to a response of the Fetch API. */
    toResponse(refusal: RefusedRequest): Response {
      const { body, list } = compose(refusal);
      return new Response(body, { status: refusal.status, headers: new Headers(pairsOf(list)) });
    },

    /**
     * Makes the server answer its own refusals in this form.
     *
     * @param limit queues requests in one order with all others of their connection
     */
    install(server: Server, limit: (listener: RequestListener) => RequestListener) {
      const refuse = (_: IncomingMessage, response: ServerResponse) => {
        const { body, list } = compose(UNKNOWN_EXPECTATION);
        response.writeHead(UNKNOWN_EXPECTATION.status, list).end(body);
      };
      server.on('checkExpectation', limit(refuse));
      server.on('clientError', (error: NodeJS.ErrnoException, socket: Duplex) => {
        if (error.code === 'HPE_PAUSED') return; // connections.ts closes it
        // As in Node itself: a refusal in the middle of another answer would be read as part of it.
        if (socket.writable && !isAnswering(socket)) {
          write(socket, BY_CODE[error.code ?? ''] ?? BAD_REQUEST);
        }
        socket.destroy(error);
      });
    },
  };
}

const pairsOf = (list: RawHeaders): [string, string][] =>
  Array.from({ length: list.length / 2 }, (_, index) => [
    list[2 * index] ?? '',
    list[2 * index + 1] ?? '',
  ]);

/** Node keeps the response that a connection is writing in a field without a public name. */
const isAnswering = (socket: Duplex) =>
  (socket as { _httpMessage?: ServerResponse | null })._httpMessage?.headersSent === true;
