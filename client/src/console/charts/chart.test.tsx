// @vitest-environment happy-dom
import { act } from 'react';
import { expect, test, vi } from 'vitest';
import { openPlace } from '../../testing/open-place.tsx';
import { Chart } from './chart.tsx';
import { type ChartNote, NotesContext, PickDay } from './chart-notes.ts';

const NO_NOTES = {
  data: null,
  askedAt: 0,
  loading: false,
  asking: false,
  failure: null,
  retry() {},
};
const period = { from: Date.UTC(2026, 10, 18), to: Date.UTC(2026, 10, 30) };

/** Shows a chart of signups: the first count is that of 18 November, and each further one that of the next day. */
async function show(counts: readonly number[], notes: readonly ChartNote[] = []) {
  const { place, render } = openPlace();
  const pickDay = vi.fn<(day: string) => void>();
  const rows = counts.map((signups, index) => ({
    ...{
      key: `2026-11-${18 + index}T00:00:00.000Z`,
      label: `${18 + index} Nov 2026`,
      inFile: `2026-11-${18 + index}`,
    },
    ...{ shortLabel: `${18 + index} Nov`, values: { signups } },
  }));
  const series = [{ key: 'signups', label: 'Signups', tone: 'ink' }] as const;
  await render(
    <PickDay value={pickDay}>
      <NotesContext value={{ ...NO_NOTES, data: { notes: [...notes] } }}>
        <Chart caption="Signups" rowName="Day" {...{ series, rows, period }} hasDays />
      </NotesContext>
    </PickDay>,
  );
  return { place, pickDay };
}

test.each([
  [[18, 9, 18, 10], 'Highest 18 (18 and 20 Nov), lowest 9 (19 Nov)'],
  [[18, 18, 9, 18], 'Highest 18 (21 Nov and 2 more), lowest 9 (20 Nov)'],
])('the summary of %j names days that are alike', async (counts, said) => {
  const { place } = await show(counts);
  expect(place.querySelector('[id$=-said]')?.textContent).toContain(said);
});

/** Moves or presses on a chart. @param width in pixels */
function pointerOn(place: Element, pointerType: string, width: number) {
  const slider = place.querySelector('input') as HTMLInputElement;
  slider.getBoundingClientRect = () => new DOMRect(0, 0, width, 200);
  return (kind: string, clientX: number) =>
    act(async () =>
      slider.dispatchEvent(new PointerEvent(kind, { bubbles: true, pointerType, clientX })),
    );
}

test.each([
  ['mouse', 16, '22 Nov'],
  // A day is 4 pixels wide, and a finger 20.
  ['touch', 16, '21 Nov'],
  ['touch', 6, '20 Nov'],
  ['touch', 34, '26 Nov'],
])(
  'the %s at %i pixels shows %s, where notes are of 20 and 21 Nov',
  async (pointerType, x, shown) => {
    const { place } = await show(
      Array.from({ length: 12 }, () => 1),
      [20, 21].map((day) => {
        const at = `2026-11-${day}T09:00:00.000Z`;
        return { id: at, at, kind: 'note', text: 'New headline' } as const;
      }),
    );
    await pointerOn(place, pointerType, 48)('pointermove', x);
    expect(place.querySelector('input')?.getAttribute('aria-valuetext')).toContain(shown);
  },
);

test.each([
  ['mouse', 1],
  // The first press of a finger shows the day.
  ['touch', 2],
])('with the %s, press %i on a day chooses it', async (pointerType, presses) => {
  const { place, pickDay } = await show([1, 2, 3, 4]);
  const point = pointerOn(place, pointerType, 400);
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
