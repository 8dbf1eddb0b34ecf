import { violations } from '../axe.ts';
import { expect, test } from '../fixtures.ts';
import { GROWTH_TOKEN, openConsole, openDetails, raiseAlert, settled, signsUp } from './growth.ts';

test.use({ settings: { GROWTH_TOKEN } });

test('a raised alert is shown with what to do, and can be silenced', async ({ page, site }) => {
  raiseAlert(site);
  for (const id of [1, 2, 3]) signsUp(site, { id, ago: `${id} days` });
  await openConsole(page, site);
  const alerts = page.getByRole('region', { name: 'Alerts' });
  await expect(alerts.getByText('Nobody has signed up for 9 hours')).toBeVisible();
  await expect(alerts.getByText('Sign up yourself on the home page.')).toBeVisible();
  await alerts.getByRole('button', { name: 'Silence for 2 days' }).click();
  await expect(alerts.getByText('Nothing is sent about it until')).toBeVisible();
  expect(site.query('SELECT name FROM alert_silences')).toEqual([{ name: 'no_signups' }]);
  await alerts.getByRole('button', { name: 'End the silence' }).click();
  await expect(alerts.getByRole('button', { name: 'Silence for 2 days' })).toBeVisible();
  expect(await violations(page)).toEqual([]);
  for (const width of [390, 800]) {
    await page.setViewportSize({ width, height: 900 });
    await page.screenshot({ path: test.info().outputPath(`alerts-${width}.png`) });
  }
  const { reasons } = await (await page.request.get(`${site.url}/readyz`)).json();
  expect(reasons.join()).toContain('The alert no_signups is raised.');
});

test('a note is written in the console, marked on charts, in their tables, and never markup', async ({
  page,
  site,
}) => {
  for (const id of [1, 2, 3, 4, 5]) signsUp(site, { id, ago: `${id} days` });
  await openConsole(page, site);
  const hostile = '<img src=x onerror=alert(1)> Product Hunt';
  await page.getByLabel('What happened?').fill(hostile);
  await page.getByRole('button', { name: 'Add' }).click();
  const notes = page.getByRole('region', { name: 'Notes' });
  await expect(notes.getByText(hostile)).toBeVisible();
  await page.getByRole('link', { name: 'Traffic' }).click();
  await settled(page);
  const list = page.getByRole('list', { name: 'Notes' }).first();
  await expect(list.getByText(hostile)).toBeVisible();
  await openDetails(page);
  const table = page.getByRole('table', { name: /^Signups/ }).first();
  await expect(table.getByRole('columnheader', { name: 'Notes' })).toBeVisible();
  await expect(table.getByRole('cell', { name: hostile })).toBeVisible();
  for (const width of [390, 800]) {
    await page.setViewportSize({ width, height: 900 });
    await list.scrollIntoViewIfNeeded();
    await page.screenshot({ path: test.info().outputPath(`notes-${width}.png`) });
  }
  expect(await violations(page)).toEqual([]);
});
