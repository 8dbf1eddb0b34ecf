import type { Page } from '@playwright/test';
import { createAnalyst, GROWTH_TOKEN, signsUp } from '../analyst/analyst-fixtures.ts';
import { violations } from '../axe.ts';
import { expect, test } from '../fixtures.ts';
import { form } from '../visitor-actions.ts';
import type { WatchedPage } from '../watched-page.ts';

test.use({ settings: { GROWTH_TOKEN } });

/** The console's part of the way: an application is decided by keys, two others together, and one is invited. */
async function decide(page: Page) {
  const steps: [key: string, says: string, card: string][] = [
    ['u', '佐藤 waiting again.', '佐藤'],
    ['d', '佐藤 declined.', 'Ben'],
    ['u', '佐藤 waiting again.', '佐藤'],
    ['a', '佐藤 accepted.', 'Ben'],
    ['k', '佐藤 accepted.', '佐藤'],
    ['j', '佐藤 accepted.', 'Ben'],
  ];
  for (const [key, says, card] of steps) {
    await page.keyboard.press(key);
    await expect(page.getByText(says)).toBeVisible();
    await expect(page.locator('article h2'), `after ${key}`).toHaveText(card);
  }
  for (const name of ['Ben', 'Ann'])
    await page.getByRole('checkbox', { name: `Select ${name}` }).check();
  await page.getByRole('button', { name: 'Accept 2' }).click();
  await expect(page.getByText('2 accepted.')).toBeVisible();
  await page.getByRole('link', { name: /^Accepted/ }).click();
  await page.getByRole('button', { name: 'Invite next' }).click();
  await page.getByLabel(/^How many/).press('Enter');
  await expect(page.getByText('Invitations queued: 1 person.')).toBeVisible();
}

/** Writes the launch message in two languages, and sends it to the one person who has confirmed. */
async function launch(page: WatchedPage) {
  page.allowRefusedScripts();
  const fill = (label: string, text: string) =>
    page.getByRole('textbox', { name: label }).fill(text);
  const press = (name: string) => page.getByRole('button', { name, exact: true }).click();
  await press('Write a mailing');
  await fill('Subject', 'We have launched');
  await fill('Text Plain text', 'Hello {name}, your code is {code}.');
  await page.getByRole('combobox', { name: 'Language' }).selectOption('Japanese');
  await fill('Subject', 'Launch in Japanese');
  await fill('Text Plain text', 'Konnichiwa {name}: {code}.');
  await page.getByRole('button', { name: '3 Send to 1 person' }).click();
  for (const state of ['Waiting', 'Declined'])
    await page.getByRole('checkbox', { name: state, exact: true }).uncheck();
  const confirmation = page.getByLabel('To send it, type the number of people: 1');
  await confirmation.fill('1');
  await expect(page.getByRole('button', { name: 'Send to 1 person', exact: true })).toBeEnabled(); // counted
  await confirmation.press('Enter');
  await expect(page.getByText('It is being sent.')).toBeVisible();
}

