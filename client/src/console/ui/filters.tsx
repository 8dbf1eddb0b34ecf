import { useContext, useRef, useState } from 'react';
import type { EventFilter } from '#shared/event-filter';
import { formatCount } from '#shared/format-figures';
import { TRAFFIC_FIELDS, type TrafficField } from '#shared/traffic-fields';
import { nameOfGroup } from '#shared/value-name';
import { AddressNow, change, filterBy } from '../address/use-address.ts';
import { useCompared } from '../api/use-compared.ts';
import { commonWords } from '../words/console-messages.ts';
import { afterPaint } from './after-paint.ts';
import styles from './filters.module.css';
import { Select } from './inputs.tsx';
import { closeMenu, Menu } from './menu.tsx';
import { Panel } from './panel.tsx';

const words = commonWords.filters;

export const describeFilter = ({ by, value }: EventFilter) =>
  `${commonWords.by[by]}: ${nameOfGroup(by, value)}`;

/** The filters of the address, of which a press removes one, and a button that adds one. */
export function Filters() {
  const { filters } = useContext(AddressNow);
  const [isOpen, setIsOpen] = useState(false);
  return (
    <>
      <Menu label={words.label} onOpen={() => setIsOpen(true)}>
        {isOpen && <Choice />}
      </Menu>
      <Chips
        chips={filters.map((filter) => ({
          text: describeFilter(filter),
          remove: () => change(filterBy(filter)),
        }))}
      />
    </>
  );
}

/** What is filtered by. A press removes it. */
export function Chips({ chips }: { chips: readonly { text: string; remove(): void }[] }) {
  const list = useRef<HTMLUListElement>(null);
  const press = (remove: () => void, index: number) => {
    remove();
    // The pressed button has disappeared, and with the last one the list.
    void afterPaint().then(() => {
      const rest = list.current?.querySelectorAll('button') ?? [];
      const next = rest[Math.min(index, rest.length - 1)] ?? document.querySelector('main');
      next?.focus({ preventScroll: true });
    });
  };
  if (chips.length === 0) return null;
  return (
    <ul ref={list} className={styles['chips']} aria-label={words.chosen}>
      {chips.map(({ text, remove }, index) => (
        <li key={text}>
          <button
            type="button"
            aria-label={words.remove({ text })}
            onClick={() => press(remove, index)}
          >
            {text} <span aria-hidden="true">×</span>
          </button>
        </li>
      ))}
    </ul>
  );
}

/** The values of a property in the period, those of most people first. Asked for when somebody looks. */
function Choice() {
  const address = useContext(AddressNow);
  const [by, setBy] = useState<TrafficField>('channel');
  const { report } = useCompared('traffic', { ...address, compare: false }, [['by', by]]);
  return (
    <>
      <Select
        label={words.by}
        value={by}
        options={TRAFFIC_FIELDS.map((field) => [field, commonWords.by[field]] as const)}
        onChange={(value) => setBy(TRAFFIC_FIELDS.find((field) => field === value) ?? by)}
      />
      <Panel report={{ ...report, data: report.failure ? null : report.data, isKept: false }}>
        {({ rows }) => (
          <ul className={styles['values']}>
            {rows.length === 0 && <li>{commonWords.about.nobody}</li>}
            {rows.map(({ value, people }) => {
              const name = nameOfGroup(by, value);
              return (
                <li key={JSON.stringify(value)}>
                  <button
                    type="button"
                    aria-label={words.add({ text: name })}
                    onClick={(event) => {
                      closeMenu(event.currentTarget);
                      change(filterBy({ by, value }));
                    }}
                  >
                    {name} <span>{formatCount(people)}</span>
                  </button>
                </li>
              );
            })}
          </ul>
        )}
      </Panel>
    </>
  );
}
