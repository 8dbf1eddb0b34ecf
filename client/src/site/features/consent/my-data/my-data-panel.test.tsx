// @vitest-environment happy-dom
import { act } from 'react';
import { expect, test, vi } from 'vitest';
import { translate } from '../../../../testing/open-place.tsx';
import { openSite } from '../../../testing/open-site.tsx';
import type { PostOutcome } from '../post-outcome.ts';
import { policy } from '../testing/test-browser.ts';
import { EraseOffer } from './erase-offer.tsx';
import { MyDataPanel } from './my-data-panel.tsx';

/** Shows the panel, or the offer, in a browser that granted. Its next choices wait for the answer of the server. */
async function openPanel(Shown = MyDataPanel, revision = policy.revision) {
  const { browser, ...page } = await openSite('cookies');
  const { store } = page;
  store.adopt({ ...policy, revision, textsSince: { en: revision } });
  const posted = browser.holdAnswers();
  const asked: RequestInit[] = [];
  const server = {
    data: { consentId: 'x', consents: [], events: [] } as unknown,
    erases: (): Response | Promise<Response> => new Response('{"erasedEvents":2}'),
  };
  vi.stubGlobal('fetch', async (_path: string, init: RequestInit = {}) => {
    asked.push(init);
    const aborted = new Promise<never>((_, reject) => {
      init.signal?.addEventListener('abort', () => reject(init.signal?.reason));
    });
    const erases = init.method === 'DELETE';
    return erases ? Promise.race([server.erases(), aborted]) : Response.json(await server.data);
  });
  await page.render(<Shown />);
  return {
    ...page,
    ...{ asked, browser, server },
    methods: () => asked.map(({ method = 'GET' }) => method),
    decide: (analytics: boolean) => act(async () => store.decide(analytics, 'footer')),
    answer: (outcome: PostOutcome) =>
      act(async () => {
        for (const one of posted.splice(0)) one(outcome);
      }),
    async deleteAll() {
      await page.press('Delete my data');
      await page.press('Yes, delete my data');
    },
    failDeletes() {
      server.erases = () => new Response('', { status: 503 });
    },
    /** Returns a function that answers the next deletion. */
    holdDeletes() {
      let respond = (_response: Response) => {};
      server.erases = () => new Promise((resolve) => (respond = resolve));
      return (status: number) =>
        act(async () => respond(new Response('{"erasedEvents":2}', { status })));
    },
  };
}
const focused = () => document.activeElement?.textContent;

test('the stored data is fetched again when the server has recorded a choice, not at the press', async () => {
  const { methods, answer, decide, store } = await openPanel();
  await decide(false);
  await answer('retry');
  expect(methods()).toEqual(['GET']);
  await act(async () => store.refresh());
  await answer('recorded');
  expect(methods()).toEqual(['GET', 'GET']);
});

test('who has not answered a changed question still sees what is held', async () => {
  const { methods, place } = await openPanel(MyDataPanel, 2);
  expect(place.textContent).toContain('You have not answered the current question yet.');
  expect(methods()).toEqual(['GET']);
});

test('who accepts in a browser that keeps no cookies reads that analytics is off', async () => {
  const { browser, place, decide } = await openPanel();
  Object.assign(browser.shared, { keepsCookies: false, cookie: '' });
  await decide(true);
  expect(place.textContent).toMatch(/no cookies from this site.* off\. .*no identifier/);
});

test('nothing is deleted before a second press, and the focus follows the question and its answer', async () => {
  const { methods, place, press, button, deleteAll, failDeletes, alert } = await openPanel();
  await press('Delete my data');
  const question = place.querySelector('[role="group"]');
  const label = document.getElementById(question?.getAttribute('aria-labelledby') ?? '');
  expect(label?.textContent).toContain('It cannot be undone');
  expect(focused()).toBe('Keep my data');
  await press('Keep my data');
  expect(focused()).toBe('Delete my data');

  await press('Delete my data');
  await act(async () => {
    const key = new KeyboardEvent('keydown', { key: 'Escape', bubbles: true });
    document.activeElement?.dispatchEvent(key);
  });
  expect(focused()).toBe('Delete my data');
  expect(methods()).toEqual(['GET']);

  failDeletes();
  await deleteAll();
  expect(methods()).toEqual(['GET', 'DELETE']);
  expect(alert()).toContain('could not be deleted');
  expect(button('Yes, delete my data')).toBeDefined();
});

test('a running deletion cannot be cancelled, and does not look as if it could; its result gets the focus', async () => {
  const { place, button, press, deleteAll, holdDeletes } = await openPanel();
  const respond = holdDeletes();
  await deleteAll();
  await press('Keep my data');
  expect(place.querySelector('[role="group"]')).not.toBeNull();
  expect(button('Keep my data').getAttribute('aria-disabled')).toBe('true');
  await respond(200);
  expect(focused()).toMatch(/^Deleted: 2 events\./);
  expect(place.querySelectorAll('button')).toHaveLength(0);
});

