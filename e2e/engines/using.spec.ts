import { GROWTH_TOKEN } from '../analyst/growth.ts';
import type { Site } from '../site.ts';
import {
  answer,
  banner,
  click,
  hasFocus,
  isFocused,
  isShown,
  pressUntil,
  scrollToEnd,
  sees,
} from './actions.ts';
import type { Tab } from './engine.ts';
import { expect, test } from './fixtures.ts';
import { until } from './until.ts';

// Use of the site, the same in every engine. The other browser tests cover the details.

const menu = 'button[aria-haspopup="dialog"]';

const signups = (site: Site) =>
  site.query('SELECT name, email, signup_type FROM notifyme_signups ORDER BY created_at');

const isEnabled = (tab: Tab, selector: string) =>
  tab.evaluate((css) => document.querySelector(css)?.matches(':enabled') ?? false, selector);

test('a signup by keyboard alone, with every possible outcome', { tag: '@other-engines' }, async ({
  visitor,
  site,
}) => {
  const tab = await visitor.openTab();
  const submit = '#signup form button[type="submit"]';
  const send = async () => {
    await pressUntil(tab, 'Tab', submit);
    await tab.press('Enter'); // at once: the page may still be scrolling to the button
  };
  await tab.goTo(site.url);
  await isShown(tab, banner);
  await pressUntil(tab, 'Tab', `${banner} button[data-role="necessary"]`);
  await tab.press('Enter');
  await isShown(tab, banner, false);
  await pressUntil(tab, 'Tab', '#signup [name="name"]');
  await until('the form can be sent', () => isEnabled(tab, submit));
  await send();
  await hasFocus(tab, '#signup [name="name"]');
  await sees(tab, 'Please enter your full name');
  await sees(tab, 'Please enter your email address');

  await tab.type('Dora Grün');
  await tab.press('Tab');
  await tab.type('dora@example.org');
  await send();
  await sees(tab, "You're on the waitlist!");
  const dora = { name: 'Dora Grün', email: 'dora@example.org', signup_type: 'notifyme' };
  expect(signups(site)).toEqual([dora]);

  // The outcome beside the form has the focus. Tab leads through the message to the form.
  await hasFocus(tab, '#signup-receipt-notifyme');
  await pressUntil(tab, 'Tab', '#signup [name="name"]');
  await tab.type('Dora');
  await tab.press('Tab');
  await tab.type('DORA@example.org');
  await send();
  await sees(tab, 'Already registered');
  await hasFocus(tab, '#signup-receipt-notifyme');

  await pressUntil(tab, 'Shift+Tab', '[role="tab"][aria-selected="true"]');
  await tab.press('ArrowRight');
  await isShown(tab, '[role="tab"][data-type="beta"][aria-selected="true"]');
  await send();
  await hasFocus(tab, '#signup [name="useCase"]');
  await sees(tab, 'Please tell us about your use case and dubbing needs');
  await tab.type('Lectures');
  await pressUntil(tab, 'Shift+Tab', '#signup [name="email"]');
  await tab.type('dora@studio.example'); // replaces the other address, which Tab selects
  await site.kill();
  await send();
  await sees(tab, 'Something went wrong');
  await site.restart();
  await send();
  await sees(tab, 'Beta application submitted!');
  await hasFocus(tab, '#signup-receipt-beta');
  expect(signups(site)).toEqual([
    dora,
    { name: 'Dora', email: 'dora@studio.example', signup_type: 'beta' },
  ]);
});

test('the menu at 390 px keeps the focus; Escape closes it, and a link leads to its section', async ({
  visitor,
  site,
}) => {
  const tab = await visitor.openTab();
  await tab.resize(390, 844);
  await tab.goTo(`${site.url}/about`);
  expect(await tab.evaluate(() => [innerWidth, innerHeight])).toEqual([390, 844]);
  await click(tab, menu, 'Menu');
  const sheet = '[role="dialog"]:has(a[href="/#pipeline"])';
  await isShown(tab, sheet);
  for (let stop = 0; stop < 10; stop += 1) {
    await tab.press('Tab');
    expect(await isFocused(tab, `${sheet} *`)).toBe(true);
  }
  await tab.press('Escape');
  await isShown(tab, sheet, false);
  await hasFocus(tab, menu);
  await tab.press('Enter');
  await click(tab, `${sheet} a`, 'Pipeline');
  await isShown(tab, sheet, false);
  await hasFocus(tab, '#pipeline');
  await until('the section is in view', () =>
    tab.evaluate(() => {
      const top = document.getElementById('pipeline')?.getBoundingClientRect().top ?? -1;
      return location.hash === '#pipeline' && top >= 0 && top < innerHeight / 2;
    }),
  );
});

