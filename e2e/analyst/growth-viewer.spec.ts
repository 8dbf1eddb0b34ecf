import { expect, test } from '../fixtures.ts';
import { cells, figure, fillWithDemoData, GROWTH_TOKEN, openConsole, settled } from './growth.ts';

const QUARTER_MS = 900_000;

const GROWTH_VIEWER_TOKEN = 'the-token-of-the-viewers';
test.use({ settings: { GROWTH_TOKEN, GROWTH_VIEWER_TOKEN } });

test('a viewer’s periods are whole quarters of an hour, also those that they are compared with, and the page says so', async ({
  page,
  site,
}) => {
  await fillWithDemoData(site); // it ends three days ago, so the last hour is empty
  await openConsole(page, site, '?view=overview&range=60m', GROWTH_VIEWER_TOKEN);
  await settled(page);
  for (const view of ['Funnel', 'Traffic', 'Overview']) {
    await page.getByRole('navigation', { name: 'Views' }).getByRole('link', { name: view }).click();
    await settled(page);
    await expect(
      page.getByText(/^Figures up to .*:(00|15|30|45)\. With GROWTH_VIEWER/),
    ).toBeVisible();
  }
  await expect(
    page.getByRole('region', { name: /^60 minutes until .*:(00|15|30|45)$/ }),
  ).toBeVisible();
  const asked = page.sentRequests
    .map(({ url }) => new URL(url))
    .filter(({ pathname }) => /api\/(figures|funnel|traffic|forms)$/.test(pathname))
    // The link builder's values in use are no figures.
    .filter(({ searchParams }) => !searchParams.get('by')?.startsWith('utm_'))
    .flatMap(({ searchParams }) =>
      [
        ['from', 'to'],
        ['beforeFrom', 'beforeTo'],
      ].map((ends) => ends.map((end) => Date.parse(searchParams.get(end) ?? ''))),
    )
    .filter(([from = NaN]) => !Number.isNaN(from));
  expect(asked.length).toBeGreaterThan(10);
  for (const [from = NaN, to = NaN] of asked)
    expect([from % QUARTER_MS, (to + 1) % QUARTER_MS]).toEqual([0, 0]);
  // An hour and the hour before, which have no quarter in common.
  const hours = asked.filter(([from = 0, to = 0]) => to + 1 - from === 4 * QUARTER_MS);
  expect(new Set(hours.map(([from]) => from)).size).toBeGreaterThanOrEqual(2);
});

