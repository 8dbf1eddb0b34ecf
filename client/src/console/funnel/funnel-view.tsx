import { useContext, useState } from 'react';
import { formatShare } from '#shared/format-figures';
import { conversionOf } from '#shared/funnel-steps';
import type { FunnelReport } from '#shared/growth';
import type { FunnelsReport } from '#shared/saved-funnels';
import { FUNNEL_PRESETS } from '#shared/site-funnels';
import { DEFAULT_RANGE, rangeOf } from '../address/range-in-address.ts';
import { AddressNow, type ViewProps } from '../address/use-address.ts';
import type { ViewAddress } from '../address/view-address.ts';
import { reportRoute } from '../api/report-route.ts';
import { type Compared, filterParams, useCompared } from '../api/use-compared.ts';
import { useReport } from '../api/use-report.ts';
import { FirstSteps, useIsEmpty } from '../overview/first-steps.tsx';
import blocks from '../ui/block.module.css';
import { empty, Panel } from '../ui/panel.tsx';
import { beforeNameOf, ToMonth } from '../ui/range-picker.tsx';
import { Tabs } from '../ui/tabs.tsx';
import { PeriodFoot, PeriodHeading } from '../ui/view-heading.tsx';
import { commonWords, funnelWords as words } from '../words/console-messages.ts';
import {
  chosenBreakdown,
  describeFunnel,
  findSaved,
  funnelParams,
  NO_BREAKDOWN,
  PRESET_TABS,
  presetOf,
  showSaved,
  UNCHANGED,
} from './chosen-funnel.ts';
import { FunnelBreakdown } from './funnel-breakdown.tsx';
import { FunnelChart } from './funnel-chart.tsx';
import { type EditorProps, FunnelEditor } from './funnel-editor.tsx';
import { ConversionOverTime, TimeToConvert } from './funnel-over-time.tsx';

const DEFAULTS = { ...UNCHANGED, range: DEFAULT_RANGE, preset: '', unit: '', filters: [] };

/** Shows the funnel that the address names. The address holds the whole state of the view. */
export function FunnelView({ address, change }: ViewProps) {
  const asked = useCompared('funnel', address, funnelParams(address));
  const figures = useCompared('figures', address);
  const saved = useReport<FunnelsReport>('funnels');
  const { report } = asked;
  const isEmpty = useIsEmpty(address, figures.report);
  const widen = address.filters.length > 0 ? { filters: [] } : UNCHANGED;
  return (
    <>
      <PeriodHeading
        heading={commonWords.views.funnel}
        tabs={
          <FunnelTabs
            saved={saved}
            answered={report.loading || report.failure ? null : address}
            change={change}
          />
        }
        says={report}
        isLong={!isEmpty}
        reports={[report]}
        change={change}
      >
        <FunnelEditor saved={saved} change={change} />
      </PeriodHeading>
      <Panel report={report} onRestart={(isFew) => change(isFew ? widen : DEFAULTS)}>
        {(data) => (
          <>
            {data.warnings.length > 0 && <p className={empty}>{words.broken}</p>}
            {data.steps[0]?.count ? (
              // Another funnel has another drawing, and where it lies down another height. Nothing turns into it, or moves.
              <Funnel key={data.labels.join()} {...{ address, change, asked, data }} />
            ) : isEmpty ? (
              <FirstSteps />
            ) : (
              // The sentence above says that nobody took the first step.
              <ToMonth address={address} change={change} />
            )}
          </>
        )}
      </Panel>
      <PeriodFoot address={address} after={report} figures={asked} consent={figures} />
    </>
  );
}

interface FunnelProps extends ViewProps {
  asked: Compared<FunnelReport>;
  data: FunnelReport;
}

/** The funnel as a whole, by value, over time and by time. */
function Funnel({ address, change, asked, data }: FunnelProps) {
  const { before, period } = asked;
  const shared = {
    report: data,
    before,
    beforeName: beforeNameOf(address),
    about: describeFunnel(address, period),
  };
  return (
    <>
      <FunnelChart {...shared} />
      <FunnelBreakdown report={data} before={before} address={address} change={change} />
      {/* The table above has another height. */}
      <div key={chosenBreakdown(address)} className={blocks['columns']}>
        <ConversionOverTime {...shared} zone={address.zone} period={period} />
        <TimeToConvert {...shared} />
      </div>
    </>
  );
}

type FunnelTabsProps = Pick<EditorProps, 'saved' | 'change'> & { answered: ViewAddress | null };

/** The site's funnels, those that the team saved, and own steps while they are shown. @param answered what has its answer */
function FunnelTabs({ saved, answered, change }: FunnelTabsProps) {
  const address = useContext(AddressNow);
  // Rates are asked for after the figures that somebody waits for. Until then, the earlier ones stay.
  const [rated, setRated] = useState(answered);
  if (answered && answered !== rated) setRated(answered);
  const funnels = saved.data?.funnels.filter(({ id }) => id) ?? [];
  const shown = findSaved(funnels, address);
  const preset = presetOf(address);
  const links = [
    ...PRESET_TABS.map((name, index) => ({
      key: name,
      label: FUNNEL_PRESETS[name].label,
      isCurrent: name === preset,
      // Drops everything that was changed in another funnel.
      shows: { ...UNCHANGED, preset: index === 0 ? '' : name },
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
  const labelled = links.map((link) => ({
    ...link,
    label: (
      <>
        {link.label} {rated ? <TabRate of={{ ...rated, ...link.shows }} /> : <small />}
      </>
    ),
  }));
  return <Tabs label={commonWords.views.funnel} links={labelled} onChoose={change} />;
}

function TabRate({ of }: { of: ViewAddress }) {
  const params = [...funnelParams({ ...of, breakdown: NO_BREAKDOWN }), ...filterParams(of)];
  const { data, loading } = useReport<FunnelReport>((at) =>
    reportRoute('funnel', of, rangeOf(of, at), params),
  );
  const rate = data && conversionOf(data.steps);
  // Nobody's is none, and nor is that of a step that nobody can take.
  const isKnown = rate && rate.trials > 0 && data.warnings.length === 0;
  return <small aria-busy={loading}>{isKnown && formatShare(rate.successes, rate.trials)}</small>;
}