test('in Japanese: apply, confirm, be accepted and invited, redeem once, get the launch message, and leave', async ({
  page,
  site,
  mail: { url: SMTP_URL, message, pathTo, confirmed, mailbox },
}) => {
  const openUrl = 'https://app.example.org/start';
  site.configure({ beta: { openUrl, secret: 'a secret of sixteen' } });
  await site.restart({ SMTP_URL });
  const heading = page.getByRole('heading', { level: 1 });
  const button = page.getByRole('button');
  const follow = async (name: 'confirm' | 'leave' | 'invitation', count: number) => {
    const path = await pathTo(name, count);
    expect(path).toMatch(new RegExp(`^/ja/${name}\\?`));
    await page.goto(path);
    await expect(page.locator('html')).toHaveAttribute('lang', 'ja');
    return site.url + path;
  };
  await page.goto('/ja/#signup');
  await page.getByRole('tab', { name: 'ベータ版' }).click();
  await form(page).getByLabel('お名前').fill('佐藤');
  await form(page).getByLabel('メールアドレス').fill('sato@example.org');
  const useCase = 'W'.repeat(300);
  await form(page).getByLabel('ご利用の目的').fill(useCase);
  await form(page).getByRole('button', { name: 'ベータ版に応募する' }).click();
  await follow('confirm', 1);
  await expect(page.getByText(useCase)).toBeInViewport({ ratio: 0.3 }); // not scrolled past
  await expect(heading).toBeInViewport();
  expect(await violations(page)).toEqual([]);
  for (const width of [390, 1280]) {
    await page.setViewportSize({ width, height: 900 });
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(width);
  }
  expect(confirmed()).toEqual([{ at: null }]);
  await page.getByRole('checkbox').check(); // the message at the launch
  await button.click();
  await expect(heading).toHaveText('ご応募を受け付けました');
  expect(confirmed()).toEqual([{ at: expect.any(Number) }]);

  const [signup] = site.query<{ id: string }>('SELECT id FROM notifyme_signups');
  // The longest waiting comes first. These two are not confirmed.
  signsUp(site, { name: 'Ben', type: 'beta', ago: 0 });
  signsUp(site, { name: 'Ann', type: 'beta', ago: -1000 });
  await createAnalyst(page, site).open('?view=applications');
  await expect(page.getByRole('heading', { name: '佐藤' })).toBeVisible();
  // Somebody else had seen that it waits.
  await page.request.post('/growth/api/list/decisions', {
    headers: { Authorization: `Bearer ${GROWTH_TOKEN}` },
    data: { ids: [signup?.id], decision: 'accepted', seen: 'waiting', by: 'Ada' },
  });
  await page.getByRole('listitem').getByRole('button', { name: '佐藤' }).focus();
  await page.keyboard.press('d');
  await expect(page.getByText('1 person stayed: Ada was faster.')).toBeVisible();
  await decide(page);
  expect(await violations(page)).toEqual([]);

  const url = await follow('invitation', 2);
  await expect(heading).toHaveText('ベータ版へのご招待');
  expect(await violations(page)).toEqual([]);
  const redeemed = () => site.query('SELECT 1 FROM invitations WHERE redeemed_at IS NOT NULL');
  expect(redeemed()).toHaveLength(0);
  await page.keyboard.press('Enter'); // the button has the focus
  await expect(heading).toHaveText('ベータ版へようこそ');
  await expect(page.getByRole('link', { name: 'を開く' })).toHaveAttribute(
    'href',
    /^https:\/\/app\.example\.org\/start\?code=[\w-]{22}\.\d+\.[\w-]{43}$/,
  );
  expect(await violations(page)).toEqual([]);
  expect(redeemed()).toHaveLength(1);

  page.allowFailed(404);
  // The message is forwarded, an hour later.
  site.execute('UPDATE invitations SET redeemed_at = redeemed_at - 3600000');
  await page.goto(url);
  await expect(heading).toHaveText('この招待はすでに承諾されています');
  await expect(page.getByRole('link', { name: '@' })).toBeVisible();
  await expect(button).toHaveText('新しい招待を受け取る');
  const pressed = await fetch(url, { method: 'POST' });
  expect(await pressed.text()).not.toContain('app.example.org');

  await page.setViewportSize({ width: 1280, height: 720 });
  await page.goto('/growth?view=mailings');
  await launch(page);
  expect(await message(3)).toMatch(/Subject: Launch in Japanese[\s\S]*: [2-9A-Z]{10}\./);
  await expect(page.getByRole('progressbar', { name: '1 of 1' })).toBeVisible();
  expect(await violations(page)).toEqual([]);

  await follow('leave', 3);
  await expect(page.locator('button:focus')).toHaveCount(0); // a stray Enter deletes nothing
  await page.getByText('お申し込みを削除する', { exact: true }).click();
  await page.getByRole('button', { name: 'はい、お申し込みを削除します' }).click();
  await expect(heading).toHaveText('お申し込みを削除しました');
  for (const [table, column] of [
    ['notifyme_signups', 'id'],
    ['signup_decisions', 'signup_id'],
    ['invitations', 'signup_id'],
    ['mailing_recipients', 'signup_id'],
  ])
    expect(site.query(`SELECT 1 FROM ${table} WHERE ${column} = '${signup?.id}'`)).toEqual([]);
  expect((await page.goto(url))?.status()).toBe(404);
  expect(mailbox).toHaveLength(3);
  expect(site.output()).not.toMatch(/token=|sato@/);
});
