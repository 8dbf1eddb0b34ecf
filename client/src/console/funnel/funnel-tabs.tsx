import { useContext } from 'react';
import type { FunnelsReport } from '#shared/saved-funnels';
import { FUNNEL_PRESETS, PRESETS } from '#shared/site-funnels';
import { AddressNow, type ViewProps } from '../address/use-address.ts';
import { useReport } from '../api/use-report.ts';
import { Tabs } from '../ui/tabs.tsx';
import { funnelWords as words } from '../words/console-messages.ts';
import { findSaved, presetOf, showSaved, UNCHANGED } from './chosen-funnel.ts';
import { FunnelEditor } from './funnel-editor.tsx';

/** The site's funnels, those that the team saved, and own steps while they are shown. */
export function FunnelTabs({ change }: Pick<ViewProps, 'change'>) {
  const address = useContext(AddressNow);
  const saved = useReport<FunnelsReport>('funnels');
  const funnels = saved.data?.funnels.filter(({ id }) => id) ?? [];
  const shown = findSaved(funnels, address);
  const preset = presetOf(address);
  const links = [
    ...PRESETS.map((name) => ({
      key: name,
      label: FUNNEL_PRESETS[name].label,
      isCurrent: name === preset,
      // Drops everything that was changed in another funnel.
      shows: { ...UNCHANGED, preset: name === PRESETS[0] ? '' : name },
    })),
    ...funnels.map((funnel) => ({
      key: `${funnel.id}`,
      label: funnel.name,
      isCurrent: funnel === shown,
      shows: showSaved(funnel),
    })),
    // These steps may be those of a saved funnel.
    ...(preset || shown || saved.loading
      ? []
      : [{ key: 'own', label: words.own, isCurrent: true, shows: {} }]),
  ];
  return (
    <Tabs
      label={words.heading}
      links={links}
      onChoose={change}
      end={<FunnelEditor address={address} change={change} shown={shown} onSaved={saved.retry} />}
    />
  );
}
