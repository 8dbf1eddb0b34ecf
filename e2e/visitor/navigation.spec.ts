import { expect, test, withMotion } from '../fixtures.ts';
import { alive, openOnPhone } from '../pages.ts';
import { hold } from '../visitor.ts';

test.use({ ...withMotion, sharesSite: true });

const tab = { notify: { name: 'Notify me' }, beta: { name: 'Beta Access' } };

test('a link to a section leads below the header, however late the fonts come, and only a press scrolls', async ({
  page,
  site,
}) => {
  const finishFonts = await hold(page, /\.woff2$/);
  await page.setViewportSize({ width: 390, height: 844 });
  await page.goto(`${site.url}/privacy#cookies`, { waitUntil: 'commit' });
  await alive(page);
  const root = page.locator('html');
  await expect(root).toHaveCSS('scroll-behavior', 'auto');
  finishFonts();
  await page.waitForLoadState();
  const top = () => page.locator('#cookies').evaluate((it) => it.getBoundingClientRect().top);
  await expect.poll(async () => Math.abs((await top()) - 76)).toBeLessThan(1); // the header and some room; browsers scroll by whole pixels
  await page.getByRole('button', { name: 'Menu', exact: true }).click();
  await expect(root).toHaveCSS('scroll-behavior', 'smooth');
});

for (const width of [390, 1280]) {
  test.describe(`at ${width} px`, () => {
    test.use({ viewport: { width, height: 844 } });
    const inHeader = width > 800;

    test('a header button opens its tab, scrolls there and puts the focus in the name field', async ({
      page,
      site,
    }) => {
      await page.goto(site.url);
      await press(page, inHeader, 'Beta Access');
      await expect(page.getByRole('tab', tab.beta)).toHaveAttribute('aria-selected', 'true');
      await expect(page.locator('#signup')).toBeInViewport();
      await expect(page.getByLabel('Name')).toBeFocused();
      await press(page, inHeader, 'Notify me');
      await expect(page.getByRole('tab', tab.notify)).toHaveAttribute('aria-selected', 'true');
      await expect(page.getByLabel('Name')).toBeFocused();
    });

    test('from another page a header button goes home first, then to its tab', async ({
      page,
      site,
    }) => {
      await page.goto(`${site.url}/about`);
      await press(page, inHeader, 'Beta Access');
      await expect(page).toHaveURL(`${site.url}/`);
      await expect(page.getByRole('tab', tab.beta)).toHaveAttribute('aria-selected', 'true');
      await expect(page.getByLabel('Name')).toBeFocused();
      await expect(page.locator('#signup')).toBeInViewport();
      await page.goBack();
      await expect(page).toHaveURL(`${site.url}/about`);
      await expect(page.getByRole('heading', { level: 1 })).toBeInViewport();
    });

    test('deep links lead to their section, on a first load and from another page', async ({
      page,
      site,
    }) => {
      for (const id of ['features', 'pipeline', 'benefits', 'signup']) {
        await page.goto('about:blank');
        await page.goto(`${site.url}/#${id}`);
        await expect(page.locator(`#${id}`)).toBeInViewport();
      }
      await page.goto(`${site.url}/about`);
      if (!inHeader) await page.getByRole('button', { name: 'Menu' }).click();
      const nav = inHeader ? page.getByRole('banner') : page.getByRole('dialog');
      await nav.getByRole('link', { name: 'Benefits' }).click();
      await expect(page).toHaveURL(`${site.url}/#benefits`);
      await expect(page.locator('#benefits')).toBeInViewport();
    });
  });
}

/** Clicks the call to action where it is at this width: in the header, or in the menu. */
async function press(page: import('@playwright/test').Page, inHeader: boolean, name: string) {
  if (inHeader) {
    await page.getByRole('banner').getByRole('button', { name }).click();
    return;
  }
  await page.getByRole('button', { name: 'Menu' }).click();
  await page.getByRole('dialog').getByRole('button', { name }).click();
}

test('the window events activate their tab and focus the name field', async ({ page, site }) => {
  await page.goto(site.url);
  await page.waitForFunction(() => document.querySelector('button:not([disabled])') !== null);
  await expect(async () => {
    await page.evaluate(() => dispatchEvent(new Event('signup:beta')));
    await expect(page.getByRole('tab', tab.beta)).toHaveAttribute('aria-selected', 'true', {
      timeout: 500,
    });
  }).toPass();
  await expect(page.getByLabel('Name')).toBeFocused();
  await page.evaluate(() => dispatchEvent(new Event('signup:notifyme')));
  await expect(page.getByRole('tab', tab.notify)).toHaveAttribute('aria-selected', 'true');
});

test('the name field gets the focus 500 ms after the button, not before, and not from a visitor who types meanwhile', async ({
  page,
  site,
}) => {
  await page.clock.install();
  await page.goto(`${site.url}/#signup`);
  await expect(page.locator('#signup form button')).toBeEnabled();
  await page.clock.pauseAt(Date.now() + 60_000);
  const beta = page.getByRole('banner').getByRole('button', { name: 'Beta Access' });
  await beta.click();
  await expect(page.getByRole('tab', tab.beta)).toHaveAttribute('aria-selected', 'true');
  await page.clock.runFor(490);
  await expect(page.getByLabel('Name')).not.toBeFocused();
  await page.clock.runFor(20);
  await expect(page.getByLabel('Name')).toBeFocused();

  await beta.click();
  await page.getByLabel('Use case').focus();
  await page.clock.runFor(1_000);
  await expect(page.getByLabel('Use case')).toBeFocused();
});

