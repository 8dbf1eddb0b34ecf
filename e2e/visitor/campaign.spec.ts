import { expect, test } from '../fixtures.ts';
import { alive } from '../pages.ts';
import { accept, banner, header } from '../visitor.ts';

test('a tab that the question’s link opened knows the campaign', async ({
  page,
  context,
  site,
}) => {
  await page.goto('/?utm_source=newsletter&utm_medium=e-mail&utm_campaign=launch#signup');
  await alive(page);
  const link = banner(page).getByRole('link', { name: 'Cookie policy' });
  const opened = context.waitForEvent('page');
  await link.click({ modifiers: ['ControlOrMeta'] });
  await (await opened).close();
  const openedToo = context.waitForEvent('page');
  await link.click({ button: 'middle' });
  const tab = await openedToo;
  await tab.bringToFront();
  await expect(tab).toHaveURL('/cookies');
  await alive(tab);
  await accept(tab);
  await expect
    .poll(async () => {
      await header(tab).getByRole('button', { name: 'Notify me' }).click();
      return site.query('SELECT DISTINCT utm_source, utm_medium, utm_campaign FROM events');
    })
    .toEqual([{ utm_source: 'newsletter', utm_medium: 'e-mail', utm_campaign: 'launch' }]);
});
