import { useContext } from 'react';
import type { FunnelsReport } from '#shared/saved-funnels';
import { Button } from '../../ui/button.tsx';
import type { ViewProps } from '../address/use-address.ts';
import { ask } from '../api/growth-api.ts';
import type { Report } from '../api/use-report.ts';
import { AccessContext } from '../session/access.ts';
import { Select } from '../ui/select.tsx';
import { funnelWords } from '../words/messages.ts';
import styles from './preset-picker.module.css';
import { findSaved, showSaved } from './saved-funnels.ts';

const words = funnelWords.saved;

interface SavedPickerProps extends ViewProps {
  report: Report<FunnelsReport>;
}

/** The funnels that the team saved. An operator may delete the chosen one. */
export function SavedPicker({ report, address, change }: SavedPickerProps) {
  const seesPeople = useContext(AccessContext) === 'people';
  const saved = report.data?.funnels.filter(({ id }) => id) ?? [];
  const chosen = findSaved(saved, address);
  const remove = async () => {
    await ask(`funnels/${chosen?.id}`, { method: 'DELETE' });
    report.retry();
  };
  return (
    <div className={styles['saved']}>
      <Select
        label={words.label}
        value={chosen?.name ?? ''}
        options={[['', words.none], ...saved.map(({ name }) => [name, name] as const)]}
        onChange={(value) => {
          const next = saved.find(({ name }) => name === value);
          change(next ? showSaved(next) : { steps: [], among: '' });
        }}
      />
      {chosen && seesPeople && (
        <Button
          variant="quiet"
          size="small"
          label={words.delete}
          aria-label={words.deleteOf({ name: chosen.name })}
          onClick={remove}
        />
      )}
    </div>
  );
}
