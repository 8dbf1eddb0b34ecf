import { type FormEvent, type MouseEvent, type RefObject, useContext, useRef } from 'react';
import { formatCount } from '#shared/format-figures';
import type { GrowthSessionState } from '#shared/growth';
import buttons from '../../ui/button.module.css';
import { AddressNow, change } from '../address/use-address.ts';
import { useFormReset } from '../address/use-form-reset.ts';
import { apiPath, askApi, endSession, proof } from '../api/growth-api.ts';
import { useConsole } from '../console-data.ts';
import { afterPaint } from '../ui/after-paint.ts';
import controls from '../ui/controls.module.css';
import { Chips } from '../ui/filters.tsx';
import { Select } from '../ui/inputs.tsx';
import { Menu } from '../ui/menu.tsx';
import { SmallButton } from '../ui/small-button.tsx';
import { commonWords, listWords, signupsWords as words } from '../words/console-messages.ts';
import styles from './signup-controls.module.css';

const FILTERS = [
  ['type', words.type, words.types],
  ['state', words.state, listWords.states],
  ['confirmation', words.confirmation, words.confirmations],
] as const;

const PAUSE_MS = 300;

/** Searches people once somebody stops typing, or at once by Enter. The Back button does not step through what was typed. */
export function Find() {
  const { search } = useContext(AddressNow);
  const timer = useRef(0);
  function find(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    const form = new FormData(event.currentTarget);
    // A space at the end stays: more may be typed after it.
    const text = String(form.get('search')).trimStart();
    change({ search: text, page: 1, application: '' }, { replace: true });
  }
  return (
    <search className={styles['search']}>
      <form ref={useFormReset(search)} className={controls['select']} onSubmit={find}>
        <input
          type="search"
          name="search"
          aria-label={words.search}
          defaultValue={search}
          placeholder={words.searchHint}
          maxLength={200}
          onChange={({ target: { form } }) => {
            clearTimeout(timer.current);
            timer.current = window.setTimeout(() => form?.requestSubmit(), PAUSE_MS);
          }}
        />
      </form>
    </search>
  );
}

/** Which rows of the list are shown. */
export function SignupFilters() {
  const address = useContext(AddressNow);
  const { sendsMail } = useConsole();
  const isMoot = { type: false, state: address.type === 'notifyme', confirmation: !sendsMail };
  const filters = FILTERS.filter(([name]) => !isMoot[name] || address[name] !== '');
  return (
    <>
      <Menu label={commonWords.filters.label}>
        {filters.map(([name, label, values]) => (
          <Select
            key={name}
            label={label}
            value={address[name]}
            options={[['', words.all], ...Object.entries(values)]}
            onChange={(value) =>
              change({ [name]: value, page: 1, ...(value === 'notifyme' && { state: '' }) })
            }
          />
        ))}
      </Menu>
      <Chips
        chips={filters
          .filter(([name]) => address[name] !== '')
          .map(([name, label, values]) => ({
            text: `${label}: ${new Map(Object.entries(values)).get(address[name])}`,
            remove: () => change({ [name]: '', page: 1 }),
          }))}
      />
    </>
  );
}

/** @param query the filter of the signups, without a page, since all matches are downloaded */
export function ExportLink({ query }: { query: URLSearchParams }) {
  const { person } = useConsole();
  const href = apiPath(`signups.csv?${query}`);
  // A refused download shows nothing in the page, so a separate request checks the session.
  async function check(event: MouseEvent) {
    if (person) event.preventDefault();
    const answer = await askApi<GrowthSessionState>('session');
    if (answer.ok && !answer.data.signedIn) endSession();
    const isRecent = answer.ok && answer.data.person?.isRecent;
    if (!person || !(isRecent || (await proof.ask()))) return;
    const link = document.createElement('a');
    Object.assign(link, { href, download: '' }).click();
  }
  return (
    <a
      className={`${buttons['button']} ${buttons['small']}`}
      data-plain
      href={href}
      download
      onClick={check}
    >
      {commonWords.export.label}
    </a>
  );
}

interface PagesProps {
  /** Gets the focus: the new rows start there, and the pressed button may be gone. */
  heading: RefObject<HTMLElement | null>;
  page: number;
  pageSize: number;
  /** How many people there are on all pages. */
  total: number;
  /** Whether no page follows, whatever the total says. */
  isLast?: boolean;
  turn(by: -1 | 1): void;
}

/** Turns to the other pages of people. */
export function Pages({ heading, page, pageSize, total, isLast, turn }: PagesProps) {
  const first = (page - 1) * pageSize + 1;
  const last = page * pageSize;
  const said = (from: number, to: number) =>
    words.count({ first: formatCount(from), last: formatCount(to), total: formatCount(total) });
  const press = (by: -1 | 1) => {
    turn(by);
    void afterPaint().then(() => {
      heading.current?.focus();
      scrollTo(0, 0);
    });
  };
  return (
    <nav className={styles['pages']} aria-label={words.pages}>
      <SmallButton
        label="←"
        aria-label={words.previous}
        disabled={page <= 1}
        onClick={() => press(-1)}
      />
      {/* As wide as the longest of its texts: the arrow after it stays. */}
      <p style={{ minInlineSize: `${said(total, total).length}ch` }}>
        {first <= total && said(first, Math.min(last, total))}
      </p>
      <SmallButton
        label="→"
        aria-label={words.next}
        disabled={isLast || last >= total}
        onClick={() => press(1)}
      />
    </nav>
  );
}
