import { useId } from 'react';
import styles from './ranking.module.css';
import { Share } from './share.tsx';

interface RankingProps {
  heading: string;
  /** The heading of the first column. */
  name: string;
  /** The ranked columns. The bars show the first of them. */
  columns: readonly { label: string; isRanked?: boolean }[];
  rows: readonly { name: string; values: readonly number[]; cells: readonly string[] }[];
}

/** A table whose rows have bars, the longest first. */
export function Ranking({ heading, name, columns, rows }: RankingProps) {
  const id = useId();
  const ranked = columns.findIndex(({ isRanked }) => isRanked);
  const most = Math.max(...rows.map(({ values }) => values[ranked] ?? 0));
  return (
    <div className={styles['ranking']}>
      <h2 id={id}>{heading}</h2>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: scrollable content must be reachable by keyboard (WCAG 2.1.1) */}
      <section className={styles['scroll']} aria-labelledby={id} tabIndex={0}>
        <table>
          <caption className="visually-hidden">{heading}</caption>
          <thead>
            <tr>
              <th scope="col">{name}</th>
              {columns.map(({ label }) => (
                <th key={label} scope="col">
                  {label}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {rows.map((row) => (
              <tr key={row.name}>
                <th scope="row">
                  {row.name}
                  <Share part={row.values[ranked] ?? 0} whole={most} />
                </th>
                {row.cells.map((cell, index) => (
                  <td key={columns[index]?.label}>{cell}</td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </section>
    </div>
  );
}