test('from another page the scroll to the form comes 100 ms after home, and not after leaving again', async ({
  page,
  site,
}) => {
  await page.emulateMedia({ reducedMotion: 'reduce' });
  await page.clock.install();
  await page.goto(`${site.url}/about`);
  const beta = page.getByRole('banner').getByRole('button', { name: 'Beta Access' });
  await expect(page.getByRole('button', { name: 'Cookie settings' })).toBeVisible();
  await page.clock.pauseAt(Date.now() + 60_000);
  await beta.click();
  await expect(page.locator('#hero')).toBeVisible();
  await page.clock.runFor(80);
  expect(await page.evaluate(() => scrollY)).toBe(0);
  await page.goBack();
  await expect(page).toHaveURL(`${site.url}/about`);
  await page.clock.runFor(2_000);
  expect(await page.evaluate(() => scrollY)).toBe(0);
  await beta.click();
  await expect(page.locator('#hero')).toBeVisible();
  await page.clock.runFor(120);
  await expect.poll(() => page.evaluate(() => scrollY)).toBeGreaterThan(1_000);
});

test('the menu keeps the focus; Escape, Back or a link closes it, and it leaves no history entry', async ({
  page,
  site,
}) => {
  // A smooth scroll that is still running at Back would override the browser's own restoring.
  await page.emulateMedia({ reducedMotion: 'reduce' });
  await openOnPhone(page, `${site.url}/about`);
  await page.getByRole('banner').getByRole('link', { name: /home$/ }).click();
  await expect(page).toHaveURL(`${site.url}/`);
  const menu = page.getByRole('button', { name: 'Menu' });
  const sheet = page
    .getByRole('dialog')
    .filter({ has: page.getByRole('link', { name: 'Pipeline' }) });
  const entries = () => page.evaluate(() => history.length);
  const openMenu = async () => {
    await menu.click();
    await expect(sheet).toBeVisible();
  };

  await openMenu();
  for (let i = 0; i < 12; i += 1) {
    await page.keyboard.press('Tab');
    expect(
      await page.evaluate(() => document.activeElement?.closest('[role="dialog"]') !== null),
    ).toBe(true);
  }
  // Twice, like an impatient visitor: one press closes the sheet, none leaves the page.
  await page.evaluate(() => {
    for (const _ of [1, 2]) {
      const target = document.activeElement ?? document.body;
      target.dispatchEvent(new KeyboardEvent('keydown', { key: 'Escape', bubbles: true }));
    }
  });
  await expect(sheet).toBeHidden();
  await expect(menu).toBeFocused();
  await expect(page).toHaveURL(`${site.url}/`);

  await openMenu();
  const before = await entries();
  await page.goBack();
  await expect(sheet).toBeHidden();
  await expect(menu).toBeFocused();
  await expect(page).toHaveURL(`${site.url}/`);
  await expect(page.locator('#hero')).toBeInViewport();

  await openMenu();
  await sheet.getByRole('link', { name: 'Pipeline' }).click();
  await expect(sheet).toBeHidden();
  await expect(page).toHaveURL(`${site.url}/#pipeline`);
  await expect(page.locator('#pipeline')).toBeInViewport();
  await expect(page.locator('#pipeline')).toBeFocused();
  expect(await entries()).toBe(before);

  // To the section where the page is already: Back has nothing to undo.
  await openMenu();
  await sheet.getByRole('link', { name: 'Pipeline' }).click();
  await expect(sheet).toBeHidden();
  await openMenu();
  await sheet.getByRole('button', { name: 'Beta Access' }).click();
  await expect(sheet).toBeHidden();
  await expect(page.getByRole('tab', tab.beta)).toHaveAttribute('aria-selected', 'true');
  await expect(page.getByLabel('Name')).toBeFocused();
  await expect(page.locator('#signup')).toBeInViewport();
  await page.goBack();
  await expect(page).toHaveURL(`${site.url}/`);
  await expect(page.locator('#hero')).toBeInViewport();
  await page.goBack();
  await expect(page).toHaveURL(`${site.url}/about`);
  await expect(page.getByRole('heading', { level: 1 })).toBeInViewport();

  // A phone may have discarded the page while the menu was open.
  await openMenu();
  await page.reload();
  await expect.poll(() => page.evaluate(() => history.state)).toBeNull();
  await alive(page);

  // From another page: the link replaces the menu's own history entry.
  await openMenu();
  await sheet.getByRole('link', { name: 'Benefits' }).click();
  await expect(page).toHaveURL(`${site.url}/#benefits`);
  await expect(page.locator('#benefits')).toBeInViewport();
  await expect(page.locator('#benefits')).toBeFocused();
  await page.getByRole('banner').getByRole('link', { name: /home$/ }).click();
  await expect(page).toHaveURL(`${site.url}/`);
  const atHome = await entries();
  await page.getByRole('banner').getByRole('link', { name: /home$/ }).click();
  expect(await entries()).toBe(atHome);
  await page.goBack();
  await expect(page).toHaveURL(`${site.url}/#benefits`);
  await page.goBack();
  await expect(page).toHaveURL(`${site.url}/about`);
});
