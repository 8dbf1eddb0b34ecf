import { type FormEvent, useContext } from 'react';
import { AddressNow, type ViewProps } from '../address/use-address.ts';
import { useFormReset } from '../address/use-form-reset.ts';
import { useConsole } from '../console-data.ts';
import controls from '../ui/controls.module.css';
import { LabelledInput } from '../ui/inputs.tsx';
import { Select } from '../ui/select.tsx';
import { SmallButton } from '../ui/small-button.tsx';
import { listWords, signupsWords as words } from '../words/console-messages.ts';
import styles from './signups-view.module.css';

/** What the list is searched for, and which of its rows are shown. */
export function SignupFilters({ change }: Pick<ViewProps, 'change'>) {
  const { search, type, confirmation, state } = useContext(AddressNow);
  const { sendsMail } = useConsole();
  const formRef = useFormReset(search);

  function find(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    const form = new FormData(event.currentTarget);
    change({ search: String(form.get('search')).trim(), page: 1 });
  }

  return (
    <div className={controls['row']}>
      <search>
        <form ref={formRef} className={styles['find']} onSubmit={find}>
          <LabelledInput
            label={words.search}
            type="search"
            name="search"
            defaultValue={search}
            placeholder={words.searchHint}
            maxLength={200}
          />
          <SmallButton type="submit" label={words.find} />
        </form>
      </search>
      <Select
        label={words.type}
        value={type}
        options={[['', words.all], ...Object.entries(words.types)]}
        onChange={(value) => change({ type: value, page: 1 })}
      />
      <Select
        label={words.state}
        value={state}
        options={[['', words.all], ...Object.entries(listWords.states)]}
        onChange={(value) => change({ state: value, page: 1 })}
      />
      {(sendsMail || confirmation !== '') && (
        <Select
          label={words.confirmation}
          value={confirmation}
          options={[['', words.all], ...Object.entries(words.confirmations)]}
          onChange={(value) => change({ confirmation: value, page: 1 })}
        />
      )}
    </div>
  );
}
