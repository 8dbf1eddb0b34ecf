import type { Site } from '../site.ts';
import { analyticsIsOn, answer, banner, click, isShown, scrollToEnd, sees } from './actions.ts';
import type { Tab } from './engine.ts';
import { expect, test } from './fixtures.ts';
import { until } from './until.ts';

// Decisions of a visitor and what is measured, the same in every engine. The other browser tests cover the details.

const SECTIONS = ['hero', 'pipeline', 'benefits', 'signup'];
const MILESTONES = [25, 50, 75, 90, 100];

const properties = (site: Site, name: string) =>
  site
    .query<{ properties: string }>('SELECT * FROM events WHERE name = ? ORDER BY seq', name)
    .map((event) => JSON.parse(event.properties));
const decisions = (site: Site) =>
  site.query('SELECT analytics, source FROM consents ORDER BY decided_at, rowid');

/** Opens a page, accepts, and waits until analytics runs and has reported what was in view. */
async function measured(tab: Tab, site: Site) {
  await tab.goTo(site.url);
  await answer(tab, 'Accept');
  await expect.poll(() => properties(site, 'section_view')).toHaveLength(1);
}

test('a first view hydrates and asks; a refusal is remembered, and nothing is measured', {
  tag: '@other-engines',
}, async ({ visitor, site }) => {
  const tab = await visitor.openTab();
  await tab.goTo(site.url);
  await sees(tab, 'languages');
  await answer(tab, 'Reject');
  await expect
    .poll(() => site.query('SELECT source, count FROM consent_refusals'))
    .toEqual([{ source: 'banner', count: 1 }]);

  await tab.reload();
  await scrollToEnd(tab);
  // Only a hydrated page opens the settings, and they show the choice in force.
  await click(tab, 'footer button', 'Cookie settings');
  await sees(tab, 'Save my choice');
  expect(await tab.evaluate(() => document.querySelectorAll('.pm input:checked').length)).toBe(0);
  await tab.press('Escape');
  await isShown(tab, '.pm', false);
  await isShown(tab, banner, false);
  await tab.goTo('about:blank');
  expect(decisions(site)).toEqual([]);
  expect(site.query('SELECT * FROM events')).toEqual([]);
});

test('an acceptance is remembered; each section and milestone is reported once, and a click also when the visitor leaves at once', async ({
  visitor,
  site,
}) => {
  const tab = await visitor.openTab();
  await measured(tab, site);
  expect(decisions(site)).toEqual([{ analytics: 1, source: 'banner' }]);
  await scrollToEnd(tab);
  await expect
    .poll(() => site.query('SELECT * FROM events'))
    .toHaveLength(SECTIONS.length + MILESTONES.length);
  expect(properties(site, 'section_view')).toEqual(
    SECTIONS.map((section_name) => ({ section_name })),
  );
  expect(properties(site, 'scroll')).toEqual(
    MILESTONES.map((percent_scrolled) => ({ percent_scrolled })),
  );

  await tab.goTo(`${site.url}/?again`);
  await until('analytics is on again', () => analyticsIsOn(tab));
  await isShown(tab, banner, false);
  await expect.poll(() => properties(site, 'section_view').length).toBeGreaterThan(SECTIONS.length);
  await click(tab, '#hero button', 'Notify me');
  await tab.goTo('about:blank');
  const pressed = { button_name: 'Notify me', click_location: 'hero' };
  await expect.poll(() => properties(site, 'button_click')).toEqual([pressed]);

  const before = properties(site, 'section_view').length;
  const closed = await visitor.openTab();
  await closed.goTo(site.url);
  await expect.poll(() => properties(site, 'section_view').length).toBeGreaterThan(before);
  await click(closed, '#hero button', 'Notify me');
  await closed.close();
  await expect.poll(() => properties(site, 'button_click')).toEqual([pressed, pressed]);
});

/**
 * Lets a tab report to another one when its analytics button disappears. To be inspected, it would have to come to the
 * front.
 */
async function reportTurnedOff(tab: Tab, other: Tab) {
  await tab.evaluate(() => {
    const footer = document.querySelector('footer') as Element;
    new MutationObserver(() => {
      if (!footer.textContent?.includes('Turn analytics off'))
        new BroadcastChannel('turned off').postMessage('off');
    }).observe(footer, { childList: true, subtree: true });
  });
  await other.evaluate(() => {
    new BroadcastChannel('turned off').onmessage = ({ data }) => {
      document.body.dataset['heard'] = data;
    };
  });
}

test('a withdrawal in one tab stops analytics in a background tab', {
  tag: '@other-engines',
}, async ({ visitor, site }) => {
  const tab = await visitor.openTab();
  await measured(tab, site);
  const before = site.query('SELECT * FROM events').length;
  const other = await visitor.openTab();
  await other.goTo(`${site.url}/about`);
  await reportTurnedOff(tab, other);
  await click(other, 'footer button', 'Turn analytics off');
  await expect.poll(() => decisions(site).at(-1)).toEqual({ analytics: 0, source: 'footer' });
  await until('analytics is off in the tab behind', () =>
    other.evaluate(() => document.body.dataset['heard'] === 'off'),
  );
  expect(await analyticsIsOn(tab)).toBe(false);
  await scrollToEnd(tab);
  await click(tab, '#hero button', 'Notify me');
  await tab.goTo('about:blank');
  await other.goTo('about:blank');
  expect(site.query('SELECT * FROM events')).toHaveLength(before);
});

test.describe('a visitor whose browser sends Global Privacy Control', () => {
  test.use({ preferences: { globalPrivacyControl: true } });

  test('is not asked and not measured, and is told so', { tag: '@other-engines' }, async ({
    visitor,
    site,
  }) => {
    const tab = await visitor.openTab();
    for (const path of ['/', '/cookies']) {
      await tab.goTo(site.url + path);
      await scrollToEnd(tab);
      await sees(tab, 'Global Privacy Control');
      await until('the page is idle', () =>
        tab.evaluate(
          () =>
            new Promise<boolean>((resolve) => {
              if ('requestIdleCallback' in window) requestIdleCallback(() => resolve(true));
              // WebKit has no idle callback. There the page waits with an earlier timer of 200 ms.
              else setTimeout(resolve, 300, true);
            }),
        ),
      );
      await isShown(tab, banner, false);
    }
    expect(await tab.evaluate(() => document.cookie)).toBe('');
    await tab.goTo('about:blank');
    for (const table of ['consents', 'consent_refusals', 'events'])
      expect(site.query(`SELECT * FROM ${table}`), table).toEqual([]);
  });
});
