import { useContext } from 'react';
import { type EventFilter, formatFilter } from '#shared/event-filter';
import { AddressNow, type ViewProps } from '../address/use-address.ts';
import { commonWords } from '../words/console-messages.ts';
import { describeValue } from './describe-value.ts';
import { FIELD_NAMES } from './field-names.ts';
import styles from './filter-chips.module.css';

const words = commonWords.filters;

export const describeFilter = ({ by, value }: EventFilter) =>
  `${FIELD_NAMES[by]}: ${describeValue(by, value).name}`;

interface FilterChipsProps extends Pick<ViewProps, 'change'> {
  /** Whether figures of the view are not filtered. */
  hasUnfiltered?: boolean | undefined;
}

/** The filters of the address. Pressing one removes it. */
export function FilterChips({ change, hasUnfiltered }: FilterChipsProps) {
  const { filters } = useContext(AddressNow);
  if (filters.length === 0) return <p className={styles['none']}>{words.none}</p>;
  return (
    <div className={styles['filters']}>
      <ul aria-label={words.label}>
        {filters.map((filter) => {
          const text = describeFilter(filter);
          return (
            <li key={formatFilter(filter)}>
              <button
                type="button"
                aria-label={words.remove({ text })}
                onClick={() =>
                  change((now) => ({
                    filters: now.filters.filter(
                      (one) => formatFilter(one) !== formatFilter(filter),
                    ),
                  }))
                }
              >
                {text} <span aria-hidden="true">×</span>
              </button>
            </li>
          );
        })}
      </ul>
      {hasUnfiltered && <p>{words.unfilteredShort}</p>}
    </div>
  );
}
