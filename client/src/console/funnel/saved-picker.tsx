import { useRef, useState } from 'react';
import type { FunnelsReport } from '#shared/saved-funnels';
import type { ViewProps } from '../address/use-address.ts';
import type { Loaded } from '../api/use-report.ts';
import { useConsole } from '../console-data.ts';
import { DeleteDialog } from '../ui/delete-dialog.tsx';
import { Select } from '../ui/select.tsx';
import { SmallButton } from '../ui/small-button.tsx';
import { funnelWords } from '../words/console-messages.ts';
import styles from './preset-picker.module.css';
import { findSaved, showSaved } from './saved-funnel-address.ts';

const words = funnelWords.saved;

interface SavedPickerProps extends ViewProps {
  report: Loaded<FunnelsReport>;
}

/** The funnels that the team saved. An operator may delete the chosen one. */
export function SavedPicker({ report, address, change }: SavedPickerProps) {
  const { seesPeople } = useConsole();
  const saved = report.data?.funnels.filter(({ id }) => id) ?? [];
  const chosen = findSaved(saved, address);
  const [deleting, setDeleting] = useState<(typeof saved)[number] | null>(null);
  const [notice, say] = useState('');
  const box = useRef<HTMLDivElement>(null);
  const deleted = (wasOpen: boolean) => {
    if (wasOpen) box.current?.querySelector('select')?.focus(); // the pressed button goes with the funnel
    report.retry();
  };
  return (
    <div ref={box} className={styles['saved']}>
      <Select
        label={words.label}
        value={chosen?.name ?? ''}
        options={[['', words.none], ...saved.map(({ name }) => [name, name] as const)]}
        onChange={(value) => {
          say('');
          const next = saved.find(({ name }) => name === value);
          change(next ? showSaved(next) : { steps: [], among: '' });
        }}
      />
      {chosen && seesPeople && (
        <SmallButton
          label={words.delete}
          aria-label={words.deleteOf({ name: chosen.name })}
          onClick={() => setDeleting(chosen)}
        />
      )}
      <p role="status">{notice}</p>
      {deleting && (
        <DeleteDialog
          route={`funnels/${deleting.id}`}
          heading={words.confirm}
          text={words.confirmText({ name: deleting.name })}
          deleted={words.deleted({ name: deleting.name })}
          onClose={() => setDeleting(null)}
          say={say}
          onDeleted={deleted}
        />
      )}
    </div>
  );
}
