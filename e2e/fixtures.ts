import { test as base, expect } from '@playwright/test';
import { type OwnedSite, openSite, type Site } from './built-site.ts';
import { openMail } from './open-mail.ts';
import { type WatchedPage, watch } from './watched-page.ts';

export { expect };

export interface Options {
  /** The transport of the events. Tests about consent hold for both. */
  transport: 'beacon' | 'posthog-js';
  /**
   * True for tests that neither restart the site nor mind what others have stored. Their worker starts one site for all
   * with the same settings.
   */
  sharesSite: boolean;
}

/** For files about what moves: everywhere else, visitors prefer reduced motion (playwright.config.ts). */
export const withMotion = { contextOptions: { reducedMotion: 'no-preference' } } as const;

export interface WorkerFixtures {
  /** Returns the worker's common site with these settings, started by the first test that asks. */
  commonSite: (settings: NodeJS.ProcessEnv) => Promise<OwnedSite>;
}

export interface Fixtures extends Options {
  /** Settings of the test's own server. */
  settings: NodeJS.ProcessEnv;
  site: Site;
  /** The mail that the site sends, which it does from the moment that a test asks for this. */
  mail: Awaited<ReturnType<typeof openMail>>;
  page: WatchedPage;
}

/**
 * Gives every test a site: a real process, with a fresh database unless it shares its site. A test fails when the server
 * exits on its own or logs an error, when the page writes anything unexpected to the console, and
 * when the browser sends a request to a third party.
 */
export const test = base.extend<Fixtures, WorkerFixtures>({
  transport: ['beacon', { option: true }],
  sharesSite: [false, { option: true }],
  settings: [{}, { option: true }],

  commonSite: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the names of the needed fixtures from this pattern
    async ({}, use) => {
      const sites = new Map<string, Promise<OwnedSite>>();
      await use((settings) => {
        const key = JSON.stringify(settings);
        const site = sites.get(key) ?? openSite(settings);
        sites.set(key, site);
        return site;
      });
      for (const site of sites.values()) await (await site).close();
    },
    { scope: 'worker' },
  ],

  site: async ({ settings, transport, sharesSite, commonSite }, use, testInfo) => {
    const site = await (sharesSite ? commonSite : openSite)({
      ANALYTICS_TRANSPORT: transport,
      ...settings,
    });
    await use(site);
    const isFailed = testInfo.status !== testInfo.expectedStatus;
    const output = site.output();
    if (isFailed)
      await testInfo.attach('server output', { body: output, contentType: 'text/plain' });
    if (!sharesSite) await site.close();
  },

  mail: async ({ site }, use) => {
    const mail = await openMail(site);
    await use(mail);
    await mail.close();
  },

  // Tests name pages by their path.
  baseURL: ({ site }, use) => use(site.url),

  page: async ({ context, page, site }, use) => {
    const [watched, problems] = watch(context, page, new URL(site.url).origin);
    await use(watched);
    expect(problems()).toEqual([]);
  },
});

/** For single tests of a file whose other tests need a site of their own. */
export const sharing = test.extend({ sharesSite: true });
