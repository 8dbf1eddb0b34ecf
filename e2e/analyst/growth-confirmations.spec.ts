import { violations } from '../axe.ts';
import { expect, test } from '../fixtures.ts';
import { openMail, postSignup } from '../mail.ts';
import {
  cells,
  demoDays,
  figure,
  fillWithDemoData,
  GROWTH_TOKEN,
  openConsole,
  openDetails,
  settled,
} from './growth.ts';

test.use({ settings: { GROWTH_TOKEN } });

test('signups show what became of their message, are filtered by it, and get another one', async ({
  page,
  site,
}) => {
  const { close, pathTo, rules, mailbox } = await openMail(site);
  try {
    await postSignup(site, { name: 'Ada', email: 'ada@example.org' });
    await fetch(site.url + (await pathTo('confirm')), { method: 'POST' });
    rules.answers.RCPT = '550 5.1.1 No such user';
    await postSignup(site, { name: 'Ben', email: 'ben@mailinator.com' });
    await expect
      .poll(() => site.query("SELECT id FROM outbox WHERE state = 'refused'"))
      .toHaveLength(1);
    rules.answers = {};
    await openConsole(page, site, '?view=signups');
    const row = (name: string) =>
      page.getByRole('row').filter({ has: page.getByRole('rowheader', { name }) });
    await expect(row('Ada')).toContainText('Confirmed');
    await expect(row('Ada').getByRole('button')).toHaveCount(0);
    await expect(row('Ben')).toContainText('Not delivered: 550 5.1.1 No such user');
    await expect(row('Ben')).toContainText('Throw-away domain');
    expect(await violations(page)).toEqual([]);
    await page.getByLabel('Confirmation').selectOption('Not delivered');
    await expect(page.getByRole('rowheader')).toHaveText(['Ben']);
    await expect(page).toHaveURL(/&confirmation=refused/);
    const again = page.getByRole('button', { name: 'Send again to Ben' });
    // Another status says that something is loading.
    const said = page.getByRole('status').filter({ hasText: 'Ben' });
    site.execute(
      `WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 40)
       INSERT INTO notifyme_signups (id, name, email, signup_type, created_at)
       SELECT 'later' || i, 'P' || i, 'p' || i || '@example.org', 'notifyme', 1e13 FROM n`,
    );
    await page.getByLabel('Confirmation').selectOption('All');
    await again.click();
    await expect(said).toHaveText('Another message to Ben is on its way.');
    await expect(said).toBeInViewport();
    await expect(row('Ben')).toContainText('Waiting');
    await expect.poll(() => mailbox.length).toBe(2);
  } finally {
    await close();
  }
});

test('figures and funnel say how many signups are confirmed, by the day of the signup', async ({
  page,
  site,
}) => {
  const { close } = await openMail(site);
  try {
    await fillWithDemoData(site);
    site.execute(
      "UPDATE notifyme_signups SET confirmed_at = created_at WHERE signup_type = 'beta'",
    );
    const [counted] = site.query<{ all: number; confirmed: number }>(
      'SELECT count(*) AS "all", count(confirmed_at) AS confirmed FROM notifyme_signups',
    );
    const { all = 0, confirmed = 0 } = counted ?? {};
    const share = `${((confirmed / all) * 100).toFixed(1)} %`;
    await openConsole(page, site, `?view=traffic&${demoDays}`);
    await expect(page.getByText(`${confirmed} confirmed (${share})`)).toBeVisible();
    await openDetails(page);
    const days = await cells(page, 'Signups per day');
    const sum = (column: number) =>
      days.reduce((total, row) => total + Number(row[column] ?? 'none'), 0);
    expect([sum(1) + sum(2), sum(2)]).toEqual([all, confirmed]);
    const head = page.getByRole('table', { name: 'Signups per day' }).getByRole('columnheader');
    const confirmedColumn = (await head.allTextContents()).indexOf('Confirmed');
    expect(sum(confirmedColumn)).toBe(confirmed);
    await page.getByRole('link', { name: 'Funnel' }).click();
    await settled(page);
    await expect(figure(page, 'Confirmed signups')).toHaveText(share);
    await expect(page.getByText(`${confirmed} of ${all} in the signups table`)).toBeVisible();
  } finally {
    await close();
  }
});

test('where no mail is sent, the console says nothing of confirmations', async ({ page, site }) => {
  await postSignup(site, { name: 'Ada', email: 'ada@example.org' });
  await openConsole(page, site, '?view=signups');
  await expect(page.getByRole('rowheader')).toHaveText(['Ada']);
  await expect(page.getByLabel('Confirmation')).toHaveCount(0);
  await expect(page.getByRole('table').getByRole('button')).toHaveCount(0);
  await page.goto(`${site.url}/growth?view=traffic`);
  await settled(page);
  await expect(page.getByRole('main')).not.toContainText(/confirmed/i);
});
