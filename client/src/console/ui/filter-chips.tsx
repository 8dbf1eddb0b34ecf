import { useContext, useRef } from 'react';
import { type EventFilter, formatFilter } from '#shared/event-filter';
import { AddressNow, type ViewProps } from '../address/use-address.ts';
import { commonWords } from '../words/console-messages.ts';
import { afterPaint } from './after-paint.ts';
import { describeValue } from './describe-value.ts';
import styles from './filter-chips.module.css';

const words = commonWords.filters;

export const describeFilter = ({ by, value }: EventFilter) =>
  `${commonWords.by[by]}: ${describeValue(by, value).name}`;

/** The filters of the address. Pressing one removes it. */
export function FilterChips({ change }: Pick<ViewProps, 'change'>) {
  const { filters } = useContext(AddressNow);
  const list = useRef<HTMLUListElement>(null);
  const remove = (filter: EventFilter, index: number) => {
    change((now) => ({
      filters: now.filters.filter((one) => formatFilter(one) !== formatFilter(filter)),
    }));
    // The pressed button has disappeared, and with the last one the list.
    void afterPaint().then(() => {
      const chips = list.current?.querySelectorAll('button') ?? [];
      const next = chips[Math.min(index, chips.length - 1)] ?? document.querySelector('main');
      next?.focus({ preventScroll: true });
    });
  };
  if (filters.length === 0) return <p className={styles['none']}>{words.none}</p>;
  return (
    <div className={styles['filters']}>
      <ul ref={list} aria-label={words.label}>
        {filters.map((filter, index) => {
          const text = describeFilter(filter);
          return (
            <li key={formatFilter(filter)}>
              <button
                type="button"
                aria-label={words.remove({ text })}
                onClick={() => remove(filter, index)}
              >
                {text} <span aria-hidden="true">×</span>
              </button>
            </li>
          );
        })}
      </ul>
    </div>
  );
}
