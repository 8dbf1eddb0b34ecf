import { violations } from '../axe.ts';
import { DAY, expect, raiseAlert, signsUp, test } from './analyst-fixtures.ts';

test('an alert says what to do, and can be silenced; a note is on charts and in tables, never as markup', async ({
  analyst,
  page,
  site,
}) => {
  for (const days of [1, 2, 3, 4, 5]) signsUp(site, { ago: days * DAY });
  raiseAlert(site);
  await analyst.open();
  const alerts = page.getByRole('region', { name: 'Alerts' });
  await expect(alerts.getByText('Nobody has signed up for 9 hours')).toBeVisible();
  await expect(alerts.getByText('Sign up yourself on the home page.')).toBeVisible();
  await alerts.getByRole('button', { name: 'Silence for 2 days' }).click();
  await expect(alerts.getByText('Nothing is sent about it until')).toBeVisible();
  expect(site.query('SELECT name FROM alert_silences')).toEqual([{ name: 'no_signups' }]);
  await alerts.getByRole('button', { name: 'End the silence' }).click();
  await expect(alerts.getByRole('button', { name: 'Silence for 2 days' })).toBeVisible();

  const hostile = '<img src=x onerror=alert(1)> Product Hunt';
  await page.getByLabel('What happened?').fill(hostile);
  await page.getByRole('button', { name: 'Add' }).click();
  const notes = page.getByRole('region', { name: 'Notes' });
  await expect(notes.getByRole('listitem').getByText(hostile)).toBeVisible();
  expect(await violations(page)).toEqual([]);
  await page.getByRole('link', { name: 'Traffic' }).click();
  await analyst.settled();
  const list = page.getByRole('list', { name: 'Notes' }).first();
  await expect(list.getByText(hostile)).toBeVisible();
  await analyst.openDetails();
  const table = page.getByRole('table', { name: /^Signups/ }).first();
  await expect(table.getByRole('columnheader', { name: 'Notes' })).toBeVisible();
  await expect(table.getByRole('cell', { name: hostile })).toBeVisible();
  expect(await violations(page)).toEqual([]);
});
