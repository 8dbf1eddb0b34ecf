import { type FormEvent, useContext } from 'react';
import { AddressNow, type ViewProps } from '../address/use-address.ts';
import { useFormReset } from '../address/use-form-reset.ts';
import { useConsole } from '../console-data.ts';
import { Chips } from '../ui/filters.tsx';
import { Menu } from '../ui/menu.tsx';
import { Select } from '../ui/select.tsx';
import { SmallButton } from '../ui/small-button.tsx';
import { commonWords, listWords, signupsWords as words } from '../words/console-messages.ts';
import styles from './signups-view.module.css';

const VALUES = {
  type: words.types,
  state: listWords.states,
  confirmation: words.confirmations,
} as const satisfies Record<string, Readonly<Record<string, string>>>;

/** Searches people. */
export function Find({ change }: Pick<ViewProps, 'change'>) {
  const { search } = useContext(AddressNow);
  function find(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    const form = new FormData(event.currentTarget);
    change({ search: String(form.get('search')).trim(), page: 1, application: '' });
  }
  return (
    <search className={styles['search']}>
      <form ref={useFormReset(search)} onSubmit={find}>
        <input
          type="search"
          name="search"
          aria-label={words.search}
          defaultValue={search}
          placeholder={words.searchHint}
          maxLength={200}
        />
        <SmallButton type="submit" label={words.find} />
      </form>
    </search>
  );
}

/** What the list is searched for, and which of its rows are shown. */
export function SignupFilters({ change }: Pick<ViewProps, 'change'>) {
  const address = useContext(AddressNow);
  const { sendsMail } = useConsole();
  const names = (['type', 'state', 'confirmation'] as const).filter(
    (name) => name !== 'confirmation' || sendsMail || address[name] !== '',
  );

  return (
    <>
      <Find change={change} />
      <Menu label={commonWords.filters.label}>
        {names.map((name) => (
          <Select
            key={name}
            label={words[name]}
            value={address[name]}
            options={[['', words.all], ...Object.entries(VALUES[name])]}
            onChange={(value) => change({ [name]: value, page: 1 })}
          />
        ))}
      </Menu>
      <Chips
        chips={names
          .filter((name) => address[name] !== '')
          .map((name) => ({
            text: `${words[name]}: ${new Map(Object.entries(VALUES[name])).get(address[name])}`,
            remove: () => change({ [name]: '', page: 1 }),
          }))}
      />
    </>
  );
}
