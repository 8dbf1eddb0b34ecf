// @vitest-environment happy-dom
import { expect, onTestFinished, test, vi } from 'vitest';
import type { FiguresReport } from '#shared/growth';
import { openPlace } from '../../testing/open-place.tsx';
import { AddressNow } from '../address/use-address.ts';
import { parseAddress } from '../address/view-address.ts';
import type { Loaded } from '../api/use-report.ts';
import { commonWords } from '../words/console-messages.ts';
import { beforeDatesOf, beforeNameOf } from './range-picker.tsx';
import { PeriodFoot, PeriodHeading } from './view-heading.tsx';

const words = commonWords.about;
const zone = 'UTC';

const figures = (grants: number, refusals: number): FiguresReport & { summary: string } => ({
  summary: '9 people signed up.',
  unit: 'day',
  buckets: [
    {
      from: '2026-03-14T00:00:00.000Z',
      signups: { notifyme: 9, beta: 0 },
      confirmed: { notifyme: 0, beta: 0 },
      ...{ pages: 90, grants, refusals, withdrawals: 0 },
    },
  ],
  unfinished: null,
  pages: [],
});

function show(data: ReturnType<typeof figures>) {
  const place = openPlace();
  const period = { from: Date.UTC(2026, 2, 14), to: Date.UTC(2026, 2, 15) - 1 };
  const heading = (search: string, state: Partial<Loaded<typeof data>> = {}) => {
    const address = parseAddress(search, zone);
    const report = {
      ...{ data, askedAt: 0, loading: false, asking: false, failure: null, retry() {} },
      ...state,
    };
    const compared = { report, period, before: null, isAlone: false };
    return place.render(
      <AddressNow value={address}>
        <PeriodHeading heading="Overview" says={report} reports={[report]} />
        <PeriodFoot address={address} after={report} figures={compared} consent={compared} />
      </AddressNow>,
    );
  };
  return { ...place, heading };
}

test('the sentence of a period stays beneath a veil while the next one loads, with its share and its name, and if that fails, which the head says once', async () => {
  const { place, heading, alert } = show(figures(60, 40));
  const isOld = () => place.querySelector('[data-old="true"]') !== null;
  await heading('?range=30');
  const text = place.textContent ?? '';
  expect(text).toContain('9 people signed up.');
  expect(text).toContain('60.0\u00a0% who agreed (60 of 100).');
  expect(text).toContain('Compared with the 30 days before, until the same time.');
  expect(isOld()).toBe(false);
  for (const state of [{ loading: true }, { failure: { why: 'failed' } as const }]) {
    await heading('?range=7', state);
    expect(isOld()).toBe(true);
    expect(place.textContent).toContain('9 people signed up.');
    expect(place.textContent).toContain('Compared with the 30 days before, until the same time.');
    expect(place.querySelector('h1 ~ [role="status"]')?.textContent).toBe(
      state.loading ? commonWords.report.loading : '',
    );
  }
  expect(alert()).toContain(commonWords.report.failed);
});

test('the button of the period leaves out the year that it is', async () => {
  vi.setSystemTime('2026-12-01T12:00:00Z');
  const { place, heading } = show(figures(60, 40));
  const name = () => place.querySelector('button')?.textContent?.replace(/\s*–\s*/, ' – ');
  await heading('?from=2026-11-19&to=2026-12-01');
  expect(name()).toBe('19 Nov – 1 Dec');
  await heading('?from=2026-11-20T09:00:00Z&to=2026-12-01T11:58:00Z');
  expect(name()).toBe('20 Nov, 09:00 – 1 Dec, 11:58');
  await heading('?from=2025-11-19&to=2025-12-01');
  expect(name()).toBe('19 Nov – 1 Dec 2025');
});

test.each([
  [0, 0],
  [0, 9],
])(
  'where none of the visitors agreed, there is no share and no interval: %i of %i',
  async (grants, refusals) => {
    const { place, heading } = show(figures(grants, refusals));
    await heading('?compare=0');
    expect(place.querySelector('summary')?.textContent).toBe(words.ofVisitors);
    expect(place.textContent).not.toContain('%');
  },
);

test('where the period so far is compared up to the same time, its name says so', () => {
  vi.useFakeTimers({ now: Date.UTC(2026, 2, 14, 0, 50) });
  onTestFinished(() => void vi.useRealTimers());
  const namesOf = (search: string) => {
    const address = parseAddress(search, zone);
    return [beforeNameOf(address), beforeDatesOf(address).replace(/\s*–\s*/, '–')];
  };
  expect(namesOf('from=2026-03-10&to=2026-03-14')).toEqual([
    'the 5 days before, until the same time',
    '5–9 Mar 2026 until 00:50',
  ]);
  expect(namesOf('from=2026-03-09&to=2026-03-13')).toEqual(['the 5 days before', '4–8 Mar 2026']);
  expect(namesOf('range=7')[0]).toBe('the 7 days before, until the same time');
});
