import { expect, test } from '../fixtures.ts';
import { signUp, toast } from '../visitor.ts';
import type { WatchedPage } from '../watched-page.ts';

const ben = { name: 'Ben', email: 'ben@example.org' };
const signups = (page: WatchedPage) =>
  page.sentRequests.filter(({ url }) => url.includes('/rest/'));

test('a bot that fills in every field sends nothing; a person caught by mistake can try again', async ({
  page,
  site,
}) => {
  await page.goto(`${site.url}/#signup`);
  await expect(page.locator('#signup').getByRole('button', { name: 'Notify me' })).toBeEnabled();
  await page.evaluate(() => {
    for (const input of document.querySelectorAll<HTMLInputElement>('#signup form input')) {
      const setValue = Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')?.set;
      setValue?.call(input, input.name === 'email' ? 'ben@example.org' : 'https://buy.example');
      input.dispatchEvent(new Event('input', { bubbles: true }));
    }
    document.querySelector<HTMLFormElement>('#signup form')?.requestSubmit();
  });
  await expect(toast(page)).toContainText('Something went wrong');
  expect(signups(page)).toEqual([]);
  await signUp(page, ben, 'Notify me');
  await expect(toast(page)).toContainText('Success!');
  expect(site.query('SELECT name, email FROM notifyme_signups')).toEqual([ben]);
  const [sent] = signups(page);
  expect(Object.keys(JSON.parse(sent?.body ?? '{}'))).not.toContain('homepage');
});

test('a form submitted faster than a person could waits, and is then sent', async ({
  page,
  site,
}) => {
  await page.goto(`${site.url}/#signup`);
  await signUp(page, ben, 'Notify me');
  await expect(toast(page)).toContainText('Success!');
  const sentAfterMs = await page.evaluate(
    () =>
      performance.getEntriesByType('resource').find(({ name }) => name.includes('/rest/'))
        ?.startTime,
  );
  expect(sentAfterMs).toBeGreaterThanOrEqual(3_000);
});

test('no person notices the trap: not by eye, keyboard or screen reader, and autofill skips it', async ({
  page,
  site,
}) => {
  await page.goto(`${site.url}/#signup`);
  const trap = page.locator('#signup form input[name="homepage"]');
  await expect(trap).toBeHidden();
  await expect(trap).toHaveAttribute('autocomplete', 'off');
  for (const name of ['data-1p-ignore', 'data-bwignore', 'data-lpignore']) {
    await expect(trap).toHaveAttribute(name);
  }
  await expect(page.locator('#signup').getByRole('textbox')).toHaveCount(4);
  await trap.evaluate((input) => (input as HTMLInputElement).focus());
  await expect(trap).not.toBeFocused();
});
