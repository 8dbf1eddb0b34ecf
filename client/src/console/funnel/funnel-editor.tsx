import { useContext, useRef, useState } from 'react';
import { DEFAULT_WINDOW_DAYS } from '#shared/funnel-limits';
import type { FunnelsReport } from '#shared/saved-funnels';
import { AddressNow, change } from '../address/use-address.ts';
import type { Loaded } from '../api/use-report.ts';
import { useConsole } from '../console-data.ts';
import { deleteSurely } from '../ui/confirm-dialog.tsx';
import controls from '../ui/controls.module.css';
import { Check, Select } from '../ui/inputs.tsx';
import { Menu } from '../ui/menu.tsx';
import { SmallButton } from '../ui/small-button.tsx';
import { funnelWords } from '../words/console-messages.ts';
import { findSaved, orderOf } from './chosen-funnel.ts';
import styles from './step-editor.module.css';
import { StepEditor } from './step-editor.tsx';

const words = funnelWords.controls;
const savedWords = funnelWords.saved;
const WINDOWS = [1, 7, 14, 30, 90];

export interface EditorProps {
  /** The saved funnels. */
  saved: Loaded<FunnelsReport>;
}

/** What makes a funnel. Each choice changes the address; a draft of own steps does once it is applied. */
export function FunnelEditor({ saved }: EditorProps) {
  const address = useContext(AddressNow);
  const shown = findSaved(saved.data?.funnels ?? [], address);
  const { seesPeople } = useConsole();
  const [notice, say] = useState('');
  const place = useRef<HTMLDivElement>(null);
  const { steps, among } = address;
  const order = orderOf(address);
  const usualOrder = orderOf({ ...address, order: '' });
  return (
    <Menu label={words.edit} title={words.editFunnel} className={styles['menu']} isPlain isAtEnd>
      <div className={controls['row']}>
        <Select
          label={words.order}
          value={order}
          options={Object.entries(funnelWords.orders)}
          onChange={(value) => change({ order: value === usualOrder ? '' : value })}
        />
        <Select
          label={words.window}
          value={address.window || `${DEFAULT_WINDOW_DAYS}`}
          options={WINDOWS.map((days) => [`${days}`, funnelWords.days(days)] as const)}
          onChange={(value) => change({ window: value === `${DEFAULT_WINDOW_DAYS}` ? '' : value })}
        />
        {/* Only without an order do people count who did not take the first step. */}
        {steps.length > 0 && order === 'unordered' && (
          <Check
            label={words.amongFirst}
            checked={among === 'first'}
            onChange={(isChecked) => change({ among: isChecked ? 'first' : '' })}
          />
        )}
      </div>
      <StepEditor address={address} shown={shown?.name} onSaved={saved.retry} />
      {/* The steps of a saved funnel that is deleted stay. */}
      <div ref={place} tabIndex={-1}>
        {shown && seesPeople && (
          <SmallButton
            label={savedWords.delete({ name: shown.name })}
            onClick={() =>
              deleteSurely({
                route: `funnels/${shown.id}`,
                heading: savedWords.confirm,
                text: savedWords.confirmText({ name: shown.name }),
                done: savedWords.deleted({ name: shown.name }),
                say,
                onDone() {
                  place.current?.focus(); // the pressed button goes with the funnel
                  saved.retry();
                },
              })
            }
          />
        )}
        <p role="status">{notice}</p>
      </div>
    </Menu>
  );
}
