import { useContext, useState } from 'react';
import { formatShare } from '#shared/format-figures';
import { conversionOf } from '#shared/funnel-steps';
import type { FunnelReport } from '#shared/growth';
import type { FunnelsReport } from '#shared/saved-funnels';
import { FUNNEL_PRESETS } from '#shared/site-funnels';
import { DEFAULT_RANGE, rangeOf } from '../address/range-in-address.ts';
import { AddressNow, change, type ViewProps } from '../address/use-address.ts';
import type { ViewAddress } from '../address/view-address.ts';
import { reportRoute } from '../api/report-route.ts';
import { type Compared, filterParams, useCompared } from '../api/use-compared.ts';
import { useReport } from '../api/use-report.ts';
import { FirstSteps, useIsEmpty } from '../overview/first-steps.tsx';
import blocks from '../ui/block.module.css';
import { empty, Panel, veiled } from '../ui/panel.tsx';
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
export function FunnelView({ address }: ViewProps) {
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
            isEmpty={isEmpty && !report.data?.steps[0]?.count}
          />
        }
        says={report}
        isLong={!isEmpty}
        reports={[report]}
      >
        <FunnelEditor saved={saved} />
      </PeriodHeading>
      <Panel report={report} onRestart={(isFew) => change(isFew ? widen : DEFAULTS)}>
        {(data) => (
          <>
            {data.warnings.length > 0 && <p className={empty}>{words.broken}</p>}
            {data.steps[0]?.count ? (
              // Another funnel has another drawing, and where it lies down another height. Nothing turns into it, or moves.
              <Funnel key={data.labels.join()} {...{ address, asked, data }} />
            ) : isEmpty ? (
              <FirstSteps />
            ) : (
              // The sentence above says that nobody took the first step.
              <ToMonth range={address.range} />
            )}
          </>
        )}
      </Panel>
      <PeriodFoot address={address} after={report} figures={asked} consent={figures} />
    </>
  );
}

interface FunnelProps {
  address: ViewAddress;
  asked: Compared<FunnelReport>;
  data: FunnelReport;
}

/** The funnel as a whole, by value, over time and by time. */
function Funnel({ address, asked, data }: FunnelProps) {
  const { before, period } = asked;
  const shared = {
    address,
    period,
    before,
    report: data,
    beforeName: before ? beforeNameOf(address) : undefined,
    about: describeFunnel(address, period),
  };
  return (
    <>
      <FunnelChart {...shared} />
      <FunnelBreakdown {...shared} />
      {/* The table above has another height. */}
      <div key={chosenBreakdown(address)} className={blocks['columns']}>
        <ConversionOverTime {...shared} />
        <TimeToConvert {...shared} />
      </div>
    </>
  );
}

type FunnelTabsProps = EditorProps & { answered: ViewAddress | null; isEmpty: boolean };

/** The site's funnels, those that the team saved, and own steps while they are shown. @param answered what has its answer */
function FunnelTabs({ saved, answered, isEmpty }: FunnelTabsProps) {
  const address = useContext(AddressNow);
  // Rates are asked for after the figures that somebody waits for. Until then, the earlier ones stay.
  const [rated, setRated] = useState(answered);
  if (answered && answered !== rated) setRated(answered);
  const funnels = saved.data?.funnels.filter(({ id }) => id) ?? [];
  const shown = findSaved(funnels, address);
  const preset = presetOf(address);
  const tab = (key: string, name: string, isCurrent: boolean, shows: Partial<ViewAddress>) => ({
    key,
    isCurrent,
    shows,
    label: (
      <>
        {name} {isEmpty || (rated ? <TabRate of={{ ...rated, ...shows }} /> : <small />)}
      </>
    ),
  });
  const links = [
    ...PRESET_TABS.map((name, index) => {
      // Drops everything that was changed in another funnel.
      const shows = { ...UNCHANGED, preset: index === 0 ? '' : name };
      return tab(name, FUNNEL_PRESETS[name].label, name === preset, shows);
    }),
    ...funnels.map((one) => tab(`${one.id}`, one.name, one === shown, showSaved(one))),
    // These steps may be those of a saved funnel.
    ...(preset || shown || saved.loading ? [] : [tab('own', words.own, true, {})]),
  ];
  return <Tabs label={commonWords.views.funnel} links={links} onChoose={change} />;
}

function TabRate({ of }: { of: ViewAddress }) {
  const params = [...funnelParams({ ...of, breakdown: NO_BREAKDOWN }), ...filterParams(of)];
  const { data, loading } = useReport<FunnelReport>((at) =>
    reportRoute('funnel', of, rangeOf(of, at), params),
  );
  const rate = data && conversionOf(data.steps);
  // There is none where nobody began, or where nobody can take a step.
  const isKnown = rate && rate.trials > 0 && data.warnings.length === 0;
  return (
    <small className={veiled} aria-busy={loading}>
      {isKnown && formatShare(rate.successes, rate.trials)}
    </small>
  );
}
