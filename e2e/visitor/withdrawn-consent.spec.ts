import { expect, test } from '../fixtures.ts';
import { accept, banner, eventDoors, scrollToEnd } from '../visitor.ts';
import { clicks, decisions, events, measured, notify, off, sentTo } from './consent-records.ts';

// The numbers refer to the list of cases in the consent issue.

test('(16) events of a page that was offline arrive once', { tag: '@transports' }, async ({
  page,
  site,
}) => {
  await page.goto(site.url);
  await accept(page);
  await measured(site);
  page.allowFailed(0);
  let lost = 0;
  await page.route(eventDoors, async (route) => {
    // The server takes the batch, but the answer is lost, so the page must send it again.
    if (lost === 0) await route.fetch();
    await route.abort('internetdisconnected');
    lost += 1;
  });
  await notify(page).click();
  await expect.poll(() => lost).toBeGreaterThan(0);
  expect(clicks(site)).toHaveLength(1);
  // The server answers after it has written the events, so the events of the retry are on disk by
  // now.
  const retried = page.waitForResponse((response) => eventDoors.test(response.url()));
  await page.unroute(eventDoors);
  expect((await retried).status()).toBe(200);
  expect(clicks(site)).toHaveLength(1);
});

test('(18) a withdrawal in tab B stops tab A within a second and drops the events that waited there', {
  tag: '@transports',
}, async ({ page, site, context }) => {
  await page.clock.install();
  await page.goto(site.url);
  await accept(page);
  await measured(site);
  const other = await context.newPage();
  await other.goto(`${site.url}/about`);
  await expect(off(other)).toBeVisible();
  // From here on no timer of tab A fires, so the click waits there for its batch.
  await page.clock.pauseAt(Date.now() + 60_000);
  const before = sentTo(page, eventDoors).length;
  await notify(page).click();
  await off(other).click();
  await expect(off(page)).toBeHidden({ timeout: 1_000 });
  await page.clock.runFor(60_000);
  await page.clock.resume();
  await scrollToEnd(page);
  await notify(page).click();
  await page.goto('about:blank');
  await expect.poll(() => decisions(site)).toHaveLength(2);
  expect(sentTo(page, eventDoors)).toHaveLength(before);
  expect(clicks(site)).toEqual([]);
});

test('(20) a withdrawal made offline stays in force: on reconnect only the withdrawal itself is sent', {
  tag: '@transports',
}, async ({ page, site, context }) => {
  page.allowFailed(0);
  await page.goto(site.url);
  await accept(page);
  await measured(site);
  const before = events(site).length;
  await context.setOffline(true);
  await notify(page).click();
  await off(page).click();
  await expect(off(page)).toBeHidden();
  await context.setOffline(false);
  await expect
    .poll(() => decisions(site))
    .toEqual([
      { analytics: 1, source: 'banner' },
      { analytics: 0, source: 'footer' },
    ]);
  await scrollToEnd(page);
  await page.goto('about:blank');
  expect(events(site)).toHaveLength(before);
});

test('a page that the visitor goes back to has the latest choice', async ({ page, site }) => {
  await page.goto(site.url);
  await accept(page);
  await expect(off(page)).toBeAttached();
  await page.goto(`${site.url}/about`);
  await off(page).click();
  await expect(off(page)).toBeHidden();
  await page.goBack();
  await expect(off(page)).toBeHidden();
  await expect(banner(page)).toBeHidden();
});
