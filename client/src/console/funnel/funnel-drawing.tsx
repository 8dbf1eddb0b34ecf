import type { Ref } from 'react';
import { formatCount, formatShare } from '#shared/format-figures';
import { funnelWords } from '../words/console-messages.ts';
import styles from './funnel-drawing.module.css';
import type { FunnelRow } from './funnel-rows.ts';

const words = funnelWords.drawing;
/** With more steps, their figures are smaller. */
const FEW_STEPS = 4;
/** What the words of a loss need of the drawing's height, in percent. */
const WORDS = 25;

declare module 'react' {
  interface CSSProperties {
    /** Those who went on, and those who left, in percent of the first step. */
    '--next'?: number;
    '--lost'?: number;
  }
}

interface FunnelDrawingProps {
  ref: Ref<HTMLDivElement>;
  rows: readonly FunnelRow[];
}

/** A slim bar for each step, as long as it has people, and in the gap after it those who left. Where it is narrow, it lies down. */
export const FunnelDrawing = ({ ref, rows }: FunnelDrawingProps) => (
  <div ref={ref} className={styles['place']}>
    <ol className={styles['steps']} data-many={rows.length > FEW_STEPS}>
      {rows.map(({ position, label, count, first, lost, isLargestLoss }) => {
        const part = (people: number) => (people / Math.max(1, first)) * 100;
        const [height, next] = [part(count), part(count - (lost ?? 0))];
        return (
          // Keyed, because what is beside a longer number would move.
          <li key={`${position} ${count} ${first}`} className={styles['step']}>
            <span className={styles['name']}>{label}</span>
            <span className={styles['count']}>
              <b>{formatCount(count)}</b>
              {position > 0 && <span>{formatShare(count, first)}</span>}
            </span>
            <svg
              className={styles['bar']}
              viewBox="0 0 100 100"
              preserveAspectRatio="none"
              aria-hidden="true"
            >
              <rect className={styles['track']} width="100" height="100" />
              <rect className={styles['reached']} width="100" y={100 - height} height={height} />
            </svg>
            {lost !== null && (
              <div className={styles['gap']} data-largest={isLargestLoss}>
                <svg viewBox="0 0 100 100" preserveAspectRatio="none" aria-hidden="true">
                  <rect className={styles['passage']} width="100" y={100 - next} height={next} />
                  <rect
                    className={styles['lost']}
                    width="100"
                    y={100 - height}
                    height={height - next}
                  />
                  {lost > 0 && <path className={styles['edge']} d={`M0 ${100 - height}H100`} />}
                </svg>
                {lost > 0 && (
                  <p
                    data-at={
                      height - next >= WORDS ? 'loss' : height + WORDS < 100 ? 'above' : 'below'
                    }
                    style={{ '--next': next, '--lost': height - next }}
                  >
                    <b>−{formatCount(lost)}</b>{' '}
                    <span>
                      {words.left({ share: formatShare(lost, count) })}
                      {isLargestLoss && <span>{words.largestLoss}</span>}
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
