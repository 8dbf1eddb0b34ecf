import { expect, test } from '../fixtures.ts';
import { hold } from '../visitor-actions.ts';
import { recordShifts, shifts } from './heard.ts';

test.use({
  sharesSite: true,
  viewport: { width: 412, height: 823 },
  deviceScaleFactor: 1.75,
  isMobile: true,
  // A trace lays out what is not in view, and so loads its fonts.
  trace: 'off',
});

// With the fonts that this machine has. CI has Liberation Sans or DejaVu Sans, which stand for most others.
for (const path of ['/', '/cookies']) {
  test(`nothing moves when the fonts arrive on ${path}`, async ({ page }) => {
    const arrive = await hold(page, '**/*.woff2');
    await page.addInitScript(recordShifts);
    await page.goto(path, { waitUntil: 'commit' });
    // The question is the last part of the first view that code adds.
    await expect(page.locator('.cm')).toBeVisible();
    expect(await page.evaluate(() => document.fonts.status)).toBe('loading');
    arrive();
    await page.evaluate(async () => {
      await document.fonts.ready;
      // A shift is reported after the frame in which it happened.
      for (let frame = 0; frame < 3; frame += 1) await new Promise(requestAnimationFrame);
    });
    const moved = (await shifts(page)).reduce((sum, shift) => sum + shift, 0);
    expect(moved).toBeLessThan(0.04); // at most 0.026 in other fonts, 0.053 to 0.06 without the fallback faces
  });
}

test('where a device has no bold letters of a script, they are as heavy as the Latin ones, and never slanted', async ({
  page,
}) => {
  for (const path of ['/ja/', '/hi/', '/ar/']) {
    await page.goto(path);
    const [weight, style] = await page.locator('h1').evaluate((heading) => {
      const { fontSynthesisWeight, fontSynthesisStyle } = getComputedStyle(heading);
      return [fontSynthesisWeight, fontSynthesisStyle];
    });
    expect([weight, style], path).toEqual(['auto', 'none']);
  }
});

test('a page loads only the letters that are in view: those of other scripts once their line or the footer is', async ({
  page,
}) => {
  const loaded = new Set<string>();
  page.on('request', (request) => {
    const [, name] = /([a-z-]+)-[\w-]{8}\.woff2/.exec(request.url()) ?? [];
    if (name) loaded.add(name);
  });
  await page.goto('/', { waitUntil: 'networkidle' });
  const latin = ['archivo-latin', 'instrument-sans-latin', 'jetbrains-mono-latin'];
  expect([...loaded].sort()).toEqual(latin);
  // A machine with fonts of its own for a script never loads the site's.
  const others = await page.evaluate(() =>
    [...document.fonts]
      .filter(({ family }) => family.startsWith('Line'))
      .map(({ status }) => status),
  );
  expect(others).toEqual(['unloaded', 'unloaded', 'unloaded']);
  await expect(page.locator('.cm')).toBeVisible();
  const height = () => page.evaluate(() => document.documentElement.scrollHeight);
  const before = await height();
  await page
    .getByRole('contentinfo')
    .getByRole('link', { name: '日本語' })
    .scrollIntoViewIfNeeded();
  await expect
    .poll(() =>
      page.evaluate(() =>
        [...document.fonts].some(
          ({ family, status }) => family === 'Line JP' && status !== 'unloaded',
        ),
      ),
    )
    .toBe(true);
  // A page that gets shorter at its end moves under the pointer.
  expect(await height()).toBe(before);
});