test.each([
  { status: 200, kind: 'neutral', says: 'Deleted: 2 events.' },
  { status: 503, kind: 'error', says: 'could not be deleted' },
])(
  'a deletion turns analytics off at the press; who has moved to another page is told its result: $status',
  async ({ status, kind, says }) => {
    const { deleteAll, leave, holdDeletes, toasts, store } = await openPanel();
    const respond = holdDeletes();
    await deleteAll();
    expect(store.get().status).toBe('refused');
    await leave();
    await respond(status);
    expect(toasts).toMatchObject([{ kind, text: expect.stringContaining(says) }]);
  },
);

test('who accepts before the answer to a deletion reads what was deleted, and stays accepted', async () => {
  const { button, methods, decide, deleteAll, holdDeletes, toasts, store } = await openPanel();
  const respond = holdDeletes();
  await deleteAll();
  await decide(true);
  await respond(200);
  expect(toasts).toMatchObject([{ text: 'Deleted: 2 events.' }]);
  expect(store.get().status).toBe('granted');
  expect(methods()).toEqual(['GET', 'DELETE', 'GET']);
  expect(button('Delete my data')).toBeDefined();
});

test('a deletion without an answer is shown as failed, and its request outlives the page', async () => {
  const { deleteAll, holdDeletes, asked, alert } = await openPanel();
  const limit = new AbortController();
  vi.spyOn(AbortSignal, 'timeout').mockReturnValue(limit.signal);
  holdDeletes();
  await deleteAll();
  expect(asked.at(-1)?.keepalive).toBe(true);
  await act(async () => limit.abort());
  expect(alert()).toContain('could not be deleted');
});

test('a page that the browser has translated still shows the choice and the result of a deletion', async () => {
  const { place, decide, deleteAll, answer } = await openPanel();
  const choice = () => place.querySelector('p')?.textContent;
  translate(place);
  await decide(false);
  await answer('recorded');
  expect(choice()).toContain('You rejected analytics');
  translate(place);
  await deleteAll();
  expect(choice()).toContain('This browser has no identifier');
  expect(place.textContent).toContain('Deleted: 2 events.');
});

test('who accepts again after a deletion sees nothing of what was deleted, nor later its result', async () => {
  const { place, server, store, decide, answer, deleteAll } = await openPanel();
  const event = { name: 'scroll', properties: { percent_scrolled: 25 }, context: {} };
  server.data = { consents: [], events: [{ ...event, occurredAt: '2026-03-02' }] };
  await decide(true);
  await answer('recorded');
  expect(place.textContent).toContain('25 percent');
  await deleteAll();
  server.data = new Promise(() => {});
  await decide(true);
  expect(place.textContent).not.toContain('25 percent');
  await act(async () => {
    store.withdraw('x');
    store.withdraw(null);
  });
  expect(place.textContent).not.toContain('Deleted: ');
});

test.each([{}, { consents: [] }, null])(
  'an answer of the wrong shape (%j) is shown as a failure with a button to try again, which keeps the focus',
  async (data) => {
    const { press, button, decide, answer, server, alert } = await openPanel();
    const { data: right } = server;
    server.data = data;
    await decide(false);
    await answer('recorded');
    expect(alert()).toContain('could not be looked up');
    button('Try again').focus();
    let resolve = (_answer: unknown) => {};
    server.data = new Promise((promised) => (resolve = promised));
    await press('Try again');
    expect(focused()).toBe('Try again');
    await act(async () => resolve(right));
    expect(focused()).toContain('We hold nothing');
    expect(alert()).toBeUndefined();
  },
);

test('who turns analytics off can erase what was measured by one press, once that is recorded, and try again', async () => {
  const { methods, answer, decide, server, place, press, failDeletes } =
    await openPanel(EraseOffer);
  const { erases } = server;
  await decide(false);
  await answer('recorded');
  expect(place.textContent).toBe(''); // nothing was measured
  server.data = { consents: [], events: Array(100).fill({}), moreEvents: 14 };
  const offer = 'Delete the 114 events of this browser now';
  await decide(true);
  await decide(false);
  expect(place.textContent).toBe('');
  await answer('recorded');
  expect(place.textContent).toContain(
    `are deleted here within 24 hours. The proof of your decision stays.${offer}`,
  );
  failDeletes();
  await press(offer);
  expect(place.textContent).toContain('could not be deleted');
  await decide(true);
  await decide(false);
  await answer('recorded');
  expect(place.textContent).not.toContain('could not be deleted');
  server.erases = erases;
  await press(offer);
  expect(methods()).toEqual(['GET', 'GET', 'DELETE', 'GET', 'DELETE']);
  expect(focused()).toMatch(/^Deleted: 2 events\./);
  expect(place.querySelector('button')).toBeNull();
});
