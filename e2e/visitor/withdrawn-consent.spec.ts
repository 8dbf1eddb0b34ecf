import { expect, test } from '../fixtures.ts';
import {
  accept,
  analyticsCode,
  banner,
  choiceCookie,
  eventDoors,
  reject,
  scrollToEnd,
} from '../visitor.ts';
import {
  acceptInSettings,
  clicks,
  consentDoor,
  decisions,
  events,
  measured,
  notify,
  off,
  sentTo,
  subjects,
} from './consent-records.ts';

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

test('(19, 25) stale tabs: each click counts, the later one wins, in cookie and server, under one id', async ({
  page,
  site,
  context,
}) => {
  const deaf = await context.newPage();
  // Behaves like a frozen tab: it gets no message about the other one.
  await deaf.addInitScript(() => {
    Object.defineProperty(BroadcastChannel.prototype, 'onmessage', { set() {} });
    for (const type of ['focus', 'visibilitychange', 'pageshow', 'online'])
      addEventListener(type, (event) => event.stopImmediatePropagation(), { capture: true });
  });
  for (const tab of [page, deaf]) {
    await tab.goto(site.url);
    await expect(banner(tab)).toBeVisible();
  }
  // With two open banners, the later of two conflicting clicks wins.
  await accept(page);
  await expect.poll(() => decisions(site)).toEqual([{ analytics: 1, source: 'banner' }]);
  await expect(banner(deaf)).toBeVisible();
  await reject(deaf);
  await expect(off(page)).toBeHidden();
  await expect.poll(() => decisions(site).at(-1)).toEqual({ analytics: 0, source: 'banner' });
  await page.reload();
  await expect(page.getByRole('button', { name: 'Cookie settings' })).toBeVisible();
  await expect(off(page)).toBeHidden();
  await expect(banner(page)).toBeHidden();
  expect((await choiceCookie(page)).content.categories).toEqual([]);

  // The opposite case: after an accept in a stale tab, analytics is on.
  await acceptInSettings(page);
  await expect.poll(() => decisions(site).at(-1)).toEqual({ analytics: 1, source: 'preferences' });
  await off(page).click();
  await expect.poll(() => decisions(site).at(-1)).toEqual({ analytics: 0, source: 'footer' });
  await acceptInSettings(deaf);
  await expect.poll(() => decisions(site).at(-1)).toEqual({ analytics: 1, source: 'preferences' });
  await expect(off(page)).toBeVisible();
  await page.reload();
  await expect(off(page)).toBeAttached();
  expect(decisions(site)).toHaveLength(5);
  expect(subjects(site)).toHaveLength(1);
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

test('a withdrawal that the server refuses is sent by the next page, until it is recorded', async ({
  page,
  site,
}) => {
  await page.goto(site.url);
  await accept(page);
  await measured(site);
  page.allowFailed(400);
  await page.route('**/api/consents', (route) => route.fulfill({ status: 400, json: {} }));
  await off(page).click();
  await expect.poll(() => sentTo(page, consentDoor).length).toBe(3); // the grant twice, then the withdrawal
  expect((await choiceCookie(page)).content.data.unsent).toBeTruthy();
  expect(decisions(site)).toEqual([{ analytics: 1, source: 'banner' }]);
  await page.unroute('**/api/consents');
  await page.goto(`${site.url}/about`);
  await expect.poll(() => decisions(site).at(-1)).toEqual({ analytics: 0, source: 'footer' });
  await expect.poll(async () => (await choiceCookie(page)).content.data.unsent).toBeFalsy();
});

test('a grant made offline is recorded by the next page, and only then starts analytics', async ({
  page,
  site,
  context,
}) => {
  page.allowFailed(0);
  let isDown = true;
  let told = 0;
  let release = () => {};
  const released = new Promise<void>((resolve) => {
    release = resolve;
  });
  await page.route('**/api/consents', async (route) => {
    if (isDown) return route.abort('internetdisconnected');
    told += 1;
    await released;
    await route.continue();
  });
  await page.goto(site.url);
  await expect(banner(page)).toBeVisible();
  await context.setOffline(true);
  await accept(page);
  await expect.poll(async () => (await choiceCookie(page)).content.data.unsent).toBeTruthy();
  await context.setOffline(false);
  await page.goto(`${site.url}/about`);
  isDown = false;
  await expect.poll(() => told).toBe(1);
  await page.getByRole('link', { name: 'Back to Home' }).click();
  await expect(page.locator('#hero')).toBeVisible();
  await scrollToEnd(page);
  expect(decisions(site)).toEqual([]);
  expect([...sentTo(page, analyticsCode), ...sentTo(page, eventDoors)]).toEqual([]);
  release();
  await expect.poll(() => sentTo(page, analyticsCode).length).toBeGreaterThan(0);
  await page.evaluate(() => scrollTo(0, 0));
  await measured(site);
  expect(decisions(site)).toEqual([{ analytics: 1, source: 'banner' }]);
  await expect.poll(async () => (await choiceCookie(page)).content.data.unsent).toBeFalsy();
});

test('(22) on every route one click turns analytics off', async ({ page, site }) => {
  await page.goto(site.url);
  await accept(page);
  const paths = [
    '/',
    '/about',
    '/contact',
    '/privacy',
    '/terms',
    '/cookies',
    '/ccpa',
    '/gdpr',
    '/dpa',
    '/impressum',
  ];
  for (const path of paths) {
    await page.goto(site.url + path);
    await expect(off(page)).toBeVisible();
  }
  await off(page).click();
  await expect(off(page)).toBeHidden();
  await expect.poll(() => decisions(site).at(-1)).toMatchObject({ analytics: 0, source: 'footer' });
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
