import { test as base, expect } from '../fixtures.ts';
import { openFirefox } from './firefox.ts';
import type { Engine, Tab } from './webdriver.ts';
import { openWebKit } from './webkit.ts';

export { expect };

export interface EngineOptions {
  engineName: 'firefox' | 'webkit';
}

interface Fixtures {
  /** Whether the visitor's browser asks sites not to measure. */
  globalPrivacyControl: boolean;
  /** A visitor's tab. The test fails when one of its pages writes to its console. */
  tab: Tab;
}

/** As in the other browser tests, each test has its own site. All tests of a file share one browser. */
export const test = base.extend<Fixtures, EngineOptions & { engine: Engine }>({
  engineName: ['firefox', { option: true, scope: 'worker' }],
  globalPrivacyControl: [false, { option: true }],

  engine: [
    async ({ engineName }, use) => {
      const engine = await (engineName === 'firefox' ? openFirefox() : openWebKit());
      await use(engine);
      await engine.close();
    },
    { scope: 'worker' },
  ],

  tab: async ({ engine, globalPrivacyControl, site }, use) => {
    const tab = await engine.visit(site.url, globalPrivacyControl);
    await use(tab);
    await tab.leave();
    expect(tab.problems).toEqual([]);
  },
});
