// @ts-check
import { createServer, request } from 'node:http';
import { brotliCompressSync } from 'node:zlib';

/**
 * Serves the same site on another port and changes its HTML on the way. The audit measures the page
 * with and without its scripts through one such proxy each, so that both take the same route.
 *
 * @param {string} origin
 * @param {(html: string) => string} change
 * @returns {Promise<{ url: string, close(): void }>}
 */
export async function openHtmlProxy(origin, change) {
  const server = createServer((asked, answer) => {
    const headers = { ...asked.headers, host: new URL(origin).host };
    const isPage = asked.headers['sec-fetch-dest'] === 'document';
    if (isPage) headers['accept-encoding'] = 'identity';
    const upstream = request(origin + asked.url, { method: asked.method, headers }, (response) => {
      if (!isPage) {
        answer.writeHead(response.statusCode ?? 502, response.headers);
        response.pipe(answer);
        return;
      }
      /** @type {Buffer[]} */
      const chunks = [];
      response.on('data', (chunk) => chunks.push(chunk));
      response.on('end', () => {
        const body = brotliCompressSync(change(Buffer.concat(chunks).toString('utf8')));
        const { etag: _, ...kept } = response.headers;
        answer.writeHead(response.statusCode ?? 502, {
          ...kept,
          'content-encoding': 'br',
          'content-length': body.length,
        });
        answer.end(body);
      });
    });
    upstream.on('error', () => answer.writeHead(502).end());
    asked.pipe(upstream);
  });
  await new Promise((resolve) => server.listen(0, '127.0.0.1', () => resolve(undefined)));
  const address = server.address();
  if (!address || typeof address === 'string') throw new Error('the proxy has no port');
  return {
    url: `http://127.0.0.1:${address.port}`,
    close() {
      server.close();
      server.closeAllConnections();
    },
  };
}

/** Removes every script and every preload of one, as if the page had been written without them. */
export const withoutScripts = (/** @type {string} */ html) =>
  html
    .replace(/<script\b[^>]*>.*?<\/script>/gs, '')
    .replace(/<link\b[^>]*\brel="modulepreload"[^>]*>/g, '');
