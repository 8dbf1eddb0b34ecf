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
}

const failedStatus = /^error: Failed to load resource: the server responded with a status of (\d+)/;
const failedNetwork = /^error: Failed to load resource: net::/;

/** Returns the page, and a function that returns the problems of its browser. */
export function watch(context: BrowserContext, page: Page, origin: string) {
  const sentRequests: SeenRequest[] = [];
  const problems: string[] = [];
  const allowed = new Set<number>();

  const isExpected = (line: string, path: string) => {
    const status = failedStatus.exec(line)?.[1];
    if (status) return allowed.has(Number(status));
    if (failedNetwork.test(line)) return allowed.has(0);
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
    const isRemote = /^(https?|wss?):/.test(url) && new URL(url).origin !== origin;
    if (isRemote) problems.push(`a request to a third party: ${url}`);
  });

  const watched = Object.assign(page, {
    sentRequests,
    allowFailed: (...statuses: number[]) => {
      for (const status of statuses) allowed.add(status);
    },
  });
  return [watched as WatchedPage, () => problems] as const;
}
