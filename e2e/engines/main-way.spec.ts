import type { Site } from '../built-site.ts';
import { decisions, events, scrollOn } from '../visitor-actions.ts';
import { analyticsIsOn, answer, banner, click, hasFocus, isShown, sees, tabTo } from './actions.ts';
import { expect, test } from './engine-fixtures.ts';
import { until } from './until.ts';

// A visitor's main way in Firefox and WebKit, and what once differed there. The other browser tests have the rest in
// Chromium.

/** Returns the last property of each event with this name, in order. */
const values = (site: Site, name: string) =>
  events(site, name).map(({ properties }) => Object.values(JSON.parse(properties)).at(-1));

// Not every engine tells where a scroll ends.
test('who accepts is measured, but not what a link or a button scrolls past; signs up by keyboard; and is no longer measured after a withdrawal', async ({
  tab,
  site,
}) => {
  test.slow(); // a long page
  await tab.goTo(site.url);
  await answer(tab, 'Accept');
  await expect.poll(() => values(site, 'section_view')).toEqual(['hero']);
  expect(decisions(site)).toEqual([{ analytics: 1, source: 'banner' }]);
  await click(tab, 'header a', 'Features');
  await until('the section is at the top', () =>
    tab.evaluate(() => {
      const section = document.getElementById('features') as HTMLElement;
      const { scrollPaddingTop } = getComputedStyle(document.documentElement);
      const { scrollMarginTop } = getComputedStyle(section);
      const wanted = Number.parseFloat(scrollPaddingTop) + Number.parseFloat(scrollMarginTop);
      return Math.abs(section.getBoundingClientRect().top - wanted) < 2;
    }),
  );
  await click(tab, 'header button', 'Notify me');
  await hasFocus(tab, '#signup [name="name"]');
  await expect.poll(() => values(site, 'section_view')).toEqual(['hero', 'signup']);

  const send = async () => {
    await tabTo(tab, '#signup form button[type="submit"]');
    await tab.press('Enter'); // at once: the page may still be scrolling to the button
  };
  await send();
  await hasFocus(tab, '#signup [name="name"]');
  await sees(tab, 'Please enter your email address');
  await tab.type('Dora Grün');
  await tab.press('Tab');
  await tab.type('dora@example.org');
  await send();
  await sees(tab, "You're on the waitlist!");
  await hasFocus(tab, '#signup-success');
  expect(site.query('SELECT email FROM notifyme_signups')).toEqual([{ email: 'dora@example.org' }]);
  await tab.evaluate(scrollOn);
  await expect.poll(() => values(site, 'scroll')).toEqual([25, 50, 75, 90, 100]);
  expect(await site.funnel('button')).toEqual([1, 1, 1]);

  await tab.goTo(`${site.url}/?again`);
  await until('analytics is on again', () => analyticsIsOn(tab));
  await click(tab, '#hero button', 'Notify me');
  await tab.goTo(site.url);
  await expect.poll(() => values(site, 'button_click')).toEqual(['header', 'hero']);
  await until('analytics is on again', () => analyticsIsOn(tab));

  await click(tab, 'footer button', 'Turn analytics off');
  await expect.poll(() => decisions(site).at(-1)).toEqual({ analytics: 0, source: 'footer' });
  expect(await analyticsIsOn(tab)).toBe(false);
  const before = events(site).length;
  await click(tab, '#hero button', 'Notify me');
  await tab.goTo('about:blank');
  expect(events(site)).toHaveLength(before);
});

test.describe('a visitor whose browser sends Global Privacy Control', () => {
  test.use({ globalPrivacyControl: true });

  test('is not asked and not measured, and is told so', async ({ tab, site }) => {
    await tab.goTo(site.url);
    await tab.evaluate(scrollOn);
    await sees(tab, 'Global Privacy Control');
    // WebKit has no idle callback: the page asks after a timer of 200 ms. It was set before this longer one, so it fires first.
    await tab.evaluate(() => new Promise<boolean>((resolve) => setTimeout(resolve, 300, true)));
    await isShown(tab, banner, false);
    expect(await tab.evaluate(() => document.cookie)).toBe('');
    await tab.goTo('about:blank');
    for (const table of ['consents', 'consent_refusals', 'events'])
      expect(site.query(`SELECT * FROM ${table}`), table).toEqual([]);
  });
});

test('who refuses by keyboard is not measured; the line plays to its end, in the language that the pipeline shows', async ({
  tab,
  site,
}) => {
  await tab.goTo(site.url);
  await isShown(tab, banner);
  await tabTo(tab, `${banner} button[data-role="necessary"]`);
  await tab.press('Enter');
  await isShown(tab, banner, false);
  await click(tab, 'label:has([value="ja"])');
  await isShown(tab, '#subtitle-ja');
  const drawn = () =>
    tab.evaluate(() =>
      [...document.querySelectorAll<SVGUseElement>('#pipeline use')]
        .filter(
          (use) =>
            !use.getAttribute('href')?.includes('-parts-') && // the names, in the page's language
            use.getBBox().width > 100 &&
            getComputedStyle(use).opacity === '1',
        )
        .map((use) => use.getAttribute('href')?.split('#')[1]),
    );
  await until('the pictures are drawn', async () => (await drawn()).length === 4);
  expect(await drawn()).toEqual(['analysis-ja', 'translation-ja', 'synthesis-ja', 'mixing-ja']);

  const said = () =>
    tab.evaluate(() => ({
      button: document.querySelector('#hero figure button')?.textContent,
      timecode: document.querySelector('[data-timecode]')?.textContent,
      ahead: [...(CSS.highlights.get('ahead') ?? [])].map(String),
    }));
  await click(tab, '#hero figure button');
  await until('half of the line is spoken', async () => {
    const { button, ahead } = await said();
    return button === 'Pause the line' && ahead[1] === '家に\u200b帰って\u200bきたんだ。';
  });
  await until('the line has ended', async () => (await said()).button === 'Play the line');
  expect((await said()).timecode).toBe('00:00:16:00');
  await tab.goTo('about:blank');
  expect(site.query('SELECT source, count FROM consent_refusals')).toEqual([
    { source: 'banner', count: 1 },
  ]);
  for (const table of ['consents', 'events'])
    expect(site.query(`SELECT * FROM ${table}`), table).toEqual([]);
});

test('where a blocker hides the dialogs, the settings lead to a page on which the choice is made', async ({
  tab,
  site,
}) => {
  await tab.goTo(`${site.url}/about/?from#mission`); // redirects
  await isShown(tab, banner);
  await tab.evaluate(() => {
    const sheet = new CSSStyleSheet();
    sheet.replaceSync('.cm { display: none !important } .pm { opacity: 0 !important }');
    document.adoptedStyleSheets.push(sheet);
  });
  await until('the empty space is gone', () =>
    tab.evaluate(() => getComputedStyle(document.body).paddingBlockEnd === '0px'),
  );
  await click(tab, 'footer button', 'Cookie settings');
  await hasFocus(tab, '#choice');
  await click(tab, '#choice button', 'Accept');
  await expect.poll(() => decisions(site)).toEqual([{ analytics: 1, source: 'preferences' }]);
});
