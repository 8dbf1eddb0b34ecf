import { expect, GROWTH_TOKEN, happens, sees, test } from './analyst-fixtures.ts';

test.use({ settings: { GROWTH_TOKEN, SITE_URL: 'http://dubkit.test' } });

test('a campaign link warns, is made and is copied', async ({ analyst, page, site, context }) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  for (const person of ['jane', 'john'])
    happens(site, sees('hero', { person, source: 'product_hunt' }));
  await analyst.open('?view=traffic');
  await page.getByRole('button', { name: 'New link' }).click();
  const form = page.locator('[popover]:popover-open');
  const source = form.getByRole('combobox', { name: 'Source' });
  await expect(page.locator('datalist option[value="product_hunt"]')).toBeAttached();
  const copy = form.getByRole('button', { name: 'Copy' });
  await expect(copy).toBeDisabled();

  await source.fill('jane@example.com');
  await expect(form.getByText('This value is not counted')).toBeVisible();
  await source.fill('Product-Hunt');
  await expect(page.getByText('2 people came with “product_hunt” in 90 days.')).toBeVisible();
  await page.getByRole('button', { name: 'Use product_hunt' }).click();
  await expect(page.getByText('2 people in 90 days')).toBeVisible();
  await expect(source).toBeFocused();

  await form.getByLabel('Page').fill('/about');
  const made = 'http://dubkit.test/about?utm_source=product_hunt';
  await expect(form.getByText(made)).toBeVisible();
  await copy.click();
  await expect(page.getByRole('status').getByText('Copied')).toBeVisible();
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(made);
  const path = form.getByLabel('Page');
  await path.fill(`${site.url}/`);
  await expect(form.getByText('Enter a path on this site')).toHaveCount(2);
  await expect(path).toHaveAttribute('aria-invalid', 'true');
  await path.fill('http://dubkit.test/about?a=1');
  await expect(path).toHaveValue('/about?a=1');
  await source.fill('');
  await expect(form.getByText('Enter a source')).toBeVisible();
  await source.fill('Summer News');
  await form.getByRole('button', { name: 'Use summer-news' }).click();
  await expect(source).toHaveValue('summer-news');
});
