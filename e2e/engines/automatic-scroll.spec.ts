import type { Site } from '../site.ts';
import { answer, click, hasFocus } from './actions.ts';
import type { Tab, Visitor } from './engine.ts';
import { expect, test } from './fixtures.ts';
import { until } from './until.ts';

// What counts as seen while the page scrolls without the visitor, the same in every engine.

/** Returns what was measured of one visitor, in order. The latest visitor is the last. */
function rows(site: Site) {
  const events = site.query<{ consent_id: string; name: string; properties: string }>(
    'SELECT consent_id, name, properties FROM events ORDER BY occurred_at, seq',
  );
  const [latest] = site.query<{ consent_id: string }>(
    'SELECT consent_id FROM consents ORDER BY recorded_at DESC, rowid DESC',
  );
  const own = events.filter(({ consent_id }) => consent_id === latest?.consent_id);
  const values = (name: string) =>
    own
      .filter((event) => event.name === name)
      .map(({ properties }) => Object.values(JSON.parse(properties)).at(-1));
  return {
    seen: values('section_view'),
    reached: values('scroll'),
    pressed: values('button_click'),
  };
}

async function measured(visitor: Visitor, site: Site): Promise<Tab> {
  const tab = await visitor.openTab();
  await tab.goTo(site.url);
  await answer(tab, 'Accept');
  await expect.poll(() => rows(site).seen).toEqual(['hero']);
  return tab;
}

/** Waits until a section is at the top of the page, below the header. */
const isThere = (tab: Tab, id: string) =>
  until(`${id} is at the top`, () =>
    tab.evaluate((section) => {
      const top = document.getElementById(section)?.getBoundingClientRect().top ?? -1;
      return (
        Math.abs(
          top - Number.parseFloat(getComputedStyle(document.documentElement).scrollPaddingTop),
        ) < 2
      );
    }, id),
  );

for (const { what, tag = [], motions = [false, true], press } of [
  {
    what: 'the hero’s button on a phone',
    tag: ['@one-engine'], // its way is that of the header's button
    press: async (tab: Tab) => {
      await tab.resize(390, 844);
      await click(tab, '#hero button', 'Notify me');
    },
  },
  {
    what: 'a link to a place in the page, and then the header’s button,',
    press: async (tab: Tab) => {
      await click(tab, 'header a', 'Features');
      await isThere(tab, 'features');
      await click(tab, 'header button', 'Beta Access');
    },
  },
  {
    what: 'the menu’s button',
    motions: [false], // it jumps as the header's button does
    press: async (tab: Tab) => {
      await tab.resize(390, 844);
      await click(tab, 'button[aria-haspopup="dialog"]', 'Menu');
      await click(tab, '[role="dialog"] button', 'Notify me');
    },
  },
]) {
  const title = `${what} scrolls past sections that are not seen`;
  test(title, { tag }, async ({ engine, site }) => {
    const visits = [];
    for (const reducedMotion of motions) {
      const visitor = await engine.visit(site.url, { reducedMotion });
      const tab = await measured(visitor, site);
      await press(tab);
      await hasFocus(tab, '#signup [name="name"]');
      await expect.poll(() => rows(site).seen.at(-1)).toBe('signup');
      await tab.goTo('about:blank');
      await expect.poll(() => rows(site).pressed).toHaveLength(1);
      visits.push(rows(site));
      expect(visitor.problems()).toEqual([]);
      await visitor.leave();
    }
    const [smooth, jumping = smooth] = visits;
    expect(smooth?.seen).toEqual(['hero', 'signup']);
    expect(smooth?.reached.slice(0, 3)).toEqual([25, 50, 75]);
    expect(jumping).toEqual(smooth);
  });
}

test('a button on another page leads past the top of the home page to the form', async ({
  visitor,
  site,
}) => {
  const tab = await visitor.openTab();
  await tab.goTo(`${site.url}/about`);
  await answer(tab, 'Accept');
  await click(tab, 'header button', 'Notify me');
  await hasFocus(tab, '#signup [name="name"]');
  await expect.poll(() => rows(site).seen).toEqual(['signup']);
});
