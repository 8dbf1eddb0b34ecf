import { readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import type { Locator, Page } from '@playwright/test';
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

/** Reaches an element by Tab, as somebody without a mouse does. */
async function tabTo(page: Page, element: Locator) {
  for (let presses = 0; presses < 60; presses++) {
    if (await element.evaluate((it) => it === document.activeElement)) return;
    await page.keyboard.press('Tab');
  }
  throw new Error('the Tab key does not reach the element');
}

/** Stores applications that nobody has confirmed. */
const apply = (site: Site, names: readonly string[]) =>
  site.execute(
    names
      .map(
        (
          name,
          at,
        ) => `INSERT INTO notifyme_signups (id, name, email, use_case, signup_type, created_at)
          VALUES ('00000000-0000-7000-8000-00000000000${at}', '${name}', '${name}@example.org', 'Films', 'beta', ${at});`,
      )
      .join(''),
  );

/** The console's part of the way, without a mouse: an application is decided, two others together, and one is invited. */
async function decideByKeyboard(page: Page) {
  const { keyboard } = page;
  const card = (name: string) => expect(page.locator('article h2')).toHaveText(name);
  const says = (text: string) => expect(page.getByText(text)).toBeVisible();
  const press = async (label: string | RegExp) => {
    await tabTo(page, page.getByRole('button', { name: label, exact: true }));
    await keyboard.press('Enter');
  };
  await keyboard.press('u');
  await says('Taken back: 1 person.');
  await keyboard.press('d');
  await says('Declined: 1 person.');
  await card('Ben');
  await keyboard.press('u');
  await says('Taken back: 1 person.');
  await card('佐藤');
  await keyboard.press('a');
  await says('Accepted: 1 person.');
  await card('Ben');
  await keyboard.press('k');
  await card('佐藤');
  await keyboard.press('j');
  await keyboard.press('j');
  await card('Ann');
  await keyboard.press('d');
  await says('Declined: 1 person.');
  for (const name of ['Ben', 'Ann']) {
    await tabTo(page, page.getByRole('checkbox', { name: `Select ${name}` }));
    await keyboard.press('Space');
  }
  await press('Accept 2');
  await says('Accepted: 2 people.');
  await tabTo(page, page.getByRole('spinbutton', { name: 'How many' }));
  await keyboard.press('Enter');
  await says('Invitations queued: 1 person.');
}

/** Writes the launch message in two languages, and sends it to the one person who has confirmed. */
async function launchByKeyboard(page: Page) {
  const { keyboard } = page;
  const type = async (label: string, text: string) => {
    await tabTo(page, page.getByRole('textbox', { name: label }));
    await keyboard.type(text);
  };
  const press = async (label: string) => {
    await tabTo(page, page.getByRole('button', { name: label, exact: true }));
    await keyboard.press('Enter');
  };
  await press('Write a mailing');
  await type('Subject', 'We have launched');
  await type('Text Plain text', 'Hello {name}, your code is {code}.');
  await tabTo(page, page.getByRole('combobox', { name: 'Language' }));
  await keyboard.type('Japanese');
  await type('Subject', 'Launch in Japanese');
  await type('Text Plain text', 'Konnichiwa {name}: {code}.');
  await press('Count them');
  await expect(page.getByText('It goes to 1 person')).toBeVisible();
  await type('To send it, type the number of people: 1', '1');
  await keyboard.press('Enter');
  await expect(page.getByText('It is being sent.')).toBeVisible();
}

test('in Japanese: apply, confirm, be accepted and invited, redeem once, get the launch message, and leave', async ({
  page,
  site,
}) => {
  setBeta(site, { openUrl: 'https://app.example.org/start', secret: 'a secret of sixteen' });
  const { close, message, pathTo, mailbox } = await openMail(site);
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
    apply(site, ['Ann', 'Ben']);
    await openConsole(page, site, '?view=applications');
    await expect(page.getByRole('heading', { name: '佐藤' })).toBeVisible();
    const decision = { ids, decision: 'accepted', seen: 'waiting', by: 'Ada' };
    expect(await postToConsole(site, 'decisions', decision)).toMatchObject({ changed: 1 });
    // Somebody else had seen that it waits.
    await page.keyboard.press('d');
    await expect(page.getByText('1 person stayed, because Ada was faster.')).toBeVisible();
    await expect(page.getByText('Accepted by Ada')).toBeVisible();
    await decideByKeyboard(page);
    expect(await violations(page)).toEqual([]);
    await page.screenshot({ path: test.info().outputPath('console.png'), fullPage: true });

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

    await page.setViewportSize({ width: 1280, height: 720 });
    await page.goto(`${site.url}/growth?view=mailings`);
    await launchByKeyboard(page);
    expect(await message(3)).toMatch(/Subject: Launch in Japanese[\s\S]*: [2-9A-Z]{10}\./);
    await expect(page.getByText('1 of 1 sent')).toBeVisible();
    expect(await violations(page)).toEqual([]);
    await page.screenshot({ path: test.info().outputPath('mailing.png'), fullPage: true });

    await follow('leave', 3);
    await button.click();
    await expect(heading).toHaveText('お申し込みを削除しました');
    for (const [table, column] of [
      ['notifyme_signups', 'id'],
      ['signup_decisions', 'signup_id'],
      ['invitations', 'signup_id'],
      ['mailing_recipients', 'signup_id'],
    ]) {
      expect(site.query(`SELECT 1 FROM ${table} WHERE ${column} = '${signup?.id}'`)).toEqual([]);
    }
    expect((await page.goto(url))?.status()).toBe(404);
    expect(mailbox).toHaveLength(3);
    expect(site.output()).not.toMatch(/token=|sato@/);
  } finally {
    await close();
  }
});
