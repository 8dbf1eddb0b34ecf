import { useId } from 'react';
import styles from './ranking.module.css';
import { Share } from './share.tsx';

interface RankingProps {
  heading: string;
  /** Of the first column. */
  name: string;
  /** The bars are drawn of the first column that is ranked. */
  columns: readonly { label: string; isRanked?: boolean }[];
  rows: readonly { name: string; values: readonly number[]; cells: readonly string[] }[];
}

/** A table whose rows bear bars, the longest first. */
export function Ranking({ heading, name, columns, rows }: RankingProps) {
  const id = useId();
  const ranked = columns.findIndex(({ isRanked }) => isRanked);
  const most = Math.max(...rows.map(({ values }) => values[ranked] ?? 0));
  return (
    <div className={styles['ranking']}>
      <h2 id={id}>{heading}</h2>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard (WCAG 2.1.1) */}
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
