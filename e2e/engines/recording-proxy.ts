import { createServer, type IncomingMessage, request, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

const RECORDER = '/recorder.js';
const RECORDED = '/recorded';

/**
 * Starts a proxy that records what pages write to their console. W3C WebDriver has no command for it, and an automated
 * WebKit prints nothing. The proxy adds one script to each page, before its own; nothing else changes.
 */
export async function openRecordingProxy() {
  let lines: string[] = [];
  let allowed = '';
  let extra = {};

  const server = createServer((asked, answer) => {
    const { pathname } = new URL(asked.url ?? '', 'http://unused');
    if (pathname === RECORDER) {
      answer.writeHead(200, { 'Content-Type': 'text/javascript' }).end(`(${recorder})()`);
    } else if (pathname === RECORDED) {
      asked.setEncoding('utf8').on('data', (line) => lines.push(line));
      asked.on('end', () => answer.writeHead(204).end());
    } else if (new URL(asked.url ?? '').origin === allowed) {
      answer.on('finish', () => {
        if (answer.statusCode === 404) lines.push(`a file that is not there: ${asked.url}`);
      });
      passOn(asked, answer, extra);
    } else {
      lines.push(`a request to a third party: ${asked.url}`);
      answer.destroy();
    }
  });
  server.on('connect', ({ url }, socket) => {
    lines.push(`a request to a third party: ${url}`);
    socket.destroy();
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));

  return {
    port: (server.address() as AddressInfo).port,
    /**
     * Starts the record of another visitor, and returns it.
     *
     * @param origin the only origin that may be requested
     * @param addsGpc whether requests signal Global Privacy Control, for an engine that cannot
     */
    record(origin: string, addsGpc = false): readonly string[] {
      lines = [];
      allowed = origin;
      extra = addsGpc ? { 'sec-gpc': '1' } : {};
      return lines;
    },
    close() {
      server.close();
      server.closeAllConnections();
    },
  };
}

function passOn(asked: IncomingMessage, answer: ServerResponse, extra: Record<string, string>) {
  const headers = { ...asked.headers, ...extra, 'accept-encoding': 'identity' };
  delete headers['if-none-match'];
  const onward = request(asked.url ?? '', { method: asked.method, headers }, (response) => {
    const { statusCode = 502, headers } = response;
    if (!headers['content-type']?.startsWith('text/html')) {
      answer.writeHead(statusCode, headers);
      response.pipe(answer);
      return;
    }
    let html = '';
    response.setEncoding('utf8').on('data', (text) => {
      html += text;
    });
    response.on('end', () => {
      const { 'content-length': _, etag: __, ...kept } = headers;
      answer.writeHead(statusCode, kept);
      answer.end(html.replace('<head>', `<head><script src="${RECORDER}"></script>`));
    });
  });
  onward.on('error', () => answer.destroy());
  answer.on('close', () => onward.destroy());
  asked.pipe(onward);
}

/** Runs in the page. A synchronous request completes before the page can be left. */
function recorder() {
  const report = (...parts: unknown[]) => {
    const asked = new XMLHttpRequest();
    asked.open('POST', '/recorded', false);
    asked.send(parts.map(String).join(' '));
  };
  const said = globalThis.console;
  for (const level of ['error', 'warn'] as const) {
    const { [level]: write } = said;
    said[level] = (...parts) => {
      report(`console.${level}:`, ...parts);
      write.apply(said, parts);
    };
  }
  const failed = (event: Event) => {
    const { message, target } = event as ErrorEvent;
    // Firefox reports a failed preload for a module that the page loads anyway. The proxy reports a lost one.
    if (target instanceof HTMLLinkElement && target.rel === 'modulepreload') return;
    report('error:', message ?? (event.target as Element).outerHTML);
  };
  addEventListener('error', failed, true);
  addEventListener('unhandledrejection', ({ reason }) => report('unhandled rejection:', reason));
  document.addEventListener('securitypolicyviolation', (event) =>
    report('blocked by the policy:', event.violatedDirective, event.blockedURI),
  );
}
