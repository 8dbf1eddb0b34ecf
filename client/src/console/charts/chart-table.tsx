import { growthText } from '../words.ts';
import styles from './numbers.module.css';

interface NumbersProps {
  caption: string;
  head: readonly string[];
  rows: readonly { key: string; cells: readonly string[] }[];
}

/** The table behind a chart, collapsed until somebody opens it. */
export function Numbers({ caption, head, rows }: NumbersProps) {
  return (
    <details className={styles['numbers']}>
      <summary>{growthText.report.numbers}</summary>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: scrollable content must be reachable by keyboard (WCAG 2.1.1) */}
      <section className={styles['scroll']} aria-label={caption} tabIndex={0}>
        <table>
          <caption className="visually-hidden">{caption}</caption>
          <thead>
            <tr>
              {head.map((title) => (
                <th key={title} scope="col">
                  {title}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {rows.map(({ key, cells: [label, ...cells] }) => (
              <tr key={key}>
                <th scope="row">{label}</th>
                {cells.map((cell, index) => (
                  <td key={head[index + 1]}>{cell}</td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </section>
    </details>
  );
}
