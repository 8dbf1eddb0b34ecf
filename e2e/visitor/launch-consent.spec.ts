import type { Page } from '@playwright/test';
import { violations } from '../axe.ts';
import { expect, test } from '../fixtures.ts';

// confirmation.spec.ts has the code that is typed on the site.
test.use({ javaScriptEnabled: false, viewport: { width: 390, height: 844 } });

const ROW = { name: 'Ada', email: 'ada@example.org', signup_type: 'notifyme', language: 'en' };
const AGREES =
  'By confirming you agree that Example GmbH sends you one email with advertising for Dubkit';

/**
 * Checks that a page is accessible, fits a phone and has buttons for fingers. axe needs scripts, so it reads a copy of what is
 * shown, which has none of its own.
 */
async function check(page: Page, heading: string) {
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(heading);
  const body = await page.content();
  const browser = page.context().browser();
  const copy = await browser?.newPage({
    javaScriptEnabled: true,
    viewport: { width: 390, height: 844 },
  });
  if (!copy) throw new Error('there is no browser');
  await copy.route(page.url(), (route) => route.fulfill({ body, contentType: 'text/html' }));
  await copy.goto(page.url());
  expect(await violations(copy, [390]), heading).toEqual([]);
  const sizes = await copy.evaluate(() => ({
    width: document.documentElement.scrollWidth,
    small: [...document.querySelectorAll('button, label')]
      .filter((one) => one.getBoundingClientRect().height < 44)
      .map((one) => one.textContent),
  }));
  await copy.close();
  expect(sizes, heading).toEqual({ width: 390, small: [] });
}

const signUp = async (url: string, more = {}) => {
  const { status } = await fetch(`${url}/rest/v1/notifyme_signups`, {
    method: 'POST',
    headers: { apikey: 'public-anon-key', 'Content-Type': 'application/json' },
    body: JSON.stringify({ ...ROW, ...more }),
  });
  return status;
};

test('who confirms agrees to what is said above the button, withdraws, and keeps the place; then nothing is sent again', async ({
  page,
  site,
  mail: { message, pathTo, mailbox },
}) => {
  const launch = () =>
    site.query(`SELECT launch_agreed_at IS NOT NULL AS agreed, launch_declined_at IS NOT NULL AS declined, text
      FROM notifyme_signups LEFT JOIN launch_texts ON hash = launch_text_hash WHERE confirmed_at IS NOT NULL`);
  await signUp(site.url);
  expect(await message()).toContain(AGREES);
  await page.goto(site.url + (await pathTo('confirm')));
  const said = page.getByText(AGREES);
  const press = page.getByRole('button', { name: 'Confirm my address' });
  const [above, below] = [await said.boundingBox(), await press.boundingBox()];
  expect(above?.y).toBeLessThan(below?.y ?? 0);
  await check(page, 'Confirm your address');
  await press.click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('You are on the list');
  const text = expect.stringContaining(AGREES);
  expect(launch()).toEqual([{ agreed: 1, declined: 0, text }]);

  const leave = site.url + (await pathTo('leave'));
  await page.goto(leave);
  await check(page, 'Stop messages, or delete your signup');
  await page.getByRole('button', { name: 'No launch message' }).click();
  await check(page, 'You will get no launch message');
  expect(launch()).toEqual([{ agreed: 1, declined: 1, text }]);

  await page.goto(leave);
  await expect(page.getByText('You get none.')).toBeVisible();
  await expect(page.getByRole('button', { name: 'No launch message' })).toBeHidden();
  // Nothing is deleted before a second press.
  const never = page.getByText('Never write to this address again');
  const sure = page.getByRole('button', { name: 'Yes, delete it and never write again' });
  await expect(sure).toBeHidden();
  await never.dblclick();
  const question = page.getByText('Delete the signup of a•••@example.org?');
  await expect(question.filter({ visible: true })).toBeVisible();
  await page.getByText('Keep it').filter({ visible: true }).click();
  await expect(sure).toBeHidden();
  await never.click();
  await sure.click();
  await check(page, 'We will never write to this address again');
  expect(site.query('SELECT 1 FROM notifyme_signups')).toEqual([]);
  expect(await signUp(site.url)).toBe(201);
  expect(await signUp(site.url, { email: 'ben@example.org' })).toBe(201);
  expect(await message(2)).toContain('ben@example.org');
  expect(mailbox).toHaveLength(2);
  await page.goto(site.url + (await pathTo('leave', 2)));
  await page.getByText('Delete my signup', { exact: true }).click();
  await page.getByRole('button', { name: 'Yes, delete my signup' }).click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Your signup is deleted');
});

for (const agrees of [true, false])
  test(`an applicant confirms, and ${agrees ? 'ticks' : 'leaves'} a box for the launch message`, async ({
    page,
    site,
    mail: { message, pathTo },
  }) => {
    await signUp(site.url, { signup_type: 'beta', use_case: 'My talks' });
    expect(await message()).not.toContain('advertising');
    await page.goto(site.url + (await pathTo('confirm')));
    const box = page.getByRole('checkbox', {
      name: /^I also agree that Example GmbH sends me one email/,
    });
    await expect(box).not.toBeChecked();
    if (agrees) await check(page, 'Confirm your address');
    if (agrees) await box.check();
    await page.getByRole('button', { name: 'Confirm my address' }).click();
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Your application is in');
    const [answer] = site.query<{ agreed: number | null; declined: number | null }>(
      'SELECT launch_agreed_at AS agreed, launch_declined_at AS declined FROM notifyme_signups',
    );
    const at = expect.any(Number);
    expect(answer).toEqual(
      agrees ? { agreed: at, declined: null } : { agreed: null, declined: at },
    );
  });
