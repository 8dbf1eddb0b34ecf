import { useId } from 'react';
import { formatShare } from '#shared/format-figures';
import type { BehaviourReport } from '#shared/growth';
import { cx } from '../../ui/cx.ts';
import type { Earlier } from '../api/use-compared.ts';
import { ChartTable, useDrawing } from '../charts/chart-table.tsx';
import { areaPath, linePath } from '../charts/paths.ts';
import blocks from '../ui/block.module.css';
import { peopleCell, rateCell } from '../ui/table-cells.ts';
import { commonWords, trafficWords } from '../words/console-messages.ts';
import styles from './scroll-depth.module.css';

const words = trafficWords.depth;
const sources = commonWords.sources;
/** Those at the lines of the drawing. */
const NAMED = [25, 50, 75, 100];

interface ScrollDepthProps {
  data: BehaviourReport;
  before: Earlier<BehaviourReport> | null;
}

/** Shows which share of the visitors scrolled how far, as an area that shrinks down the page. */
export function ScrollDepth({ data, before }: ScrollDepthProps) {
  const { people, scroll } = data;
  const id = useId();
  const points = [{ percent: 0, people }, ...scroll].map((one) => {
    return { x: one.percent, y: 100 - (people > 0 ? (one.people / people) * 100 : 0) };
  });
  const shown = scroll
    .filter(({ percent }) => NAMED.includes(percent))
    .map((one) => ({ label: nameOf(one.percent), share: formatShare(one.people, people) }));
  const table = {
    heading: words.heading,
    name: words.name,
    columns: [{ label: sources.people }, { label: sources.share, hasChange: true }],
    rows: scroll.map(({ percent, people: reached }, index) => {
      const then = before?.scroll[index]?.people ?? 0;
      return {
        key: `${percent}`,
        name: `${percent} %`,
        cells: [
          peopleCell(reached, before ? then : undefined, before?.share),
          rateCell(
            { successes: reached, trials: people },
            before ? { successes: then, trials: before.people } : undefined,
          ),
        ],
      };
    }),
  };
  const figure = useDrawing<HTMLElement>(table, () => [
    shown.map(({ label, share }) => `${label} ${share}`).join(' · '),
  ]);
  return (
    <figure ref={figure} className={cx(blocks['block'], styles['depth'])} aria-labelledby={id}>
      <figcaption>
        <h2 id={id}>{words.heading}</h2>
      </figcaption>
      <svg viewBox="0 0 100 100" preserveAspectRatio="none" aria-hidden="true">
        <path className={styles['grid']} d="M0,0H100M0,50H100M25,0V100M50,0V100M75,0V100" />
        <path className={styles['area']} d={areaPath(points.map(({ x, y }) => [x, 100, y]))} />
        <path className={styles['line']} d={linePath(points.map(({ x, y }) => [x, y]))} />
        <path className={styles['axis']} d="M0,100H100" />
      </svg>
      <ul>
        {shown.map(({ label, share }) => (
          <li key={label}>
            <b key={share}>{share}</b> {label}
          </li>
        ))}
      </ul>
      <ChartTable {...table} />
    </figure>
  );
}

const nameOf = (percent: number) =>
  percent === 100 ? words.end : words.to({ percent: `${percent}` });
