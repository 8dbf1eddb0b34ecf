import { FUNNEL_PRESETS } from '#shared/site-funnels';
import type { ViewProps } from '../address/use-address.ts';
import controls from '../ui/controls.module.css';
import { Fold } from '../ui/fold.tsx';
import { Select } from '../ui/select.tsx';
import { breakdownName, chosenBreakdown, NO_BREAKDOWN, presetOf } from './chosen-funnel.ts';
import styles from './preset-picker.module.css';
import { PresetPicker } from './preset-picker.tsx';
import { StepEditor } from './step-editor.tsx';
import { growthFunnel as words } from './words.ts';

/** The settings for counting the funnel. Each choice changes the address. */
export function FunnelControls({ address, change }: ViewProps) {
  const preset = presetOf(address);
  const usual = (preset && FUNNEL_PRESETS[preset].breakdown) ?? NO_BREAKDOWN;
  const name = preset ? FUNNEL_PRESETS[preset].label : words.presets.own;
  return (
    <Fold on="narrow" label={words.controls.chosen(name, breakdownName(chosenBreakdown(address)))}>
      <div className={styles['controls']}>
        <PresetPicker address={address} change={change} />
        <div className={controls['row']}>
          <Select
            label={words.controls.breakdown}
            value={chosenBreakdown(address)}
            options={Object.entries(words.breakdowns)}
            onChange={(value) => change({ breakdown: value === usual ? '' : value })}
          />
          <StepEditor address={address} change={change} />
        </div>
      </div>
    </Fold>
  );
}
