import type { Ref } from 'react';
import type { Comparison } from '#shared/compare-figures';
import { formatCount, formatShare } from '#shared/format-figures';
import { Change } from '../ui/change.tsx';
import { funnelWords } from '../words/console-messages.ts';
import styles from './funnel-drawing.module.css';
import type { FunnelRow } from './funnel-rows.ts';

const words = funnelWords.drawing;
declare module 'react' {
  interface CSSProperties {
    /** Where the words of a loss begin, in percent of the first step. */
    '--at'?: number;
  }
}

/** In percent. Further to the right, there is no room for the words of a loss. */
const NEAR_END = 60;

interface FunnelDrawingProps {
  ref: Ref<HTMLDivElement>;
  rows: readonly FunnelRow[];
  /** Of the conversion, to the period before. */
  change: Comparison | null;
}

/** A slim bar for each step, as long as it has people, and below it those who left. Where it is narrow, its figures are above it. */
export const FunnelDrawing = ({ ref, rows, change }: FunnelDrawingProps) => (
  <div ref={ref} className={styles['place']}>
    <ol className={styles['steps']}>
      {rows.map(({ position, label, count, first, lost, isLargestLoss }) => {
        const part = (people: number) => (people / Math.max(1, first)) * 100;
        const [width, next] = [part(count), part(count - (lost ?? 0))];
        // Beside those who left, or among them, and else at the end of the line.
        const at = [width, next].find((place) => place <= NEAR_END);
        return (
          // Keyed, because what is beside a longer number would move.
          <li key={`${position} ${count} ${first} ${change?.change}`} className={styles['step']}>
            <span className={styles['name']}>{label}</span>
            <span className={styles['count']}>
              <b>{formatCount(count)}</b>
              {position > 0 && <span>{formatShare(count, first)}</span>}
              {position > 0 && lost === null && (
                <Change of={change} rate={{ successes: count, trials: first }} />
              )}
            </span>
            <svg
              className={styles['bar']}
              viewBox="0 0 100 100"
              preserveAspectRatio="none"
              aria-hidden="true"
            >
              <rect className={styles['track']} width="100" height="100" />
              <rect className={styles['reached']} width={width} height="100" />
            </svg>
            {lost !== null && (
              <div className={styles['gap']} data-largest={isLargestLoss}>
                <svg viewBox="0 0 100 100" preserveAspectRatio="none" aria-hidden="true">
                  <rect className={styles['passage']} width={next} height="100" />
                  <rect className={styles['lost']} x={next} width={width - next} height="100" />
                  {lost > 0 && <path className={styles['edge']} d={`M${width} 0V100`} />}
                </svg>
                {lost > 0 && (
                  <p data-end={at === undefined} style={{ '--at': at ?? 0 }}>
                    <b>−{formatCount(lost)}</b>{' '}
                    <span>
                      {words.left({ share: formatShare(lost, count) })}
                      {isLargestLoss && words.largestLoss}
                    </span>
                  </p>
                )}
              </div>
            )}
          </li>
        );
      })}
    </ol>
  </div>
);
