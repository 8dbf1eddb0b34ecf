// @vitest-environment happy-dom
import { act } from 'react';
import { createRoot } from 'react-dom/client';
import { afterEach, expect, test, vi } from 'vitest';
import type { MyData } from '#shared/my-data';
import { loadWording } from '../../../content/languages.ts';
import { type Ports, PortsProvider, ShowToastProvider, type ToastMessage } from '../../../ports.ts';
import { testPageData } from '../../../test-data.ts';
import { createConsentStore } from '../consent-store.ts';
import { policyOf } from '../open-consent.ts';
import type { PostOutcome } from '../post-outcome.ts';
import { EraseOffer } from './erase-offer.tsx';
import { MyDataPanel } from './my-data-panel.tsx';

const cleanUps: (() => void)[] = [];
afterEach(() => {
  for (const cleanUp of cleanUps.splice(0)) cleanUp();
  vi.restoreAllMocks();
});

/** Shows the panel, or the offer, in a browser that granted. The server answers as the test says. */
async function openPanel(Shown = MyDataPanel) {
  let cookie = '';
  const asked: string[] = [];
  const sent: RequestInit[] = [];
  const posted: ((outcome: PostOutcome) => void)[] = [];
  const toasts: ToastMessage[] = [];
  const data: MyData = { consentId: 'x', consents: [], events: [] };
  let answers = (): unknown => data;
  let deletes: () => Response | Promise<Response> = () => new Response('{"erasedEvents":2}');
  vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', true);
  vi.stubGlobal('fetch', async (_path: string, init: RequestInit = {}) => {
    asked.push(init.method ?? 'GET');
    sent.push(init);
    const aborted = new Promise<never>((_, reject) => {
      init.signal?.addEventListener('abort', () => reject(init.signal?.reason));
    });
    return init.method === 'DELETE' ? Promise.race([deletes(), aborted]) : Response.json(answers());
  });
  const store = createConsentStore({
    readCookies: () => cookie,
    writeCookie: (assignment) => {
      cookie = assignment.split(';')[0] ?? '';
    },
    post: () => new Promise((resolve) => posted.push(resolve)),
    announce() {},
    now: Date.now,
    monotonic: () => performance.now(),
    newId: () => '0195552f-0000-7000-8000-000000000001',
    later: () => () => {},
    exclusively: async (work) => work(),
    secure: false,
    policy: policyOf(testPageData()),
  });
  const answer = async (outcome: PostOutcome) => {
    await act(async () => {
      for (const one of posted.splice(0)) one(outcome);
    });
  };
  store.decide(true, 'banner');
  await answer('recorded');
  await answer('recorded'); // the repeat that renews the cookie
  const wording = await loadWording('en');
  await wording.load('cookies');
  const ports: Ports = {
    data: testPageData(),
    wording,
    track() {},
    pageView() {},
    consent: {
      ...store,
      openPreferences() {},
      asked: testPageData,
    },
  };
  const place = document.body.appendChild(document.createElement('div'));
  const root = createRoot(place);
  await act(async () =>
    root.render(
      <PortsProvider value={ports}>
        <ShowToastProvider value={(message) => toasts.push(message)}>
          <Shown />
        </ShowToastProvider>
      </PortsProvider>,
    ),
  );
  cleanUps.push(() => {
    act(() => root.unmount());
    place.remove();
    vi.unstubAllGlobals();
  });
  const button = (name: string) =>
    [...place.querySelectorAll('button')].find(({ textContent }) => textContent === name);
  return {
    asked,
    answer,
    store,
    place,
    button,
    press: (name: string) => act(async () => button(name)?.click()),
    answerWith(answer: unknown) {
      answers = () => answer;
    },
    failDeletes() {
      deletes = () => new Response('', { status: 503 });
    },
    toasts,
    sent,
    leave: () => act(() => root.render(null)),
    /** Returns a function that answers the next deletion. */
    holdDeletes() {
      let respond = (_response: Response) => {};
      deletes = () => new Promise((resolve) => (respond = resolve));
      return (status: number) =>
        act(async () => respond(new Response('{"erasedEvents":2}', { status })));
    },
  };
}

test('the stored data is fetched again when the server has recorded a choice, not at the press', async () => {
  const { asked, answer, store } = await openPanel();
  expect(asked).toEqual(['GET']);
  await act(async () => store.decide(false, 'footer'));
  expect(asked).toEqual(['GET']);
  await answer('retry');
  expect(asked).toEqual(['GET']);
  await act(async () => store.refresh());
  await answer('recorded');
  expect(asked).toEqual(['GET', 'GET']);
});

test('nothing is deleted before a second press, and the focus follows the question and its answer', async () => {
  const { asked, place, press, button, failDeletes } = await openPanel();
  await press('Delete my data');
  expect(asked).toEqual(['GET']);
  const question = place.querySelector('[role="group"]');
  const label = document.getElementById(question?.getAttribute('aria-labelledby') ?? '');
  expect(label?.textContent).toContain('It cannot be undone');
  expect(document.activeElement).toBe(button('Keep my data'));
  await press('Keep my data');
  expect(document.activeElement).toBe(button('Delete my data'));
  expect(asked).toEqual(['GET']);

  await press('Delete my data');
  await act(async () => {
    const key = new KeyboardEvent('keydown', { key: 'Escape', bubbles: true });
    document.activeElement?.dispatchEvent(key);
  });
  expect(document.activeElement).toBe(button('Delete my data'));

  await press('Delete my data');
  failDeletes();
  await press('Yes, delete my data');
  expect(asked).toEqual(['GET', 'DELETE']);
  expect(place.querySelector('[role="alert"]')?.textContent).toContain('could not be deleted');
  expect(button('Yes, delete my data')).toBeDefined();
});

