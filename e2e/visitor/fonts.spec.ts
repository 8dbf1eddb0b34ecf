import { expect, test } from '../fixtures.ts';

test.use({
  sharesSite: true,
  viewport: { width: 412, height: 823 },
  deviceScaleFactor: 1.75,
  isMobile: true,
});

// With the fonts that this machine has. CI has Liberation Sans or DejaVu Sans, which stand for most others.
for (const path of ['/', '/fr/', '/ar/', '/cookies']) {
  test(`nothing moves when the fonts arrive on ${path}`, async ({ page, site }) => {
    let letThrough = () => {};
    const wait = new Promise<void>((resolve) => {
      letThrough = resolve;
    });
    await page.route('**/*.woff2', async (route) => {
      await wait;
      await route.continue();
    });
    await page.addInitScript(() => {
      const shifts: number[] = [];
      Object.assign(window, { shifts });
      new PerformanceObserver((list) => {
        for (const entry of list.getEntries())
          shifts.push((entry as unknown as { value: number }).value);
      }).observe({ type: 'layout-shift', buffered: true });
    });
    await page.goto(site.url + path, { waitUntil: 'commit' });
    // The question is the last part of the first view that code adds.
    await expect(page.locator('.cm')).toBeVisible();
    expect(await page.evaluate(() => document.fonts.status)).toBe('loading');

    letThrough();
    await page.evaluate(async () => {
      await document.fonts.ready;
      // A shift is reported after the frame in which it happened.
      for (let frame = 0; frame < 3; frame += 1) await new Promise(requestAnimationFrame);
    });
    const shifts = await page.evaluate(() => (window as unknown as { shifts: number[] }).shifts);
    expect(shifts.reduce((sum, shift) => sum + shift, 0)).toBeLessThan(0.05); // 0.14 to 0.18 without the fallback faces
  });
}