test('a legal page starts at its top, and Back returns to the same place', async ({
  visitor,
  site,
}) => {
  const tab = await visitor.openTab();
  await tab.goTo(site.url);
  await answer(tab, 'Reject');
  await scrollToEnd(tab);
  const place = () => tab.evaluate(() => ({ path: location.pathname, top: Math.round(scrollY) }));
  const before = await place();
  expect(before.top).toBeGreaterThan(1_000);
  await click(tab, 'footer a', 'Privacy');
  await hasFocus(tab, 'h1');
  expect(await place()).toEqual({ path: '/privacy', top: 0 });
  await tab.back();
  await expect.poll(place).toEqual(before);
});

test.describe('a visitor who wants less motion', () => {
  test.use({ preferences: { reducedMotion: true } });

  test('sees nothing move: no animation, no transition, no smooth scroll', async ({
    visitor,
    site,
  }) => {
    const tab = await visitor.openTab();
    await tab.resize(390, 844);
    const moving = () =>
      tab.evaluate(() => [
        ...document.getAnimations().map(({ id, playState }) => `animation ${id} ${playState}`),
        ...[getComputedStyle(document.documentElement).scrollBehavior].filter(
          (behavior) => behavior !== 'auto',
        ),
      ]);
    await tab.goTo(site.url);
    expect(await tab.evaluate(() => matchMedia('(prefers-reduced-motion: reduce)').matches)).toBe(
      true,
    );
    expect(await moving()).toEqual([]);
    await isShown(tab, banner);
    expect(await moving()).toEqual([]);
    await answer(tab, 'Reject');
    await click(tab, menu, 'Menu');
    await isShown(tab, '[role="dialog"] nav');
    expect(await moving()).toEqual([]);
    await click(tab, '[role="dialog"] button', 'Notify me');
    await hasFocus(tab, '#signup [name="name"]');
    await tab.type('Ada');
    await tab.press('Tab');
    await tab.type('ada@example.org');
    await tab.press('Enter');
    await sees(tab, 'Success!');
    expect(await moving()).toEqual([]);
  });
});

test.describe('an analyst', () => {
  test.use({ settings: { GROWTH_TOKEN } });

  test('signs in to the console and reads the funnel', { tag: '@other-engines' }, async ({
    visitor,
    site,
  }) => {
    const sections = ['hero', 'pipeline', 'benefits', 'signup'];
    const reached = [4, 3, 2, 1];
    const events = reached.flatMap((people, step) =>
      Array.from({ length: people }, (_, person) => {
        const properties = JSON.stringify({ section_name: sections[step] });
        return `('${step}-${person}', 'person ${person}', 'section_view', '${properties}', unixepoch() * 1000 + ${step}, 0)`;
      }),
    );
    site.execute(
      `INSERT INTO events (id, consent_id, name, properties, occurred_at, received_at) VALUES ${events}`,
    );
    const tab = await visitor.openTab();
    await tab.goTo(`${site.url}/growth?view=funnel&preset=reading&compare=0`);
    await hasFocus(tab, 'input[type="password"]');
    await tab.type('not-the-token-of-this');
    await tab.press('Enter');
    await sees(tab, 'This is not the token of this site.');
    await click(tab, 'input[type="password"]');
    await tab.evaluate(() => (document.activeElement as HTMLInputElement).select());
    await tab.type(GROWTH_TOKEN);
    await tab.press('Enter');
    const people = () =>
      tab.evaluate(() =>
        [...document.querySelectorAll('table tbody tr')].map((row) => [
          row.querySelector('th')?.textContent,
          row.querySelector('td:nth-of-type(2)')?.textContent,
        ]),
      );
    await expect
      .poll(async () => (await people()).slice(0, 4))
      .toEqual([
        ['Saw the top of the page', '4'],
        ['And one of pipeline, benefits, signup', '3'],
        ['And two of them', '2'],
        ['And all three', '1'],
      ]);
  });
});

test('where a blocker hides the dialogs, the settings lead to a page on which the choice is made', {
  tag: '@other-engines',
}, async ({ visitor, site }) => {
  const tab = await visitor.openTab();
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
  expect(await tab.evaluate(() => [location.pathname, document.querySelector('[inert]')])).toEqual([
    '/cookies',
    null,
  ]);
  await click(tab, '#choice button', 'Accept');
  await expect
    .poll(() => site.query('SELECT analytics, source FROM consents'))
    .toEqual([{ analytics: 1, source: 'preferences' }]);
});
