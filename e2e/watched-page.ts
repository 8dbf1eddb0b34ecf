import type { BrowserContext, Page } from '@playwright/test';

export interface SeenRequest {
  url: string;
  method: string;
  body: string | null;
}

/** A page that records its requests. */
export interface WatchedPage extends Page {
  /** The requests of all tabs of this visitor, in order. */
  sentRequests: SeenRequest[];
  /**
   * Allows failed requests with these statuses from now on, since Chromium itself logs a line for
   * each. 0 allows requests without any answer.
   */
  allowFailed(...statuses: number[]): void;
  /** Allows from now on that the frame of a message, which runs no script, refuses those of the test: its clock and its trace. */
  allowRefusedScripts(): void;
}

const failedStatus = /^error: Failed to load resource: the server responded with a status of (\d+)/;
const refusedScript = /^error: Blocked script execution in '[^']*\/preview\.html/;
const failedNetwork = /^error: Failed to load resource: net::/;

/** Returns the page, and a function that returns the problems of its browser. */
export function watch(context: BrowserContext, page: Page, origin: string) {
  const sentRequests: SeenRequest[] = [];
  const problems: string[] = [];
  const allowed = new Set<number>();
  let refusesScripts = false;

  const isExpected = (line: string, path: string) => {
    const status = failedStatus.exec(line)?.[1];
    if (status) return allowed.has(Number(status));
    if (failedNetwork.test(line)) return allowed.has(0);
    if (refusedScript.test(line)) return refusesScripts;
    // The specification requires the not-found page to log the attempted path.
    return allowed.has(404) && path.length > 1 && line.includes(path);
  };
  context.on('console', (message) => {
    const { url } = message.location();
    const line = `${message.type()}: ${message.text()}`;
    const { pathname } = new URL(message.page()?.url() ?? origin);
    if (!isExpected(line, pathname)) problems.push(`on the console: ${line} (${url})`);
  });
  context.on('weberror', (webError) => {
    const error = webError.error();
    problems.push(`uncaught: ${error.stack ?? error.message}`);
  });
  context.on('request', (request) => {
    const url = request.url();
    sentRequests.push({ url, method: request.method(), body: request.postData() });
    // The same server, under the name for which browsers make passkeys.
    const isRemote =
      /^(https?|wss?):/.test(url) &&
      new URL(url).origin.replace('localhost', '127.0.0.1') !== origin;
    if (isRemote) problems.push(`a request to a third party: ${url}`);
  });

  const watched = Object.assign(page, {
    sentRequests,
    allowFailed: (...statuses: number[]) => {
      for (const status of statuses) allowed.add(status);
    },
    allowRefusedScripts: () => {
      refusesScripts = true;
    },
  });
  return [watched as WatchedPage, () => problems] as const;
}
