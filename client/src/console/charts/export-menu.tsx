import { type MouseEvent, useContext, useState } from 'react';
import { formatIsoMinute } from '#shared/time-buckets';
import { fixedRange, rangeOf } from '../address/range-in-address.ts';
import { AddressNow } from '../address/use-address.ts';
import type { Loaded } from '../api/use-report.ts';
import { describeFilter } from '../ui/filters.tsx';
import { closeMenu, Menu } from '../ui/menu.tsx';
import { commonWords } from '../words/console-messages.ts';
import { type Cell, saveFile, toCsv } from './csv.ts';
import styles from './export-menu.module.css';
import { useViewFiles, type ViewFile } from './view-files.ts';

const words = commonWords.export;
const { report } = commonWords;

/** Sorts files as the page has them, however late each came. What has no heading of its own is the first. */
function inOrder(files: readonly ViewFile[]) {
  const headings = [...document.querySelectorAll('main h2')].map((h2) => h2.textContent);
  return files.toSorted((a, b) => headings.indexOf(a.name) - headings.indexOf(b.name));
}

interface ExportMenuProps {
  view: string;
  /** All that the view asks for. Until the address has its answers, nothing can be saved. */
  reports: readonly Loaded<unknown>[];
}

/** Saves what a view shows: all its tables as one file, or one of them, or a chart as an image. */
export function ExportMenu({ view, reports }: ExportMenuProps) {
  const [isListed, setListed] = useState(false);
  const all = useViewFiles();
  const isLoading = reports.some(({ loading }) => loading);
  // Figures that stay because the next ones could not be loaded are not those that the address names.
  const isLost = reports.some(({ failure }) => failure?.why === 'failed');
  const files = isListed && !isLost ? inOrder(all) : [];
  const address = useContext(AddressNow);
  const { zone, filters } = address;
  /** What the figures are about. The address may mean other days tomorrow. */
  function about(): Cell[][] {
    const { from, to } = rangeOf(address, Date.now());
    return [
      [view, location.host],
      [commonWords.range.label, formatIsoMinute(from, zone), formatIsoMinute(to, zone), zone],
      ...filters.map((filter) => [commonWords.filters.label, describeFilter(filter)]),
    ];
  }
  const nameOf = ({ name, isOfEverybody }: ViewFile) =>
    isOfEverybody && filters.length > 0 ? [name, commonWords.filters.everybody] : [name];
  const saveCsv = (name: string, parts: readonly ViewFile[]) => {
    const rows =
      parts.length > 1
        ? [...about(), ...parts.flatMap((part) => [[], nameOf(part), ...part.rows()])]
        : parts.flatMap((part) => part.rows());
    saveFile(name, 'csv', new Blob([toCsv(rows)], { type: 'text/csv' }));
  };
  const saveWhole = () =>
    saveCsv([view, ...Object.values(fixedRange(address, Date.now()))].join(' '), files);
  const item = (label: string, name: string, save: () => void) => (
    <button
      key={label}
      type="button"
      aria-label={`${label}: ${name}`}
      onClick={(event: MouseEvent<HTMLElement>) => {
        closeMenu(event.currentTarget);
        save();
      }}
    >
      {label}
    </button>
  );
  return (
    <Menu label={words.label} isPlain isAtEnd onOpen={() => setListed(true)}>
      {isListed && files.length === 0 && (
        <p role="status">{isLoading ? report.loading : isLost ? report.failed : words.none}</p>
      )}
      <ul className={styles['files']} inert={isLoading}>
        {files.length > 1 && (
          <li>
            <b>{words.whole}</b> {item('CSV', words.whole, saveWhole)}
          </li>
        )}
        {files.map((file) => (
          <li key={file.name}>
            {file.name} {item('CSV', file.name, () => saveCsv(file.name, [file]))}
            {file.saveImage &&
              (['png', 'svg'] as const).map((kind) =>
                item(kind.toUpperCase(), file.name, () => file.saveImage?.(kind)),
              )}
          </li>
        ))}
      </ul>
    </Menu>
  );
}
