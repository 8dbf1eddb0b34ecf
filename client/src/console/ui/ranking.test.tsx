// @vitest-environment happy-dom
import { act } from 'react';
import { expect, test, vi } from 'vitest';
import { openPlace } from '../../testing/open-place.tsx';
import { countCell, Ranking, rateCell } from './ranking.tsx';

test('a bar with a track is a part of 100 %; a bar that is measured by the longest one has no track', async () => {
  const { place, render } = openPlace();
  const rowOf = (name: string, successes: number, trials: number) => ({
    ...{ key: name, name },
    cells: [countCell(trials, null), rateCell({ successes, trials }, null)],
  });
  const rows = [rowOf('a', 50, 200), rowOf('b', 10, 100)];
  const columns = [{ label: 'People' }, { label: 'Rate' }];
  await render(<Ranking heading="By" name="Value" columns={columns} rows={rows} />);
  const bars = [...place.querySelectorAll('tbody svg')].map((svg) =>
    [...svg.querySelectorAll('rect[height="4"]')].map((part) => part.getAttribute('width')),
  );
  expect(bars).toEqual([['100'], ['100', '25'], ['50'], ['100', '10']]);
});

test('a table without rows is downloaded with the titles of its columns', async () => {
  const { render, press } = openPlace();
  const saved: Blob[] = [];
  vi.spyOn(URL, 'createObjectURL').mockImplementation((file) => `#${saved.push(file as Blob)}`);
  await render(<Ranking heading="By" name="Value" columns={[{ label: 'People' }]} rows={[]} />);
  await press('Download CSV');
  const bytes = Buffer.from((await saved[0]?.arrayBuffer()) ?? new ArrayBuffer());
  expect(bytes.toString()).toBe('\ufeffValue,People\r\n');
});

test('paper has all rows', async () => {
  const { place, render } = openPlace();
  const rows = Array.from({ length: 12 }, (_, index) => ({
    ...{ key: `${index}`, name: `${index}` },
    cells: [countCell(index, null)],
  }));
  await render(<Ranking heading="By" name="Value" columns={[{ label: 'People' }]} rows={rows} />);
  expect(place.querySelectorAll('tbody tr')).toHaveLength(10);
  await act(async () => dispatchEvent(new Event('beforeprint')));
  expect(place.querySelectorAll('tbody tr')).toHaveLength(12);
});
