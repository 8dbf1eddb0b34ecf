import { expect, test } from '../fixtures.ts';
import { accept, banner, scrollToEnd } from '../visitor.ts';
import { decisions, events, measured, notify, off } from './consent-records.ts';

// The numbers refer to the list of cases in the consent issue.

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