test('a viewer sees figures and no people: no signups, no ids, and an address of people says why', async ({
  page,
  site,
}) => {
  page.allowFailed(403);
  site.execute(
    `WITH people(n) AS (VALUES (1), (2), (3), (4), (5))
     INSERT INTO events (id, consent_id, name, properties, path, occurred_at, received_at)
       SELECT n, 'somebody-' || n, 'section_view', '{"section_name":"benefits"}', '/', unixepoch() * 1000,
         unixepoch('now', '-2 days') * 1000 FROM people
       UNION ALL SELECT n + 5, 'somebody-' || n, 'scroll', '{"percent_scrolled":25}', '/', unixepoch() * 1000,
         (unixepoch() - 1860) * 1000 FROM people
       UNION ALL SELECT 11, 'somebody-1', 'scroll', '{"percent_scrolled":50}', '/', unixepoch() * 1000,
         (unixepoch() - 1860) * 1000`,
  );
  site.execute(
    `INSERT INTO notifyme_signups (id, name, email, youtube_channel, use_case, signup_type, created_at)
       VALUES ('00000000-0000-7000-8000-00000000000a', 'Zoe', 'zoe@example.org', NULL,
       NULL, 'beta', unixepoch() * 1000)`,
  );
  const answers: string[] = [];
  page.on('response', async (answer) => {
    if (answer.url().includes('/growth/api/')) answers.push(await answer.text().catch(() => ''));
  });
  await page.goto(`${site.url}/growth?view=live`);
  await page.getByLabel('Token').fill(GROWTH_VIEWER_TOKEN);
  await page.getByRole('button', { name: 'Sign in' }).click();
  await expect(page.getByRole('table', { name: 'Latest events' })).toBeVisible();
  const [event = []] = await cells(page, 'Latest events');
  const quarter = /\d\d:(00|15|30|45)–\d\d:(00|15|30|45)$/;
  expect(event).toEqual([expect.stringMatching(quarter), 'Visitors scrolled to 25 %', '5']);
  const columns = page.getByRole('table', { name: 'Latest events' }).getByRole('columnheader');
  await expect(columns).toHaveText(['Time (UTC)', 'What somebody did', 'People']);
  await expect(page.getByText(/^Last event between .* and \d\d:(00|15|30|45)$/)).toBeVisible();
  await expect(page.getByText(/what five people or more did/)).toBeVisible();
  const times = page.getByRole('table', { name: 'Latest events' }).locator('td:first-child');
  await expect(times).toHaveCount(2);
  const linesOf = (all: Element[]) => all.map((time) => time.getClientRects().length);
  expect(await times.locator('time').evaluateAll(linesOf)).toEqual([1, 1]);
  await page.setViewportSize({ width: 390, height: 844 });
  const isCut = (all: Element[]) => all.map((cell) => cell.scrollWidth > cell.clientWidth);
  expect(await times.evaluateAll(isCut)).toEqual([false, false]);
  const views = page.getByRole('navigation', { name: 'Views' }).getByRole('link');
  await expect(views).toHaveText(['Overview', 'Funnel', 'Traffic', 'Live']);
  for (const name of ['Funnel', 'Traffic', 'Overview']) {
    await views.filter({ hasText: name }).click();
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(name);
    await expect(page.getByRole('alert')).toHaveCount(0);
  }
  // One signup is not told apart from none.
  const first = page.getByRole('region', { name: 'Nothing has been counted yet' });
  await expect(first.getByText('Send the form once to see that a signup arrives.')).toBeVisible();
  await views.filter({ hasText: 'Traffic' }).click();
  await expect(figure(page, 'Signups').first()).toHaveText('fewer than 5');

  await page.goto(`${site.url}/growth?view=signups`);
  await expect(page.getByText('The list of people needs GROWTH_TOKEN.')).toBeVisible();
  await page.goto(`${site.url}/growth?view=mailings`);
  await expect(page.getByText('The list of people needs GROWTH_TOKEN.')).toBeVisible();
  await expect(page.getByRole('link', { name: 'Download as CSV' })).toHaveCount(0);
  expect(page.sentRequests.filter(({ url }) => /api\/signups/.test(url))).toEqual([]);
  expect(answers.join('\n')).not.toMatch(/Zoe|zoe@|somebody/);
});

test('a funnel that an operator names is there for viewers, who cannot change it', async ({
  page,
  site,
}) => {
  await openConsole(page, site, '?view=funnel&range=7&zone=UTC');
  const saved = page.getByLabel('Saved by the team');
  await page.getByText('Change the steps').click();
  await page.getByRole('combobox', { name: 'Form' }).selectOption('beta');
  await page.getByRole('textbox', { name: 'Name' }).fill('Into the <b>beta');
  await page.getByRole('button', { name: 'Save for the team' }).click();
  const remove = page.getByRole('button', { name: 'Delete the saved funnel Into the <b>beta' });
  await expect(remove).toBeVisible();
  await expect(saved).toHaveValue('Into the <b>beta');
  await expect(page.getByText('Saved for the team as Into the <b>beta.')).toBeVisible();
  await remove.click();
  await page.getByRole('button', { name: 'Keep it' }).click();
  await expect(remove).toBeFocused();
  await page.getByRole('button', { name: 'Sign out' }).click();
  await page.getByLabel('Token').fill(GROWTH_VIEWER_TOKEN);
  await page.keyboard.press('Enter');
  await page.getByRole('radio', { name: 'Reading' }).check();
  await expect(saved).toHaveValue('');
  await saved.selectOption('Into the <b>beta');
  await expect(page).toHaveURL(/step=section_view.*step=form_submit:.*form_type%3Dbeta/);
  await settled(page);
  await expect(remove).toHaveCount(0);
  await page.getByText('Change the steps').click();
  await expect(page.getByRole('button', { name: 'Save for the team' })).toHaveCount(0);
});
