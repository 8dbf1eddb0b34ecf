// @vitest-environment happy-dom
import { act, useState } from 'react';
import { expect, test, vi } from 'vitest';
import { openPlace } from '../../testing/open-place.tsx';
import { rangeOf } from '../address/range-in-address.ts';
import { Panel } from '../ui/panel.tsx';
import { commonWords } from '../words/console-messages.ts';
import { askApi } from './growth-api.ts';
import { reportRoute } from './report-route.ts';
import { mayPrecede, useReport } from './use-report.ts';

test.each([
  ['of 404 by the site', Response.json({ code: 'not_found' }, { status: 404 }), 'not_found'],
  // While a site is moved or replaced, a proxy may answer 404. Nothing was deleted then, and the
  // message must not say so.
  ['of 404 by a proxy', new Response('<h1>Not found</h1>', { status: 404 }), 'failed'],
  ['of 404 that was cut short', new Response('{"code":"not_', { status: 404 }), 'failed'],
  ['of 503, too long', Response.json({ code: 'report_too_long' }, { status: 503 }), 'too_long'],
])('an answer %s', async (_whose, answer, why) => {
  vi.stubGlobal('fetch', async () => answer);
  expect(await askApi('signups/1', { method: 'DELETE' })).toEqual({ ok: false, why });
});

const NOW = Date.parse('2026-03-31T11:32:00Z');

const paramsOf = (range: { from: string; to: string }, unit = '') => {
  const address = { range, zone: 'UTC', unit, view: 'traffic' } as const;
  const route = reportRoute('figures', address, rangeOf(address, NOW), [['by', null]]);
  return Object.fromEntries(new URLSearchParams(route.slice('figures?'.length)));
};

test('the server gets the times of a period and its usual unit, or the chosen one', () => {
  const day = { from: '2026-03-14', to: '2026-03-14' };
  const times = { from: '2026-03-14T00:00:00.000Z', to: '2026-03-14T23:59:59.999Z', zone: 'UTC' };
  expect(paramsOf(day)).toEqual({ ...times, unit: 'hour' });
  expect(paramsOf(day, 'day')).toEqual({ ...times, unit: 'day' });
});

test('it gets days that are no days as they are, and nothing that nobody wrote', () => {
  const days = { from: '2026-13-44', to: '2026-11-01' };
  expect(paramsOf(days)).toEqual({ ...days, zone: 'UTC' });
});

test('a report is the same object until something changes, so that a press draws no chart again', async () => {
  vi.stubGlobal('fetch', async () => Response.json({ notes: [] }));
  const report = await openPlace().renderHook(() => {
    const [, drawAgain] = useState(0);
    return { notes: useReport('notes'), drawAgain };
  });
  await act(async () => {});
  const { notes, drawAgain } = report.current;
  await act(async () => drawAgain(1));
  expect(report.current.notes).toBe(notes);
});

test('an answer to an earlier question is dropped', async () => {
  const waiting = new Map<string, (response: Response) => void>();
  vi.stubGlobal('fetch', (url: string) => new Promise((resolve) => waiting.set(url, resolve)));
  const answer = (by: string) =>
    act(async () => waiting.get(`/growth/api/${by}`)?.(Response.json({ by })));
  const report = await openPlace().renderHook(() => {
    const [by, choose] = useState('channel');
    return { ...useReport(by), choose };
  });
  await answer('channel');
  for (const by of ['source', 'referrer']) await act(async () => report.current.choose(by));
  expect(report.current).toMatchObject({ data: { by: 'channel' }, loading: true });
  await answer('referrer');
  await answer('source');
  expect(report.current).toMatchObject({ data: { by: 'referrer' }, loading: false });
});

test.each([true, false])(
  'an answer stays if its question is lost, and what is kept also if another one is; a refusal drops it: %s',
  async (isKept) => {
    const answer = (status: number, body: object) =>
      vi.stubGlobal('fetch', async () => Response.json(body, { status }));
    const report = await openPlace().renderHook(() => {
      const [filter, choose] = useState('');
      return { ...useReport(`traffic?${filter}`, 0, isKept), choose };
    });
    const people = { people: 5 };
    const ask = async (status: number, body = {}, filter?: string) => {
      answer(status, body);
      await act(async () => (filter ? report.current.choose(filter) : report.current.retry()));
      return [report.current.data, report.current.failure?.why];
    };
    expect(await ask(200, people)).toEqual([people, undefined]);
    expect(await ask(502)).toEqual([people, 'failed']);
    expect(await ask(502, {}, 'filter=channel:search')).toEqual([isKept ? people : null, 'failed']);
    expect(await ask(200, people)).toEqual([people, undefined]);
    expect(await ask(400, { code: 'few_people' })).toEqual([null, 'few_people']);
  },
);

test('a report that takes too long says so', async () => {
  vi.stubGlobal('fetch', async () => Response.json({ code: 'report_too_long' }, { status: 503 }));
  const report = await openPlace().renderHook(() => useReport('funnel'));
  await vi.waitFor(() => expect(report.current.failure).toMatchObject({ why: 'too_long' }));
});

test('a report that has nothing to ask yet looks again and again', async () => {
  const look = vi.fn(() => useReport(null, 30_000));
  vi.useFakeTimers();
  await openPlace().renderHook(look);
  for (const minute of ['first', 'second', 'third']) {
    look.mockClear();
    act(() => void vi.advanceTimersByTime(60_000));
    expect(look, `${minute} minute`).toHaveBeenCalled();
  }
});

test('a tab in the background asks for nothing, and asks at once when it is shown again', async () => {
  const { renderHook } = openPlace();
  vi.useFakeTimers();
  const asked = vi.spyOn(globalThis, 'fetch').mockImplementation(async () => Response.json({}));
  const state = vi.spyOn(document, 'visibilityState', 'get').mockReturnValue('visible');
  const pass = (ms: number) => act(() => vi.advanceTimersByTimeAsync(ms));
  await renderHook(() => useReport('figures', 30_000));
  await pass(31_000);
  expect(asked).toHaveBeenCalledTimes(2);
  state.mockReturnValue('hidden');
  await pass(120_000);
  expect(asked).toHaveBeenCalledTimes(2);
  state.mockReturnValue('visible');
  await act(async () => void document.dispatchEvent(new Event('visibilitychange')));
  expect(asked).toHaveBeenCalledTimes(3);
});

test('one press asks all again that have failed, also what is not repeated', async () => {
  const { place, press, render } = openPlace();
  let isUp = false;
  vi.stubGlobal('fetch', async () =>
    isUp ? Response.json('fine') : new Response('', { status: 503 }),
  );
  const Two = () => {
    const reports = [useReport<string>('figures'), useReport<string>('funnel', 30_000)];
    return reports.map((report, index) => (
      <Panel key={['figures', 'funnel'][index]} report={report}>
        {(said) => said}
      </Panel>
    ));
  };
  await render(<Two />);
  await vi.waitFor(() => expect(place.querySelectorAll('[role="alert"]')).toHaveLength(2));
  isUp = true;
  await press(commonWords.report.retry);
  await vi.waitFor(() => expect(place.textContent).toBe('finefine'));
});

test('an answer from before something was done may not know of it, unless the clock was set back since', () => {
  const doneAt = 3_600_000;
  expect([doneAt - 1, doneAt, 0].map((askedAt) => mayPrecede(askedAt, doneAt))).toEqual([
    true,
    false,
    false,
  ]);
});
