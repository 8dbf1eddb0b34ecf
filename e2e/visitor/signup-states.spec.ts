import { expect, test } from '../fixtures.ts';
import { openOnPhone } from '../pages.ts';
import { form, hold, openTab, sentTo, signUp, toast } from '../visitor-actions.ts';
import { covered, recordShifts, shifts } from './heard.ts';

// The states of the form (specification, section 4), and what is seen and heard of a success.

const PATHS = [
  {
    tab: 'Notify me',
    submit: 'Notify me',
    said: "Success! You're on the waitlist! Get ready for early access with exclusive discounts.",
    receipt: 'You are on the list',
  },
  {
    tab: 'Beta Access',
    submit: 'Apply for Beta Access',
    said: "Success! Beta application submitted! We'll contact you soon with exclusive access details.",
    receipt: 'Your application is in',
  },
] as const;

test('the button is below the last field, whatever is wrong with it; fields of a row begin together', async ({
  page,
}) => {
  for (const width of [768, 1440]) {
    await page.setViewportSize({ width, height: 844 });
    await page.goto('/#signup');
    await page.getByRole('tab', { name: 'Beta Access' }).click();
    await expect(openTab(page, 'Beta Access')).toBeVisible();
    const text = form(page).getByLabel('Use case');
    const expectBelow = async () => {
      // At one moment: the page may be scrolling.
      const [channel, field, button] = await form(page)
        .locator('[name="youtubeChannel"], div:has(> textarea), textarea, [type="submit"]')
        .evaluateAll((parts) => {
          const [one, box, area, last] = parts.map((part) => part.getBoundingClientRect());
          return [(area?.top ?? 0) - (one?.top ?? 0), box?.bottom ?? 0, last?.top ?? 0];
        });
      expect(channel, `${width} px`).toBe(0);
      expect(button, `${width} px`).toBeGreaterThan(field ?? 0);
    };
    await expectBelow();
    await form(page).getByRole('button', { name: 'Apply for Beta Access' }).click();
    await expect(text).toHaveAttribute('aria-invalid');
    await expectBelow();
  }
});

for (const width of [390, 1440])
  for (const { tab, submit, said, receipt } of PATHS)
    test(`at ${width} px, ${tab} is idle, submitting, and idle again with an empty form, which takes the next signup`, async ({
      page,
      site,
    }) => {
      await openOnPhone(page, '/#signup');
      await page.setViewportSize({ width, height: 844 });
      await page.getByRole('tab', { name: tab }).click();
      const button = form(page).locator('[type="submit"]');
      const people = ['Ada', 'Ben'].map((name) => ({
        ...{ name, email: `${name.toLowerCase()}@example.org`, useCase: 'Lectures' },
      }));
      for (const [before, person] of people.entries()) {
        await expect(button).toHaveText(submit);
        await expect(button).toBeEnabled();
        const answer = await hold(page, '**/rest/v1/**');
        await signUp(page, person, submit);
        await expect(button).toHaveText('Submitting...');
        await expect(button).toBeDisabled();
        await button.click({ force: true });
        answer();
        await expect(toast(page)).toContainText(said);
        for (const field of await form(page).getByRole('textbox').all())
          await expect(field).toHaveValue('');
        await expect(button).toHaveText(submit);
        await expect(button).toBeEnabled();
        await expect(openTab(page, tab)).toBeVisible();
        const region = page.getByRole('region', { name: receipt });
        await expect(region.getByRole('heading')).toBeFocused();
        await expect(region).toContainText(person.email);
        await expect.poll(() => covered(page, 'section:has(> #signup-success)')).toEqual([]);
        if (before === 0) await expect(toast(page)).toHaveText('');
        expect(sentTo(page, /notifyme_signups/)).toHaveLength(before + 1);
        await page.unrouteAll();
        // The second press of a double click.
        const init = { detail: 2, bubbles: true, cancelable: true };
        const isSent = await button.evaluate(
          (it, second) => it.dispatchEvent(new MouseEvent('click', second)),
          init,
        );
        expect(isSent).toBe(false);
      }
      const type = tab === 'Notify me' ? 'notifyme' : 'beta';
      expect(site.query('SELECT name, signup_type AS type FROM notifyme_signups')).toEqual(
        people.map(({ name }) => ({ name, type })),
      );
    });

for (const { reducedMotion, widths } of [
  { reducedMotion: 'no-preference', widths: [390, 768, 1440] },
  { reducedMotion: 'reduce', widths: [390] },
] as const)
  test(`nothing in the window moves by itself when the answer comes after a second and a half (${reducedMotion})`, async ({
    page,
  }) => {
    page.allowFailed(409);
    await page.emulateMedia({ reducedMotion });
    await page.addInitScript(recordShifts);
    await page.route('**/rest/v1/**', async (route) => {
      await new Promise((resolve) => setTimeout(resolve, 1_500)); // longer than a press excuses a shift
      await route.continue();
    });
    for (const width of widths) {
      await openOnPhone(page, '/#signup');
      await page.setViewportSize({ width, height: 844 });
      await expect(form(page).locator('[type="submit"]')).toBeEnabled();
      const said = page.locator('#signup-success, #signup-duplicate');
      for (const [name, heard] of [
        ['ada', 'You are on the list'],
        ['ada', 'Already registered'],
        ['ben', 'You are on the list'],
      ] as const) {
        await signUp(page, { name, email: `${name}${width}@example.org` });
        await expect(form(page).getByRole('button', { name: 'Submitting...' })).toBeVisible();
        const before = await shifts(page); // what a press moves is expected
        await expect(said.and(page.locator(':focus'))).toContainText(heard);
        expect(await shifts(page), `${width} px, ${name}: ${heard}`).toEqual(before);
      }
    }
  });
