import { violations } from '../axe.ts';
import { expect, test } from '../fixtures.ts';
import { alive, everyPath, infoPaths } from '../pages.ts';
import { banner, reject, signUp, toast } from '../visitor.ts';

test.use({ sharesSite: true });

const height = 844;

for (const width of [390, 1280]) {
  test.describe(`${width} px, light and dark`, () => {
    test.use({ viewport: { width, height } });

    test('axe finds nothing on any page', async ({ page, site }) => {
      page.allowFailed(404);
      await page.goto(site.url);
      await reject(page);
      for (const path of everyPath) {
        await page.goto(site.url + path);
        await alive(page);
        expect(await violations(page), path).toEqual([]);
      }
    });

    test('axe finds nothing in the banner, the dialogs, the tabs, errors and toasts', async ({
      page,
      site,
    }) => {
      page.allowFailed(409);
      await page.goto(site.url);
      await expect(banner(page)).toBeVisible();
      expect(await violations(page), 'banner').toEqual([]);
      await reject(page);
      await expect(banner(page)).toBeHidden();

      await page.getByRole('button', { name: 'Cookie settings' }).click();
      const settings = page.getByRole('dialog', { name: 'Cookie settings' });
      await expect(settings).toBeVisible();
      expect(await violations(page), 'cookie settings').toEqual([]);
      await page.keyboard.press('Escape');
      await expect(settings).toBeHidden();

      if (width < 800) {
        await page.getByRole('button', { name: 'Menu' }).click();
        await expect(page.getByRole('dialog').getByRole('button').first()).toBeVisible();
        expect(await violations(page), 'menu').toEqual([]);
        await page.keyboard.press('Escape');
      }

      const form = page.locator('#signup form');
      for (const [tab, submit] of [
        ['Notify me', 'Notify me'],
        ['Beta Access', 'Apply for Beta Access'],
      ] as const) {
        await page.getByRole('tab', { name: tab }).click();
        await expect(form.getByRole('button', { name: submit })).toBeEnabled();
        expect(await violations(page), `tab ${tab}`).toEqual([]);
        await form.getByRole('button', { name: submit }).click();
        await expect(form.getByLabel('Name')).toBeFocused();
        expect(await violations(page), `errors of ${tab}`).toEqual([]);
      }
      const email = `ada.${width}@example.org`;
      const person = { name: 'Ada', email, useCase: 'Lectures' };
      for (const words of ['Success!', 'Already registered']) {
        await signUp(page, person, 'Apply for Beta Access');
        await expect(toast(page)).toContainText(words);
        expect(await violations(page), words).toEqual([]);
      }
    });
  });
}

test('no page scrolls sideways, at 320 px and zoomed to 200 %', async ({ page, site }) => {
  page.allowFailed(404);
  const overflow = () =>
    page.evaluate(
      () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
    );
  for (const path of everyPath) {
    await page.setViewportSize({ width: 320, height: 600 });
    await page.goto(site.url + path);
    await alive(page);
    expect(await overflow(), `${path} at 320 px`).toBeLessThanOrEqual(0);
    await page.setViewportSize({ width: 640, height: 450 }); // the size that 200 % leaves of 1280 by 900
    expect(await overflow(), `${path} at 200 %`).toBeLessThanOrEqual(0);
  }
});

test('every control is at least 24 px high and wide, and on a phone 44 px high', async ({
  page,
  site,
}) => {
  page.allowFailed(404);
  await page.goto(site.url);
  await expect(banner(page)).toBeVisible();
  for (const path of everyPath) {
    await page.goto(site.url + path);
    await alive(page);
    for (const width of [390, 1280]) {
      await page.setViewportSize({ width, height });
      const small = await page.evaluate(
        (least) => {
          // A link in a sentence is as high as its line (WCAG 2.2, 2.5.8, exception "inline").
          const inSentence = (element: Element) =>
            element.matches('a') &&
            getComputedStyle(element).display === 'inline' &&
            element.parentElement?.closest('p, dd, td, li')?.textContent !== element.textContent;
          return [...document.querySelectorAll('a, button, input, textarea, [role="tab"]')]
            .filter((element) => element.checkVisibility({ visibilityProperty: true }))
            .filter((element) => !inSentence(element))
            .map((element) => {
              // A radio button or checkbox is as large as its label.
              const target = element.matches('[type="radio"], [type="checkbox"]')
                ? (element.closest('label') ?? element)
                : element;
              const { width, height } = target.getBoundingClientRect();
              return { what: element.outerHTML.slice(0, 90), width, height };
            })
            .filter(({ width, height }) => width > 1 && (width < 24 || height < least));
        },
        width === 390 ? 44 : 24,
      );
      expect(small, `${path} at ${width} px`).toEqual([]);
    }
  }
});

