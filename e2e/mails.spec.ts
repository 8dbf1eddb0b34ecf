import { resolve } from 'node:path';
import { EXAMPLE_SITE } from '../server/src/site/site-config.ts';
import type { Digest } from '../server/src/team/digest/digest.ts';
import { digestMail } from '../server/src/team/digest/digest-message.ts';
import type { ConfirmMessageInput, RenderModule } from '../shared/src/page.ts';
import { LANGUAGES } from '../shared/src/site-languages.ts';
import { violations } from './axe.ts';
import { expect, test } from './fixtures.ts';

// Messages need a page, and no server.
test.use({ sharesSite: true });

const rate = { successes: 147, trials: 2_100 };
const week = {
  ...{ signups: 280, confirmed: 171, pages: 11_204, consent: rate, formErrors: rate },
  conversion: { ...rate, low: 0.0599, high: 0.0817 },
};
/** Wider than a phone. */
const LONG = 'long'.repeat(60);
const digest: Digest = {
  ...{ from: '2026-03-09', to: '2026-03-15', sentence: LONG, zone: 'Europe/Berlin' },
  ...{ week, before: week, isCompared: true, delivery: { waiting: 0, setAside: 0 } },
  days: [44, 51, 0, 60, 48, 40, 37].map((signups, day) => ({ day: `2026-03-0${day}`, signups })),
  channels: [{ channel: LONG, people: 900, signups: 70 }],
  alerts: [], // listed like notes
  notes: [LONG, `https://a.example/${LONG}`].map((text) => ({
    id: text,
    at: 0,
    kind: 'note',
    text,
  })),
};
const site = {
  ...{ ...EXAMPLE_SITE, brand: LONG, company: LONG, register: LONG, email: `${LONG}@a.example` },
  address: { ...EXAMPLE_SITE.address, street: LONG },
};

const rendered = (): Promise<RenderModule> => import(resolve('dist/ssr/entry-server.js'));
const link = (name: string) => `https://dubkit.example.com/${name}?token=${'a'.repeat(22)}`;
async function confirmation(more: Partial<ConfirmMessageInput> = {}): Promise<string> {
  const { html } = await (await rendered()).confirmMessage({
    // Long words.
    ...{ language: 'de', site, name: 'Ada', signupType: 'notifyme' },
    ...{ code: '123456', unconfirmedRetentionDays: 30 },
    ...{ confirmUrl: link('confirm'), leaveUrl: link('leave'), ...more },
  });
  return html;
}
async function mailing(): Promise<string> {
  const text = `مرحبًا Ada\n\n${LONG}\n\nhttps://a.example/${LONG}`;
  const { html } = await (await rendered()).listMessage({
    ...{ kind: 'mailing', code: null, language: 'ar', site, name: 'Ada', leaveUrl: link('leave') },
    words: { subject: LONG, text, link: { label: LONG, url: `https://a.example/${LONG}` } },
  });
  return html;
}

for (const { name, html, shows } of [
  {
    name: 'the digest',
    html: async () => digestMail(site, digest).html ?? '',
    shows: ['280 signups', 'https://a.example/long'],
  },
  {
    name: 'the confirmation',
    html: () => confirmation(),
    shows: ['123456'],
  },
  {
    name: 'a mailing',
    html: mailing,
    shows: ['مرحبًا', 'https://a.example/long'],
  },
])
  test(`${name} with long words fits a phone and a desk, and loads nothing`, async ({ page }) => {
    await page.goto('about:blank');
    // Older programs do not know `anywhere`. A request for anything in it fails the test.
    await page.setContent((await html()).replaceAll('overflow-wrap:anywhere', ''));
    for (const width of [320, 390, 800]) {
      await page.setViewportSize({ width, height: 900 });
      // The preview is hidden: lists of messages show it.
      for (const words of shows)
        await expect(page.getByText(words).filter({ visible: true }).first()).toBeVisible();
      expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(width);
    }
    // A mail program has a document and its landmarks.
    const ofPages = /landmark-one-main|page-has-heading-one|region/;
    expect((await violations(page)).filter((finding) => !ofPages.test(finding))).toEqual([]);
  });

test('an Arabic message is read from right to left where a provider drops html and body', async ({
  page,
}) => {
  const [, body = ''] = /<body[^>]*>(.*)<\/body>/s.exec(await mailing()) ?? [];
  await page.goto('about:blank');
  await page.setContent(`<!DOCTYPE html><html lang="en" dir="ltr"><body>${body}</body></html>`);
  const read = (text: string) =>
    page
      .getByText(text)
      .filter({ visible: true })
      .last()
      .evaluate((element) => {
        const { direction, textAlign } = getComputedStyle(element);
        return `${direction} ${textAlign} ${element.closest('[lang]')?.getAttribute('lang')}`;
      });
  expect(await read('مرحبًا')).toBe('rtl start ar');
  expect(await read('longlong')).toBe('ltr start ar');
});

for (const language of LANGUAGES)
  test(`in ${language} the code is in the first 300 px of a phone, and the mark is clear of the name`, async ({
    page,
  }) => {
    await page.goto('about:blank');
    await page.setViewportSize({ width: 390, height: 844 });
    await page.setContent(await confirmation({ language, site: EXAMPLE_SITE }));
    const code = page.locator('strong', { hasText: '123456' });
    const { y = 0, height = 0, width = 0 } = (await code.boundingBox()) ?? {};
    expect(y + height).toBeLessThan(300);
    // Six digits of 32 px with 6 px after each.
    expect(width).toBeGreaterThan(6 * (16 + 6));
    const gap = await page.locator('.mark').evaluate((mark) => {
      const name = document.createRange();
      name.selectNode(mark.nextSibling ?? mark);
      const [a, b] = [mark.getBoundingClientRect(), name.getBoundingClientRect()];
      return Math.max(b.left - a.right, a.left - b.right);
    });
    expect(Math.round(gap)).toBe(10);
  });
