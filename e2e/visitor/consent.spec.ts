import { expect, test } from '../fixtures.ts';
import { accept, banner, choiceCookie } from '../visitor.ts';
import { decisions, events, measured, notify, off, subjects } from './consent-records.ts';
import { covered } from './heard.ts';

test('(24) another recipient changes the text: everyone is asked again, and events wait for the answer', {
  tag: '@transports',
}, async ({ page, site }) => {
  await page.goto(site.url);
  await accept(page);
  await measured(site);
  const before = events(site).length;
  // The page is still open when the server restarts with a new text.
  await site.restart({ POSTHOG_KEY: 'phc_test', POSTHOG_HOST: 'http://127.0.0.1:9' });
  page.allowFailed(401, 403);
  await notify(page).click();
  await expect(banner(page)).toContainText('PostHog');
  expect(events(site)).toHaveLength(before);
  await accept(page);
  await expect
    .poll(() => site.query('SELECT revision FROM consents ORDER BY decided_at, rowid'))
    .toEqual([{ revision: 1 }, { revision: 2 }]);
  await expect.poll(() => events(site).length).toBeGreaterThan(before);
});

test('my data: the choice in words, the stored data, download, deletion and then a new id', async ({
  page,
  site,
}) => {
  await page.goto(site.url);
  await accept(page);
  await measured(site);
  const { content: before } = await choiceCookie(page);
  await page.goto(`${site.url}/cookies`);
  const main = page.getByRole('main');
  await expect(main).toContainText('You accepted analytics on');
  await expect(main).toContainText(before.consentId);
  await expect(main.getByRole('row', { name: /You saw the section “hero”/ })).toBeVisible();
  await expect(main.getByRole('row', { name: /You accepted analytics/ })).toBeVisible();

  const [download] = await Promise.all([
    page.waitForEvent('download'),
    main.getByRole('button', { name: 'Download my data' }).click(),
  ]);
  const stream = await download.createReadStream();
  const chunks: Buffer[] = [];
  for await (const chunk of stream) chunks.push(chunk as Buffer);
  const file = JSON.parse(Buffer.concat(chunks).toString());
  expect(file.consentId).toBe(before.consentId);
  expect(file.events).toHaveLength(events(site).length);

  await main.getByRole('button', { name: 'Delete my data' }).focus();
  await page.keyboard.press('Enter');
  await expect(main.getByRole('group', { name: /^Delete everything/ })).toBeVisible();
  await expect(main.getByRole('button', { name: 'Keep my data' })).toBeFocused();
  expect(decisions(site)).toHaveLength(1);
  await page.keyboard.press('Tab');
  await page.keyboard.press('Enter');
  await expect(main.locator(':focus')).toContainText('Deleted: ');
  // Visible, so not under the header, although the page is now shorter.
  await expect.poll(() => covered(page, 'main p:focus')).toEqual([]);
  expect(events(site)).toEqual([]);
  expect(decisions(site)).toEqual([
    { analytics: 1, source: 'banner' },
    { analytics: 0, source: 'my-data' },
  ]);
  expect((await choiceCookie(page)).content.consentId).toBe('none');
  await expect(main).toContainText('This browser has no identifier here');
  await expect(off(page)).toBeHidden();

  await main.getByRole('button', { name: 'Change my choice' }).click();
  await page
    .getByRole('dialog')
    .getByRole('button', { name: /^Accept/ })
    .click();
  await expect.poll(() => subjects(site)).toHaveLength(2);
});
