import { codeOf } from '../built-code.ts';
import { expect, test } from '../fixtures.ts';
import {
  accept,
  analyticsCode,
  banner,
  nothingElse,
  scrollToEnd,
  signalGpc,
  stored,
} from '../visitor.ts';
import { decisions, sentTo } from './consent-records.ts';

// Global Privacy Control. The number refers to the list of cases in the consent issue.

test('(23) Global Privacy Control that only scripts can read: no question, no measuring, nothing stored, and a notice', async ({
  page,
  site,
}) => {
  await page.addInitScript(() =>
    Object.defineProperty(Navigator.prototype, 'globalPrivacyControl', { get: () => true }),
  );
  for (const path of ['/', '/cookies']) {
    await page.goto(site.url + path);
    await expect(page.getByRole('contentinfo')).toContainText('Global Privacy Control');
    await expect(page.getByRole('main')).toContainText(
      path === '/' ? 'languages' : 'Global Privacy Control',
    );
    await page.waitForFunction(() => performance.now() > 0 && document.readyState === 'complete');
    await scrollToEnd(page);
    await expect(banner(page)).toBeHidden();
  }
  expect(await stored(page)).toEqual({ cookies: [], rest: nothingElse });
  const dialogsCode = codeOf('client/src/site/features/consent/consent-dialogs.ts');
  for (const address of [dialogsCode, analyticsCode, /^\/(api|ingest)\//])
    expect(sentTo(page, address)).toEqual([]);
});

test('(23) Sec-GPC: 0 does not count as a signal; a later signal withdraws once', async ({
  browser,
  site,
}) => {
  const context = await browser.newContext();
  await signalGpc(context, '0');
  const page = await context.newPage();
  let answered = 0;
  page.on('requestfinished', (request) => {
    if (request.url().endsWith('/api/consents')) answered += 1;
  });
  await page.goto(site.url);
  await accept(page);
  await expect.poll(() => decisions(site)).toHaveLength(1);
  await expect.poll(() => answered).toBe(2); // the second answer renews the cookie
  await signalGpc(context, '1');
  await page.reload();
  await expect
    .poll(() => decisions(site))
    .toEqual([
      { analytics: 1, source: 'banner' },
      { analytics: 0, source: 'gpc' },
    ]);
  await page.reload();
  await expect(page.getByRole('contentinfo')).toContainText('Global Privacy Control');
  expect(decisions(site)).toHaveLength(2);
  await context.close();
});
