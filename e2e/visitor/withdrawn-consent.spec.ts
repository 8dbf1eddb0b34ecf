import { expect, test } from '../fixtures.ts';
import { accept, banner, eventDoors, scrollToEnd } from '../visitor.ts';
import { decisions, events, measured, notify, off, sentTo } from './consent-records.ts';

// The numbers refer to the list of cases in the consent issue.

test('(18) a withdrawal in tab B stops tab A within a second and drops the events that waited there', async ({
  page,
  site,
  context,
}) => {
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
  expect(events(site).filter(({ name }) => name === 'button_click')).toEqual([]);
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
