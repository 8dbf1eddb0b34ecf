import { expect, test } from '../fixtures.ts';
import { demoDays, fillWithDemoData, GROWTH_TOKEN, openConsole } from './growth.ts';

test.use({ settings: { GROWTH_TOKEN }, sharesSite: true });

test('each view says once, in its head, how many agreed', async ({ page, site }) => {
  await fillWithDemoData(site);
  await openConsole(page, site);
  for (const search of ['?view=overview', '?view=traffic', '?view=funnel&preset=form']) {
    await page.goto(`${site.url}/growth${search}&${demoDays}`);
    await expect(
      page.getByText('Of the 62.5 % who agreed: 500 of 800 answers'),
      search,
    ).toHaveCount(1);
  }
});
