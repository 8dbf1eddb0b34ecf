import { violations } from '../axe.ts';
import { hold } from '../visitor-actions.ts';
import {
  expect,
  fillWithDemoData,
  happens,
  rowsOf,
  sees,
  signsUp,
  test,
} from './analyst-fixtures.ts';

test('signups are searched, paged, downloaded and erased', async ({ analyst, page, site }) => {
  page.allowFailed(404);
  await fillWithDemoData(site);
  signsUp(site, { name: 'Ann', useCase: 'Two lines,\n"quoted"', type: 'beta' });
  signsUp(site, { name: 'Ben', useCase: 'quoted', ago: 1 });
  await analyst.open('?view=signups');
  await expect(page.getByText('1–50 of 84')).toBeVisible();
  // This site sends no mail.
  await expect(page.getByLabel('Confirmation')).toHaveCount(0);
  await expect(page.getByRole('rowheader').first()).toHaveText(/^Ann/);
  await page.getByRole('button', { name: 'Next page' }).click();
  await expect(page.getByText('51–84 of 84')).toBeVisible();
  await expect(page).toHaveURL(`${site.url}/growth?view=signups&page=2&zone=UTC`);

  const file = await analyst.download(page.getByRole('link', { name: 'Export' }));
  expect(file.name).toMatch(/^signups-\d{4}-\d\d-\d\d\.csv$/);
  expect(rowsOf(file.content)).toHaveLength(84);

  await page.getByRole('searchbox', { name: 'Search' }).fill('QUOTED');
  await page.keyboard.press('Enter');
  await expect(page.getByText('1–2 of 2')).toBeVisible();
  await (await analyst.deleteButton('Ann')).click();
  const dialog = page.getByRole('dialog', { name: 'Delete this signup?' });
  const confirm = dialog.getByRole('button', { name: 'Delete', exact: true });
  await expect(dialog).toContainText('@example.org');
  await confirm.click();
  const said = page.getByRole('status').filter({ hasText: /deleted|no longer/ });
  await expect(said).toHaveText('The signup of Ann is deleted.');
  await expect(page.getByRole('rowheader')).toHaveText([/^Ben/]);
  // The pressed button disappeared with its row.
  await expect(page.locator(':focus').getByRole('heading', { name: 'Signups' })).toBeVisible();
  expect(site.query("SELECT * FROM notifyme_signups WHERE name = 'Ann'")).toEqual([]);

  // Somebody else deletes the other one in the meantime.
  await (await analyst.deleteButton('Ben')).click();
  site.execute("DELETE FROM notifyme_signups WHERE name = 'Ben'");
  await confirm.click();
  await expect(said).toHaveText('It no longer exists.');
  await expect(page.getByText('Nobody on the list matches.')).toBeVisible();
  await page.getByRole('button', { name: 'Show all signups' }).click();
  await expect(page.getByText('1–50 of 82')).toBeVisible();
});

test('a use case opens in place, and rows are dim from another question on until its answer is drawn', async ({
  analyst,
  page,
  site,
}) => {
  const useCase = 'Lectures of our university, which students in Madrid and Berlin read. '.repeat(
    4,
  );
  signsUp(site, { name: 'Ann', type: 'beta', useCase });
  await analyst.open('?view=signups');
  const text = page.locator('summary', { hasText: 'Lectures' });
  const isCut = () => text.evaluate((one) => one.scrollHeight > one.clientHeight + 1);
  for (const width of [1440, 768, 390]) {
    await page.setViewportSize({ width, height: 900 });
    expect(await isCut(), `${width} px`).toBe(true);
    await text.click();
    expect(await isCut(), `${width} px`).toBe(false);
    await text.click();
  }
  await expect(page.getByRole('rowheader')).toHaveCount(1);
  const dims = (isLate: string) =>
    page.getByRole('main').evaluate((main, late) => {
      main.setAttribute('data-late', late);
      return [...main.querySelectorAll('[aria-busy]')].map(
        (part) => getComputedStyle(part, '::after').content !== 'none',
      );
    }, isLate);
  expect(await dims('true')).toEqual([true, true]);
  expect(await dims('false')).toEqual([false, false]);
});

