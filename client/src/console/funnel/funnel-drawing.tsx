import type { Ref } from 'react';
import { formatCount, formatShare } from '#shared/format-figures';
import styles from './funnel-drawing.module.css';
import type { FunnelRow } from './funnel-rows.ts';

/** The part of a step's width that its bar has, in percent, as in the CSS. The rest leads to the next step. */
const BAR = 40;

interface FunnelDrawingProps {
  ref: Ref<HTMLDivElement>;
  rows: readonly FunnelRow[];
}

/** A column for each step. All heights are in proportion to people; the table below has the figures. */
export const FunnelDrawing = ({ ref, rows }: FunnelDrawingProps) => (
  <div ref={ref} className={styles['drawing']} aria-hidden="true">
    {rows.map(({ position, label, count, first, lost, isLargestLoss }) => {
      const height = (people: number) => (people / Math.max(1, first)) * 100;
      const next = height(count - (lost ?? 0));
      return (
        <div key={position} className={styles['step']}>
          <svg viewBox="0 0 100 100" preserveAspectRatio="none" aria-hidden="true">
            {lost !== null && (
              <>
                <polygon
                  className={styles['lost']}
                  data-largest={isLargestLoss}
                  points={`${BAR},${100 - height(count)} 100,${100 - height(count)} 100,${100 - next} ${BAR},${100 - next}`}
                />
                <rect
                  className={styles['passage']}
                  x={BAR}
                  y={100 - next}
                  width={100 - BAR}
                  height={next}
                />
              </>
            )}
            <rect
              className={styles['reached']}
              width={lost === null ? 100 : BAR}
              y={100 - height(count)}
              height={height(count)}
            />
          </svg>
          <b>{formatCount(count)}</b>
          {/* One text, because a second one would move with the length of the first. */}
          <small>{position === 0 ? label : `${formatShare(count, first)} ${label}`}</small>
        </div>
      );
    })}
  </div>
);
