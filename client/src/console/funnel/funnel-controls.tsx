import type { ViewProps } from '../address/use-address.ts';
import controls from '../ui/controls.module.css';
import { Select } from '../ui/select.tsx';
import { StepEditor } from './step-editor.tsx';
import { growthFunnel } from './words.ts';

const words = growthFunnel;
const DEFAULT_ORDER = 'ordered';
const DEFAULT_WINDOW = '14';

/** The settings for counting the funnel. Each choice changes the address. */
export function FunnelControls({ address, change }: ViewProps) {
  const { breakdown, order, windowDays, steps } = address;
  return (
    <div>
      <div className={controls['thirds']}>
        <Select
          label={words.controls.breakdown}
          value={breakdown}
          options={Object.entries(words.breakdowns)}
          onChange={(value) => change({ breakdown: value })}
        />
        <Select
          label={words.controls.order}
          value={order || DEFAULT_ORDER}
          options={Object.entries(words.orders)}
          onChange={(value) => change({ order: value === DEFAULT_ORDER ? '' : value })}
        />
        <Select
          label={words.controls.window}
          value={windowDays || DEFAULT_WINDOW}
          options={Object.entries(words.windows)}
          onChange={(value) => change({ windowDays: value === DEFAULT_WINDOW ? '' : value })}
        />
      </div>
      <StepEditor steps={steps} onApply={(next) => change({ steps: next })} />
    </div>
  );
}
