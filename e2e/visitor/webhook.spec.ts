import {
  openWebhookReceiver,
  WEBHOOK_SECRET,
} from '../../server/src/testing/programs/webhook-receiver.ts';
import { test as base, expect } from '../fixtures.ts';
import { accept, reject, signUp, toast } from '../visitor.ts';

interface Fixtures {
  receiver: Awaited<ReturnType<typeof openWebhookReceiver>>;
  /** `WEBHOOK_INCLUDE` */
  include: 'nothing' | 'person';
}

/** The site of each test tells a real receiver. */
const test = base.extend<Fixtures>({
  include: ['nothing', { option: true }],
  // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the names of the needed fixtures from this pattern
  receiver: async ({}, use) => {
    const receiver = await openWebhookReceiver();
    await use(receiver);
    await receiver.close();
  },
  settings: async ({ receiver, include }, use) =>
    use({
      WEBHOOK_URL: receiver.url,
      WEBHOOK_SECRET,
      WEBHOOK_ALLOW_PRIVATE: 'on',
      WEBHOOK_INCLUDE: include,
    }),
});

const ada = { name: 'Ada', email: 'ada@example.org' };
const PRIVACY = 'the messaging service that our team uses';

test('from the form to a receiver that verifies the signature: the kind and the time, and nobody’s name', async ({
  page,
  site,
  receiver,
}) => {
  await page.goto(`${site.url}/?utm_source=newsletter&utm_medium=email#signup`);
  await accept(page);
  await expect.poll(() => site.query('SELECT 1 FROM events').length).toBeGreaterThan(0);
  await signUp(page, ada, 'Notify me');
  await expect(toast(page)).toBeVisible();
  await expect.poll(() => receiver.requests.length).toBe(1);
  expect(receiver.requests[0]?.message).toEqual({
    type: 'signup.created',
    timestamp: expect.stringMatching(/^\d{4}-/),
    data: { signup_type: 'notifyme', created_at: expect.stringMatching(/^\d{4}-/) },
  });
  expect(receiver.requests[0]?.body).not.toMatch(/ada|newsletter/i);
  expect(site.output()).not.toMatch(/ada@|secret-of-the-url/);
  const privacy = await page.request.get(`${site.url}/privacy`);
  expect(await privacy.text()).not.toContain(PRIVACY);
});

test.describe('with WEBHOOK_INCLUDE=person', () => {
  test.use({ include: 'person' });

  test('the privacy policy names the recipient', async ({ page, site, receiver }) => {
    const privacy = await page.request.get(`${site.url}/privacy`);
    expect(await privacy.text()).toContain(PRIVACY);
    await page.goto(`${site.url}/?utm_source=newsletter&utm_medium=email#signup`);
    await reject(page);
    await signUp(page, ada, 'Notify me');
    await expect.poll(() => receiver.requests.length).toBe(1);
    const data = receiver.requests[0]?.message?.data;
    expect(data).toMatchObject({ name: 'Ada', email: 'ada@example.org' });
  });
});