test('new signups come in, and nobody loses their place', async ({ analyst, page, site }) => {
  for (let id = 10; id < 65; id++) signsUp(site, { name: `Person ${id}`, ago: 1_000 - id });
  await page.clock.install();
  await analyst.open('?view=signups&search=person');
  const names = page.getByRole('rowheader');
  await expect(names.first()).toHaveText(/^Person 64/);
  const erase = await analyst.deleteButton('Person 40');
  const menu = page.getByLabel('Actions for Person 40');
  await page.keyboard.press('Escape');
  await expect(menu).toBeFocused();
  const place = () => menu.evaluate((button) => button.getBoundingClientRect().top);
  const before = await place();

  signsUp(site, { name: 'Person 70', ago: 1 });
  await page.clock.runFor(31_000);
  await expect(names.first()).toHaveText(/^Person 70/);
  await expect(menu).toBeFocused();
  expect(Math.abs((await place()) - before)).toBeLessThan(1); // browsers scroll by whole pixels

  // The list waits while somebody decides about one of its rows.
  const asked = () => page.sentRequests.filter(({ url }) => url.includes('/api/signups')).length;
  await menu.click();
  await erase.click();
  const count = asked();
  signsUp(site, { name: 'Person 71' });
  await page.clock.runFor(120_000);
  expect(asked()).toBe(count);
  await page.keyboard.press('Escape');
  await expect(menu).toBeFocused();
  await page.clock.runFor(31_000);
  await expect(names.first()).toHaveText(/^Person 71/);

  // On a later page, each new signup would move all rows by one.
  await page.getByRole('button', { name: 'Next page' }).click();
  await analyst.settled();
  const later = asked();
  await page.clock.runFor(120_000);
  expect(asked()).toBe(later);
});

test('a signup shows what became of its message', async ({
  analyst,
  page,
  site,
  mail: { pathTo, rules, mailbox },
}) => {
  // As a form without a page would.
  const send = (name: string, email: string) =>
    page.request.post('/rest/v1/notifyme_signups', {
      headers: { apikey: 'public-anon-key' },
      data: { name, email, signup_type: 'notifyme' },
    });
  await send('Ada', 'ada@example.org');
  await fetch(site.url + (await pathTo('confirm')), { method: 'POST' });
  rules.answers.RCPT = '550 5.1.1 No such user';
  await send('Ben', 'ben@mailinator.com');
  await expect
    .poll(() => site.query("SELECT id FROM outbox WHERE state = 'refused'"))
    .toHaveLength(1);
  rules.answers = {};
  happens(site, sees('signup'));
  await analyst.open('?view=funnel&preset=signup');
  await expect(analyst.figure('Confirmed signups')).toContainText('50.0 %');
  await page.getByRole('link', { name: 'Signups' }).click();
  const row = (name: string) =>
    page.getByRole('row').filter({ has: page.getByRole('rowheader', { name }) });
  await expect(row('Ada')).not.toContainText('onfirmed'); // as everybody should be
  await expect(
    row('Ada').getByRole('button', { name: 'Send again', includeHidden: true }),
  ).toHaveCount(0);
  await expect(row('Ben')).toContainText('Not delivered: 550 5.1.1 No such user');
  await expect(row('Ben')).toContainText('Throw-away domain');
  expect(await violations(page)).toEqual([]);
  await page.getByRole('button', { name: 'Filter', exact: true }).click();
  await page.getByLabel('Confirmation').selectOption('Not delivered');
  await page.keyboard.press('Escape');
  await expect(page.getByRole('rowheader')).toHaveText([/^Ben/]);
  await expect(page).toHaveURL(/&confirmation=refused/);
  const again = page.getByRole('button', { name: 'Send again: Ben' });
  // Another status says that something is loading.
  const said = page.getByRole('status').filter({ hasText: 'Ben' });
  for (let later = 1; later <= 40; later++) signsUp(site, { ago: -later });
  const answer = await hold(page, '**/signups?**');
  await page.getByLabel('Remove the filter Confirmation: Not delivered').click();
  await page.getByRole('button', { name: 'Actions for Ben' }).click();
  await again.click(); // in a row that stays until the answer
  await expect(said).toHaveText('Another message to Ben is on its way.');
  answer();
  await expect(row('Ben')).toContainText('Unconfirmed');
  await row('Ben').scrollIntoViewIfNeeded();
  await expect(said).toBeInViewport();
  await expect.poll(() => mailbox.length).toBe(2);
});
