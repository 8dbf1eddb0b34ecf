import { readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { GROWTH_TOKEN, openConsole } from '../analyst/growth.ts';
import { violations } from '../axe.ts';
import { expect, test } from '../fixtures.ts';
import { openMail } from '../mail.ts';
import type { Site } from '../site.ts';

test.use({ settings: { GROWTH_TOKEN } });

/** Says where an invitation leads. The next start reads it. */
function setBeta(site: Site, beta: object) {
  const file = join(dirname(site.databasePath), 'site.json');
  writeFileSync(file, JSON.stringify({ ...JSON.parse(readFileSync(file, 'utf8')), beta }));
}

async function postToConsole(site: Site, path: string, body: object) {
  const answer = await fetch(`${site.url}/growth/api/list/${path}`, {
    method: 'POST',
    headers: { Authorization: `Bearer ${GROWTH_TOKEN}`, 'Content-Type': 'application/json' },
    body: JSON.stringify(body),
  });
  return answer.json();
}

test('in Japanese: apply, confirm, be accepted and invited, redeem once, and leave', async ({
  page,
  site,
}) => {
  setBeta(site, { openUrl: 'https://app.example.org/start', secret: 'a secret of sixteen' });
  const { close, pathTo, mailbox } = await openMail(site);
  const heading = page.getByRole('heading');
  const button = page.getByRole('button');
  const follow = async (name: 'confirm' | 'leave' | 'invitation', count: number) => {
    const path = await pathTo(name, count);
    expect(path).toMatch(new RegExp(`^/ja/${name}\\?`));
    await page.goto(site.url + path);
    await expect(page.locator('html')).toHaveAttribute('lang', 'ja');
    return site.url + path;
  };
  try {
    await page.goto(`${site.url}/ja/#signup`);
    await page.getByRole('tab', { name: 'ベータ版' }).click();
    const form = page.locator('#signup form');
    await form.getByLabel('お名前').fill('佐藤');
    await form.getByLabel('メールアドレス').fill('sato@example.org');
    await form.getByLabel('ご利用の目的').fill('映画の吹き替え');
    await form.getByRole('button', { name: 'ベータ版に応募する' }).click();
    await follow('confirm', 1);
    await button.click();
    await expect(heading).toHaveText('メールアドレスを確認しました');

    const [signup] = site.query<{ id: string }>('SELECT id FROM notifyme_signups');
    const ids = [signup?.id];
    await openConsole(page, site, '?view=applications');
    await expect(page.getByRole('heading', { name: '佐藤' })).toBeVisible();
    const decision = { ids, decision: 'accepted', seen: 'waiting', by: 'Ada' };
    expect(await postToConsole(site, 'decisions', decision)).toMatchObject({ changed: 1 });
    // Somebody else had seen that it waits.
    await page.keyboard.press('d');
    await expect(page.getByText('1 person stayed, because Ada was faster.')).toBeVisible();
    await expect(page.getByText('Accepted by Ada')).toBeVisible();
    await page.keyboard.press('u');
    await expect(page.getByText('Taken back: 1 person.')).toBeVisible();
    await page.keyboard.press('a');
    await expect(page.getByText('Accepted: 1 person.')).toBeVisible();
    expect(await violations(page)).toEqual([]);
    await page.screenshot({ path: test.info().outputPath('console.png'), fullPage: true });
    expect(await postToConsole(site, 'invitations', { next: 50 })).toMatchObject({ queued: 1 });

    const url = await follow('invitation', 2);
    await expect(heading).toHaveText('ベータ版へのご招待');
    expect(await violations(page)).toEqual([]);
    for (const [width, colorScheme] of [
      [390, 'light'],
      [768, 'light'],
      [1440, 'dark'],
    ] as const) {
      await page.emulateMedia({ colorScheme });
      await page.setViewportSize({ width, height: 900 });
      expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(width);
      await page.screenshot({ path: test.info().outputPath(`invitation-${width}.png`) });
    }
    const redeemed = () => site.query('SELECT 1 FROM invitations WHERE redeemed_at IS NOT NULL');
    expect(redeemed()).toHaveLength(0);
    await page.keyboard.press('Enter'); // the button has the focus
    await expect(heading).toHaveText('ベータ版へようこそ');
    const wayOn = page.getByRole('link', { name: 'を開く' });
    await expect(wayOn).toHaveAttribute(
      'href',
      /^https:\/\/app\.example\.org\/start\?code=[\w-]{22}\.\d+\.[\w-]{43}$/,
    );
    expect(await violations(page)).toEqual([]);
    await page.screenshot({ path: test.info().outputPath('redeemed.png') });
    expect(redeemed()).toHaveLength(1);

    page.allowFailed(404);
    // The message is forwarded, an hour later.
    site.execute('UPDATE invitations SET redeemed_at = redeemed_at - 3600000');
    await page.goto(url);
    await expect(heading).toHaveText('この招待はすでに承諾されています');
    await expect(button).toHaveCount(0);
    const pressed = await fetch(url, { method: 'POST' });
    expect(await pressed.text()).not.toContain('app.example.org');

    await follow('leave', 2);
    await button.click();
    await expect(heading).toHaveText('お申し込みを削除しました');
    for (const table of ['notifyme_signups', 'signup_decisions', 'invitations']) {
      expect(site.query(`SELECT 1 FROM ${table}`)).toEqual([]);
    }
    expect((await page.goto(url))?.status()).toBe(404);
    expect(mailbox).toHaveLength(2);
    expect(site.output()).not.toMatch(/token=|sato@/);
  } finally {
    await close();
  }
});
