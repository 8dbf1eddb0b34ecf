import { FUNNEL_PRESETS, PRESETS } from '#shared/site-funnels';
import type { ViewProps } from '../address/use-address.ts';
import controls from '../ui/controls.module.css';
import { funnelWords } from '../words/console-messages.ts';
import { presetOf, UNCHANGED } from './chosen-funnel.ts';
import styles from './preset-picker.module.css';

const words = funnelWords.presets;

/** The site's funnels. Choosing one drops everything that was changed in another. */
export function PresetPicker({ address, change }: ViewProps) {
  const chosen = presetOf(address);
  return (
    <div className={styles['presets']}>
      <fieldset className={controls['choices']}>
        <legend className="visually-hidden">{words.label}</legend>
        {PRESETS.map((preset) => (
          <label key={preset}>
            <input
              type="radio"
              name="preset"
              checked={preset === chosen}
              onChange={() => change({ ...UNCHANGED, preset: preset === PRESETS[0] ? '' : preset })}
            />
            <span>{FUNNEL_PRESETS[preset].label}</span>
          </label>
        ))}
      </fieldset>
      <p>{chosen ? words.questions[chosen] : words.ownNote}</p>
    </div>
  );
}
