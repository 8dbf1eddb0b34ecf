import { expect, test } from '../fixtures.ts';
import { demoDays, fillWithDemoData, GROWTH_TOKEN, openConsole } from './growth.ts';

test.use({ settings: { GROWTH_TOKEN }, sharesSite: true });

test('each table and chart that rests on consent says beside it how many agreed', async ({
  page,
  site,
}) => {
  await fillWithDemoData(site);
  const BLOCKS = {
    '?view=overview': ['Signups by channel', 'Outcome of the forms sent'],
    '?view=traffic': ['Visitors by channel', 'Events by name'],
    '?view=funnel&preset=form': ['Conversion over time', 'Time to convert', 'By outcome'],
  };
  await openConsole(page, site);
  for (const [search, headings] of Object.entries(BLOCKS)) {
    await page.goto(`${site.url}/growth${search}&${demoDays}`);
    for (const name of headings) {
      const block = page.getByRole('heading', { name }).locator('xpath=ancestor::div[1]');
      await expect(block, `${search}: ${name}`).toContainText('Of the 62.5 % who agreed: 500 of');
    }
  }
});
