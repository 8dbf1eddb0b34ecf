import { test as base, expect } from '@playwright/test';
import { openSite, type Site } from './site.ts';
import { type WatchedPage, watch } from './watched-page.ts';

export { expect };

export interface Options {
  /** The transport of the events. Tests about consent hold for both. */
  transport: 'beacon' | 'posthog-js';
}

export interface Fixtures extends Options {
  /** Settings of the test's own server. */
  settings: NodeJS.ProcessEnv;
  site: Site;
  page: WatchedPage;
}

/**
 * Gives every test its own site: a fresh database and a real process. A test fails when the server
 * exits on its own or logs an error, when the page writes anything unexpected to the console, and
 * when the browser sends a request to a third party.
 */
export const test = base.extend<Fixtures>({
  transport: ['beacon', { option: true }],
  settings: [{}, { option: true }],

  site: async ({ settings, transport }, use, testInfo) => {
    const site = await openSite({ ANALYTICS_TRANSPORT: transport, ...settings });
    await use(site);
    const isFailed = testInfo.status !== testInfo.expectedStatus;
    const output = site.output();
    if (isFailed)
      await testInfo.attach('server output', { body: output, contentType: 'text/plain' });
    await site.close();
  },

  page: async ({ context, page, site }, use) => {
    const [watched, problems] = watch(context, page, new URL(site.url).origin);
    await use(watched);
    expect(problems()).toEqual([]);
  },
});