test('the result of a deletion gets the focus', async () => {
  const { place, press } = await openPanel();
  await press('Delete my data');
  await press('Yes, delete my data');
  expect(document.activeElement?.textContent).toMatch(/^Deleted: 2 events\./);
  expect(place.querySelectorAll('button')).toHaveLength(0);
});

test('a running deletion cannot be cancelled, and does not look as if it could', async () => {
  const { place, button, press, holdDeletes } = await openPanel();
  const respond = holdDeletes();
  await press('Delete my data');
  await press('Yes, delete my data');
  await press('Keep my data');
  expect(place.querySelector('[role="group"]')).not.toBeNull();
  expect(button('Keep my data')?.getAttribute('aria-disabled')).toBe('true');
  await respond(200);
  expect(document.activeElement?.textContent).toMatch(/^Deleted: 2 events\./);
});
test.each([
  { status: 200, kind: 'neutral', says: 'Deleted: 2 events.', choice: 'refused' },
  { status: 503, kind: 'error', says: 'could not be deleted', choice: 'granted' },
])(
  'a visitor who has moved to another page is told the result of a deletion: $status',
  async (expected) => {
    const { press, leave, holdDeletes, toasts, store } = await openPanel();
    const respond = holdDeletes();
    await press('Delete my data');
    await press('Yes, delete my data');
    await leave();
    await respond(expected.status);
    expect(toasts).toMatchObject([
      { kind: expected.kind, text: expect.stringContaining(expected.says) },
    ]);
    expect(store.get().status).toBe(expected.choice);
  },
);

test('a deletion without an answer is shown as failed, and its request outlives the page', async () => {
  const { place, press, holdDeletes, sent } = await openPanel();
  const limit = new AbortController();
  vi.spyOn(AbortSignal, 'timeout').mockReturnValue(limit.signal);
  holdDeletes();
  await press('Delete my data');
  await press('Yes, delete my data');
  expect(sent.at(-1)?.keepalive).toBe(true);
  await act(async () => limit.abort());
  expect(place.querySelector('[role="alert"]')?.textContent).toContain('could not be deleted');
});

test('a page that the browser has translated still shows the choice and the result of a deletion', async () => {
  const { place, press, store, answer } = await openPanel();
  const choice = () => place.querySelector('p')?.textContent;
  translate(place);
  await act(async () => store.decide(false, 'footer'));
  await answer('recorded');
  expect(choice()).toContain('You rejected analytics');
  translate(place);
  await press('Delete my data');
  await press('Yes, delete my data');
  expect(choice()).toContain('This browser has no identifier');
  expect(place.textContent).toContain('Deleted: 2 events.');
});

/** Replaces each text with an element, as browsers do when they translate a page. */
function translate(root: Element) {
  const texts: Node[] = [];
  const walker = document.createTreeWalker(root, NodeFilter.SHOW_TEXT);
  while (walker.nextNode()) texts.push(walker.currentNode);
  for (const text of texts) {
    const translated = document.createElement('font');
    translated.textContent = text.textContent;
    text.parentNode?.replaceChild(translated, text);
  }
}

test.each([{}, { consents: [] }, null])(
  'an answer of the wrong shape (%j) is shown as a failure with a button to try again',
  async (answer) => {
    const { place, press, store, answer: record, answerWith } = await openPanel();
    answerWith(answer);
    await act(async () => store.decide(false, 'footer'));
    await record('recorded');
    expect(place.querySelector('[role="alert"]')).not.toBeNull();
    answerWith({ consentId: 'x', consents: [], events: [] });
    await press('Try again');
    expect(place.querySelector('[role="alert"]')).toBeNull();
  },
);

test('who turns analytics off can erase what was measured by one press, once the server has recorded it', async () => {
  const { asked, answer, answerWith, store, place, press } = await openPanel(EraseOffer);
  answerWith({ consents: [], events: Array(100).fill({}), moreEvents: 14 });
  const offer = 'Also delete the 114 events of this browser';
  await act(async () => store.decide(false, 'footer'));
  expect(asked).toEqual([]);
  await answer('recorded');
  expect(place.textContent).toContain(offer);
  await act(async () => store.decide(true, 'banner'));
  expect(place.textContent).toBe('');
  await act(async () => store.decide(false, 'footer'));
  await answer('recorded');
  await press(offer);
  expect(asked.at(-1)).toBe('DELETE');
  expect(document.activeElement?.textContent).toMatch(/^Deleted: 2 events\./);
  expect(place.querySelector('button')).toBeNull();
});

test('an erasure that fails can be tried again; where nothing was measured, none is offered', async () => {
  const { answer, answerWith, store, place, press, failDeletes } = await openPanel(EraseOffer);
  failDeletes();
  await act(async () => store.decide(false, 'footer'));
  await answer('recorded');
  expect(place.textContent).toBe('');
  answerWith({ consents: [], events: [{}] });
  await act(async () => store.decide(true, 'banner'));
  await act(async () => store.decide(false, 'footer'));
  await answer('recorded');
  await press('Also delete the one event of this browser');
  expect(place.textContent).toContain('could not be deleted');
  expect(place.querySelector('button')).not.toBeNull();
});
