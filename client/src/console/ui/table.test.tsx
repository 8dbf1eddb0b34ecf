// @vitest-environment happy-dom
import { act } from 'react';
import { expect, onTestFinished, test, vi } from 'vitest';
import { openPlace } from '../../testing/open-place.tsx';
import { ExportMenu } from '../charts/export-menu.tsx';
import { subscribe, viewFiles } from '../charts/view-files.ts';
import { commonWords } from '../words/console-messages.ts';
import { Table } from './table.tsx';
import { countCell, rateCell } from './table-cells.ts';

const columns = [{ label: 'Visitors' }, { label: 'Rate' }];

test('a bar fills its cell at 30 % where none is longer, which is said, and is dark where it is clear of the others', async () => {
  const { place, render } = openPlace();
  const rowOf = (name: string, successes: number, trials: number, isClear: boolean) => ({
    ...{ key: name, name },
    cells: [countCell(trials, null), rateCell({ successes, trials }, null, isClear)],
  });
  const rows = [rowOf('a', 250, 1000, true), rowOf('b', 10, 100, false)];
  await render(<Table heading="By" name="Value" columns={columns} rows={rows} />);
  const bars = [...place.querySelectorAll('tbody svg')].map((svg) => {
    const [part] = svg.querySelectorAll('rect');
    return [svg.getAttribute('data-clear'), Math.round(Number(part?.getAttribute('width')))];
  });
  // The interval of 250 of 1,000 reaches 27.8 %.
  expect(bars).toEqual([
    ['true', 83],
    ['false', 33],
  ]);
  const said = () => place.querySelector('table')?.parentElement?.nextElementSibling?.textContent;
  expect(said()).toContain('Full bar: 30\u00a0%.');
  expect(said()).toContain('Strong bar');
  // Above 30 %, and no row is clear of the others.
  rows.splice(0, 2, rowOf('b', 31, 100, false));
  await render(<Table heading="By" name="Value" columns={columns} rows={[...rows]} />);
  expect(said()).toContain('Full bar: 50\u00a0%.');
  expect(said()).not.toContain('Strong bar');
});

function openMenu(place: Element) {
  const menu = place.querySelector('[popover]') as HTMLElement;
  menu.hidePopover = () => {};
  return act(async () =>
    menu.dispatchEvent(Object.assign(new Event('toggle'), { newState: 'open' })),
  );
}

/** Opens the menu of a view with two tables, and returns the text of the file that a press on one of its buttons saves. */
async function save(name: string) {
  const { place, render } = openPlace();
  const saved: Blob[] = [];
  vi.spyOn(URL, 'createObjectURL').mockImplementation((file) => `#${saved.push(file as Blob)}`);
  await render(
    <>
      <Table heading="By" name="Value" columns={columns.slice(0, 1)} rows={[]} />
      <Table
        heading="Rates"
        name="Value"
        columns={columns}
        rows={[
          {
            ...{ key: 'a', name: 'a' },
            cells: [countCell(9, 8), rateCell({ successes: 1, trials: 9 }, null)],
          },
        ]}
      />
      <ExportMenu view="Traffic" reports={[]} />
    </>,
  );
  await openMenu(place);
  await act(async () => place.querySelector<HTMLElement>(`[aria-label="CSV: ${name}"]`)?.click());
  return Buffer.from((await saved[0]?.arrayBuffer()) ?? new ArrayBuffer()).toString();
}

test('a table without rows is saved with the titles of its columns', async () => {
  expect(await save('By')).toBe('\ufeffValue,Visitors\r\n');
});

test('a view is saved as one file with all its tables, and no two columns of a table have one title', async () => {
  const [view, period, start, by, head, gap, rates, ...table] = (
    await save(commonWords.export.whole)
  ).split('\r\n');
  expect(view).toMatch(/^\ufeffTraffic,/);
  expect(period).toMatch(/^Period(,\d{4}-\d\d-\d\d \d\d:\d\d){2},UTC$/);
  expect([start, by, head, gap, rates]).toEqual(['', 'By', 'Value,Visitors', '', 'Rates']);
  const [titles = [], cells] = table.map((line) => line.split(/,(?! )/));
  expect(new Set(titles).size).toBe(titles.length);
  expect(cells).toHaveLength(titles.length);
});

test('the open menu of files is still while a report is on its way, and then has what came with it', async () => {
  const { place, render } = openPlace();
  const view = (loading: boolean, ...names: string[]) => {
    const report = { data: '', askedAt: 0, asking: loading, failure: null, retry() {}, loading };
    return render(
      <>
        {names.map((heading) => (
          <Table key={heading} name="Value" columns={columns} rows={[]} {...{ heading }} />
        ))}
        <ExportMenu view="Traffic" reports={[report]} />
      </>,
    );
  };
  const files = () =>
    [...place.querySelectorAll('[aria-label^=CSV]')].map(
      (button) => `${button.getAttribute('aria-label')}${button.closest('[inert]') ? '' : '!'}`,
    );
  await view(true);
  await openMenu(place);
  expect(place.querySelector('[popover]')?.textContent).toContain(commonWords.report.loading);
  await view(false, 'By');
  await vi.waitFor(() => expect(files()).toEqual(['CSV: By!']));
  await view(true, 'By');
  expect(files()).toEqual(['CSV: By']);
  await view(false, 'By', 'Rates');
  const all = ['CSV: The whole view!', 'CSV: By!', 'CSV: Rates!'];
  await vi.waitFor(() => expect(files()).toEqual(all));
});

test('a table that is drawn again is the same file', async () => {
  const { render } = openPlace();
  const table = () => <Table heading="By" name="Value" columns={columns} rows={[]} />;
  await render(table());
  const [file] = viewFiles();
  const told = vi.fn();
  onTestFinished(subscribe(told));
  await render(table());
  expect(told).not.toHaveBeenCalled();
  expect(viewFiles()).toEqual([file]);
});

test('paper has all rows', async () => {
  const { place, render } = openPlace();
  const rows = Array.from({ length: 12 }, (_, index) => ({
    ...{ key: `${index}`, name: `${index}` },
    cells: [countCell(index, null)],
  }));
  await render(<Table heading="By" name="Value" columns={columns.slice(0, 1)} rows={rows} />);
  expect(place.querySelectorAll('tbody tr')).toHaveLength(10);
  await act(async () => dispatchEvent(new Event('beforeprint')));
  expect(place.querySelectorAll('tbody tr')).toHaveLength(12);
});
