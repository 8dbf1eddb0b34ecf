// @vitest-environment happy-dom
import { act } from 'react';
import { expect, test, vi } from 'vitest';
import { openPlace } from '../../testing/open-place.tsx';
import { Chart } from './chart.tsx';
import { PickDay } from './chart-notes.ts';

/** Shows a chart of signups: the first count is that of 18 November, and each further one that of the next day. */
async function show(...counts: number[]) {
  const { place, render } = openPlace();
  const pickDay = vi.fn<(day: string) => void>();
  const rows = counts.map((signups, index) => ({
    ...{ key: `${index}`, label: `${18 + index} Nov 2026`, inFile: `2026-11-${18 + index}` },
    ...{ shortLabel: `${18 + index} Nov`, values: { signups } },
  }));
  const series = [{ key: 'signups', label: 'Signups', tone: 'ink' }] as const;
  await render(
    <PickDay value={pickDay}>
      <Chart caption="Signups" rowName="Day" {...{ series, rows }} hasDays />
    </PickDay>,
  );
  return { place, pickDay };
}

test.each([
  [[18, 9, 18, 10], 'at most 18 (18 and 20 Nov 2026), at least 9 (19 Nov 2026)'],
  [[18, 18, 9, 18], 'at most 18 (21 Nov 2026 and 2 more), at least 9 (20 Nov 2026)'],
])(
  'the summary of %j names days that are alike, as the figures beside it do',
  async (counts, said) => {
    const { place } = await show(...counts);
    expect(place.querySelector('[id$=-said]')?.textContent).toContain(said);
  },
);

test.each([
  ['mouse', 1],
  // The first press of a finger shows the day.
  ['touch', 2],
])('with the %s, press %i on a day chooses it', async (pointerType, presses) => {
  const { place, pickDay } = await show(1, 2, 3, 4);
  const slider = place.querySelector('input') as HTMLInputElement;
  slider.getBoundingClientRect = () => new DOMRect(0, 0, 400, 200);
  const point = (kind: string, clientX: number) =>
    act(async () =>
      slider.dispatchEvent(new PointerEvent(kind, { bubbles: true, pointerType, clientX })),
    );
  for (let press = 1; press <= presses; press++) {
    expect(pickDay).not.toHaveBeenCalled();
    await point('pointerdown', 150);
    await point('pointerup', 150);
  }
  expect(pickDay.mock.calls).toEqual([['2026-11-19']]);
  // Moved to another day meanwhile.
  await point('pointerdown', 150);
  await point('pointerup', 350);
  expect(pickDay).toHaveBeenCalledOnce();
});
