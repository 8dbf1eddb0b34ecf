import { violations } from '../axe.ts';
import { DAY, expect, raiseAlert, signsUp, test } from './analyst-fixtures.ts';

test('an alert says what to do, and can be silenced; a note is on charts and in tables, never as markup', async ({
  analyst,
  page,
  site,
}) => {
  for (const days of [1, 2, 3, 4, 5]) signsUp(site, { ago: days * DAY });
  raiseAlert(site);
  await analyst.open('?zone=UTC');
  await page.getByRole('button', { name: /problem/ }).click();
  const alerts = page.locator('header');
  await expect(alerts.getByText('Nobody has signed up for 9 hours')).toBeVisible();
  await expect(alerts.getByText('Sign up yourself on the home page.')).toBeVisible();
  await alerts.getByRole('button', { name: 'Silence for 2 days' }).click();
  await expect(alerts.getByText('Nothing is sent about it until')).toBeVisible();
  expect(site.query('SELECT name FROM alert_silences')).toEqual([{ name: 'no_signups' }]);
  await alerts.getByRole('button', { name: 'End the silence' }).click();
  await expect(alerts.getByRole('button', { name: 'Silence for 2 days' })).toBeVisible();
  await page.keyboard.press('Escape');

  // A press on a day of the chart, here on the last but one, offers to show that day alone.
  const bars = page.getByRole('slider', { name: /^Signups per day/ });
  await bars.press('ArrowLeft');
  await bars.press('Enter');
  const day = new Date(Date.now() - DAY * 1000).toISOString().slice(0, 10);
  const notes = page.getByRole('region', { name: 'Notes' });
  await notes.getByRole('button', { name: 'Only this day' }).click();
  await expect(page).toHaveURL(new RegExp(`from=${day}&to=${day}`));
  await analyst.settled();
  await notes.getByRole('button', { name: 'Add a note' }).click();
  await expect(notes.getByLabel('Day')).toHaveValue(day);
  const hostile = '<img src=x onerror=alert(1)> Product Hunt';
  await expect(notes.getByLabel('What happened?')).toBeFocused();
  await page.keyboard.type(hostile);
  await page.keyboard.press('Enter');
  await expect(notes.getByRole('listitem').getByText(hostile)).toBeVisible();
  await page.goBack();
  await analyst.settled();
  await expect(bars).toHaveAttribute('aria-valuetext', 'all');
  await bars.focus();
  await bars.press('ArrowLeft');
  await expect(bars).toHaveAttribute('aria-valuetext', /Product Hunt$/);
  await expect(page.locator('figure p[aria-hidden]')).toContainText(hostile);
  expect(await violations(page)).toEqual([]);
  await page.getByRole('link', { name: 'Traffic' }).click();
  await analyst.settled();
  await analyst.openDetails();
  const table = page.getByRole('table', { name: /^Pages served/ }).first();
  await expect(table.getByRole('columnheader', { name: 'Notes' })).toBeVisible();
  await expect(table.getByRole('cell', { name: hostile })).toBeVisible();
  expect(await violations(page)).toEqual([]);
  await page.getByRole('link', { name: 'Overview' }).click();
  await notes.getByRole('button', { name: /^All notes/ }).click();
  await notes.getByRole('button', { name: `Delete the note: ${hostile}` }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click();
  await expect(notes.getByText('The note is deleted.')).toBeVisible();
  await expect(notes.getByText(hostile)).toHaveCount(0);
});