test('at 400 % no button of the cookie settings is cut off', async ({ page, site }) => {
  await page.setViewportSize({ width: 320, height: 256 }); // the size that 400 % leaves of 1280 by 1024
  await page.goto(site.url);
  await reject(page);
  await page.getByRole('button', { name: 'Cookie settings' }).click();
  const dialog = page.getByRole('dialog', { name: 'Cookie settings' });
  await expect(dialog.locator(':focus')).toBeAttached();
  for (const role of ['all', 'necessary', 'save']) {
    const button = dialog.locator(`[data-role="${role}"]`);
    await button.focus();
    const room = await dialog.boundingBox();
    const box = await button.boundingBox();
    expect((box?.y ?? 0) + (box?.height ?? 0), role).toBeLessThan(
      (room?.y ?? 0) + (room?.height ?? 0),
    );
    expect(box?.y, role).toBeGreaterThan(room?.y ?? 0);
  }
});

test('each page has one h1, and its landmarks', async ({ page, site }) => {
  page.allowFailed(404);
  for (const path of everyPath) {
    await page.goto(site.url + path);
    await expect(page.getByRole('heading', { level: 1 })).toHaveCount(1);
    for (const landmark of ['banner', 'main', 'contentinfo'] as const) {
      await expect(page.getByRole(landmark)).toHaveCount(1);
    }
    await expect(page.getByRole('contentinfo').getByRole('navigation')).toHaveCount(1);
  }
});

test('the skip link is the first stop and leads past the header', async ({ page, site }) => {
  await page.goto(`${site.url}/about`);
  await reject(page);
  await page.goto(`${site.url}/terms`);
  await alive(page);
  await page.keyboard.press('Tab');
  const skip = page.getByRole('link', { name: /^Skip to/ });
  await expect(skip).toBeFocused();
  await expect(skip).toBeInViewport();
  await page.keyboard.press('Enter');
  await expect(page.locator('main')).toBeFocused();
  await page.keyboard.press('Tab');
  await expect(page.getByRole('link', { name: 'Back to Home' })).toBeFocused();
});

test('a navigation moves the focus to the heading and announces the page', async ({
  page,
  site,
}) => {
  await page.goto(`${site.url}/about`);
  await page.getByRole('contentinfo').getByRole('link', { name: 'Terms' }).click();
  await expect(page).toHaveURL(`${site.url}/terms`);
  await expect(page.getByRole('heading', { level: 1 })).toBeFocused();
  await expect(page.getByRole('main').getByRole('status').first()).toHaveText(await page.title());
  expect(await page.evaluate(() => scrollY)).toBe(0);
});

test('in forced colours controls keep their edges, and their states are distinguishable', async ({
  page,
  site,
}) => {
  await page.emulateMedia({ forcedColors: 'active' });
  await page.goto(`${site.url}/#signup`);
  await expect(page.locator('#signup form button')).toBeEnabled();
  const look = (selector: string) =>
    page
      .locator(selector)
      .first()
      .evaluate((element) => {
        const line = getComputedStyle(element, '::after');
        const { backgroundColor, color, borderBlockEndColor, borderBlockEndWidth } =
          getComputedStyle(element);
        const edge = { borderBlockEndColor, borderBlockEndWidth };
        return JSON.stringify({ backgroundColor, color, ...edge, line: line.backgroundColor });
      });
  expect(await look('[role="tab"][aria-selected="true"]')).not.toBe(
    await look('[role="tab"][aria-selected="false"]'),
  );
  expect(await look('[name="dub"]:checked')).not.toBe(await look('[name="dub"]:not(:checked)'));
  const edgeless = await page.evaluate(() =>
    [...document.querySelectorAll('main button:not([role="tab"]), main form input, textarea')]
      .filter((element) => element.checkVisibility())
      .filter((element) => Number.parseFloat(getComputedStyle(element).borderBlockEndWidth) < 1)
      .map((element) => element.outerHTML.slice(0, 90)),
  );
  expect(edgeless).toEqual([]);
  await page.getByRole('tab', { name: 'Notify me' }).focus();
  await page.keyboard.press('ArrowRight');
  const outline = await page.evaluate(() => {
    const { outlineStyle, outlineWidth } = getComputedStyle(document.activeElement as Element);
    return { outlineStyle, outlineWidth };
  });
  expect(outline).toEqual({
    outlineStyle: 'solid',
    outlineWidth: expect.stringMatching(/[2-9]px/),
  });
});

test('without JavaScript every page reads the same', async ({ browser, page, site }) => {
  page.allowFailed(404);
  const context = await browser.newContext({ javaScriptEnabled: false });
  const plain = await context.newPage();
  // The home page, /contact and /cookies have a form or a panel that says why it needs JavaScript.
  const same = [...infoPaths, '/no/such/page'].filter(
    (path) => path !== '/contact' && path !== '/cookies',
  );
  for (const path of same) {
    await page.goto(site.url + path);
    await alive(page);
    await plain.goto(site.url + path);
    const words = await plain.locator('main').innerText();
    expect(words.length, path).toBeGreaterThan(100);
    expect(words).toBe(await page.locator('main').innerText());
  }
  for (const path of ['/', '/contact', '/cookies']) {
    await plain.goto(site.url + path);
    const headings = plain.locator('main').locator('h1, h2, h3');
    for (const heading of await headings.all()) await expect(heading).toBeVisible();
    expect(await headings.count(), path).toBeGreaterThan(2);
  }
  await plain.goto(site.url);
  for (const benefits of ['Early Access Benefits', 'Premium Benefits']) {
    await expect(plain.getByRole('heading', { name: benefits })).toBeVisible();
  }
  await context.close();
});
