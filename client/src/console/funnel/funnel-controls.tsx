import { useContext } from 'react';
import { DEFAULT_WINDOW_DAYS } from '#shared/funnel-limits';
import type { FunnelsReport } from '#shared/saved-funnels';
import { FUNNEL_PRESETS } from '#shared/site-funnels';
import { AddressNow, type ViewProps } from '../address/use-address.ts';
import { useReport } from '../api/use-report.ts';
import controls from '../ui/controls.module.css';
import { Check } from '../ui/inputs.tsx';
import { Menu } from '../ui/menu.tsx';
import { Select } from '../ui/select.tsx';
import { funnelWords } from '../words/console-messages.ts';
import { BREAKDOWN_NAMES } from './breakdown-names.ts';
import {
  breakdownName,
  chosenBreakdown,
  isOffered,
  NO_BREAKDOWN,
  presetOf,
} from './chosen-funnel.ts';
import styles from './preset-picker.module.css';
import { PresetPicker } from './preset-picker.tsx';
import { findSaved } from './saved-funnel-address.ts';
import { SavedPicker } from './saved-picker.tsx';
import { StepEditor } from './step-editor.tsx';

const words = funnelWords.controls;

const DEFAULT_WINDOW = String(DEFAULT_WINDOW_DAYS);

/** The settings for counting the funnel. Each choice changes the address; a draft of own steps does once it is applied. */
export function FunnelControls({ change }: Pick<ViewProps, 'change'>) {
  const address = useContext(AddressNow);
  const saved = useReport<FunnelsReport>('funnels');
  const { steps, order, window, among } = address;
  const preset = presetOf(address);
  const usual = preset && FUNNEL_PRESETS[preset];
  const usualBreakdown = usual?.breakdown ?? NO_BREAKDOWN;
  const usualOrder = usual?.order ?? 'ordered';
  const shown = findSaved(saved.data?.funnels ?? [], address)?.name;
  const name = usual?.label ?? shown ?? funnelWords.presets.own;
  const by = breakdownName(chosenBreakdown(address));
  return (
    <Menu label={by === null ? name : words.chosen({ name, by: by.toLowerCase() })}>
      <div className={styles['controls']}>
        <PresetPicker address={address} change={change} />
        <div className={controls['row']}>
          <Select
            label={words.breakdown}
            value={chosenBreakdown(address)}
            options={Object.entries(BREAKDOWN_NAMES).filter(([name]) => isOffered(address, name))}
            without={words.notOffered}
            onChange={(value) => change({ breakdown: value === usualBreakdown ? '' : value })}
          />
          <Select
            label={words.order}
            value={order || usualOrder}
            options={Object.entries(funnelWords.orders)}
            onChange={(value) => change({ order: value === usualOrder ? '' : value })}
          />
          <Select
            label={words.window}
            value={window || DEFAULT_WINDOW}
            options={Object.entries(funnelWords.windows)}
            onChange={(value) => change({ window: value === DEFAULT_WINDOW ? '' : value })}
          />
          <SavedPicker report={saved} address={address} change={change} />
          {/* Only without an order do people count who did not take the first step. */}
          {steps.length > 0 && order === 'unordered' && (
            <Check
              label={words.amongFirst}
              checked={among === 'first'}
              onChange={(isChecked) => change({ among: isChecked ? 'first' : '' })}
            />
          )}
        </div>
        <StepEditor address={address} change={change} shown={shown} onSaved={saved.retry} />
      </div>
    </Menu>
  );
}
