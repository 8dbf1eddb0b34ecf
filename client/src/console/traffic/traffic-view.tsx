import { useContext } from 'react';
import { formatCount } from '#shared/format-figures';
import type { BehaviourReport, FiguresReport } from '#shared/growth';
import { wilson } from '#shared/statistics';
import { wholeOf } from '#shared/totals';
import { TRAFFIC_FIELDS, type TrafficField } from '#shared/traffic-fields';
import { nameOfGroup } from '#shared/value-name';
import { DEFAULT_RANGE } from '../address/range-in-address.ts';
import { AddressNow, change, type ViewProps } from '../address/use-address.ts';
import type { ViewAddress } from '../address/view-address.ts';
import { type Compared, type Earlier, useCompared } from '../api/use-compared.ts';
import { Chart } from '../charts/chart.tsx';
import { formatClock } from '../charts/format-axis.ts';
import { LinkBuilder } from '../links/link-builder.tsx';
import { FirstSteps, useIsEmpty } from '../overview/first-steps.tsx';
import blocks from '../ui/block.module.css';
import { Answer, Panel, waitingFor } from '../ui/panel.tsx';
import { beforeNameOf } from '../ui/range-picker.tsx';
import { SourceTable } from '../ui/source-table.tsx';
import { Table } from '../ui/table.tsx';
import { countCell, peopleCell, rateCell, unitColumn } from '../ui/table-cells.ts';
import { Tabs } from '../ui/tabs.tsx';
import { PeriodFoot, PeriodHeading } from '../ui/view-heading.tsx';
import { commonWords, trafficWords as words } from '../words/console-messages.ts';
import { FigureChart } from './figure-chart.tsx';

const DEFAULT_BY = 'channel';
const nameOf = (field: TrafficField): string => commonWords.by[field];

export function TrafficView({ address }: ViewProps) {
  const figures = useCompared('figures', address);
  const traffic = useCompared('traffic', address, [['by', address.by || null]]);
  const pairs = useCompared('traffic', address, [['by', 'utm_source,utm_campaign']]);
  const behaviour = useCompared('behaviour', address);
  const { page, ofPage } = onePage(address);
  const depth = useCompared('behaviour', ofPage);
  const isEmpty = useIsEmpty(address, figures.report);
  const restart = (isFew: boolean) =>
    change(isFew ? { filters: [] } : { range: DEFAULT_RANGE, unit: '', by: '', filters: [] });
  const { data, failure } = traffic.report;
  // Each is half as wide where both are there, so they come together.
  const slower = depth.report.loading && !depth.report.data ? depth.report : behaviour.report;
  const isBeside =
    slower.data?.buttons.length !== 0 &&
    depth.report.data?.scroll[0]?.people !== 0 &&
    depth.report.failure === null;
  return (
    <>
      <PeriodHeading
        heading={commonWords.views.traffic}
        tabs={<ByTabs />}
        says={traffic.report}
        reports={[traffic, pairs, behaviour, depth, figures].map(({ report }) => report)}
      >
        <LinkBuilder zone={address.zone} />
      </PeriodHeading>
      <Panel report={traffic.report} onRestart={restart}>
        {(report) => (
          <SourceTable
            key={report.by}
            heading={words.sources.heading({ by: nameOf(report.by).toLowerCase() })}
            isUnderTabs
            data={report}
            before={traffic.before}
          />
        )}
      </Panel>
      {isEmpty && <FirstSteps />}
      {(data ? data.people !== 0 : failure === null) && (
        <>
          <div className={isBeside ? blocks['columns'] : undefined} {...waitingFor(slower)}>
            <Panel report={slower}>
              {(report) => <ButtonTable data={report} before={behaviour.before} />}
            </Panel>
            <Answer report={depth.report}>
              {(report) => (
                <ScrollDepth
                  page={page}
                  data={report}
                  before={depth.before}
                  beforeName={beforeNameOf(address)}
                />
              )}
            </Answer>
          </div>
          <Panel report={pairs.report}>
            {(report) => (
              <SourceTable heading={words.sources.pairs} data={report} before={pairs.before} />
            )}
          </Panel>
        </>
      )}
      {!isEmpty && (failure === null || figures.report.data) && (
        <Panel report={figures.report} isUnfiltered={address.filters.length > 0}>
          {(report) => <TrafficFigures address={address} figures={figures} data={report} />}
        </Panel>
      )}
      <PeriodFoot address={address} after={figures.report} figures={figures} consent={figures} />
    </>
  );
}

/** Pages are not as long as each other: the one that is filtered by, or else the home page. */
function onePage(address: ViewAddress) {
  const home = { by: 'path', value: '/' } as const;
  const filter = address.filters.find(({ by }) => by === 'path');
  const filters = filter ? address.filters : [...address.filters, home];
  const { value } = filter ?? home;
  const page = value === '/' ? words.depth.home : nameOfGroup('path', value);
  return { page, ofPage: { ...address, filters } };
}

/** What visitors are grouped by. */
function ByTabs() {
  const { by } = useContext(AddressNow);
  return (
    <Tabs
      label={words.tabs}
      links={TRAFFIC_FIELDS.map((field) => ({
        key: field,
        label: nameOf(field),
        shows: { by: field === DEFAULT_BY ? '' : field },
        isCurrent: field === (by || DEFAULT_BY),
      }))}
      onChoose={change}
    />
  );
}

interface TrafficFiguresProps {
  address: ViewAddress;
  figures: Compared<FiguresReport>;
  data: FiguresReport;
}

/** Shows what is counted without anybody's consent: pages, over time and by path, and answers to the consent question. */
function TrafficFigures({ address, figures, data }: TrafficFiguresProps) {
  const { before } = figures;
  // What fell to nothing is shown, too.
  const paths = new Set([...data.pages, ...(before?.pages ?? [])].map(({ path }) => path));
  const until = before && data.unfinished;
  const rowOf = (key: string, name: string, of: (report: FiguresReport) => number) => ({
    key,
    name,
    cells: [countCell(of(data), before ? of(before) : undefined)],
  });
  return (
    <div className={blocks['block']}>
      <div className={blocks['columns']}>
        <FigureChart name="pages" address={address} figures={figures} data={data} />
        <FigureChart name="consents" address={address} figures={figures} data={data} />
        {paths.size > 1 && (
          <Table
            heading={words.paths.heading}
            isOfEverybody
            name={words.paths.path}
            columns={[{ label: words.paths.count, hasChange: true }]}
            rest={
              until ? words.paths.until({ time: formatClock(until.from, address.zone) }) : undefined
            }
            rows={[...paths].map((path) =>
              rowOf(path, path, ({ pages }) => pages.find((one) => one.path === path)?.count ?? 0),
            )}
            total={rowOf('all', words.paths.all, (report) => wholeOf(report).pages)}
          />
        )}
      </div>
      <p>{words.unmeasured}</p>
    </div>
  );
}

/**
 * Shows who pressed which button, and who of them signed up later. Somebody may press several, so they are not compared with each
 * other, and have no bars.
 */
function ButtonTable({ data, before }: BehaviourProps) {
  const { buttons, others } = data;
  if (buttons.length === 0 && !others) return null;
  return (
    <Table
      heading={words.buttons.heading}
      name={words.buttons.name}
      columns={[
        { label: words.buttons.people, unit: words.buttons.unit },
        { ...unitColumn(commonWords.sources.signups), hasChange: true },
        { label: words.buttons.rate },
      ]}
      sortedBy={0}
      rows={buttons.map(({ name, location, ...now }) => {
        const same = before?.buttons.find((one) => one.name === name && one.location === location);
        // A button that is not listed may be one of the others.
        const none = before?.others ? null : { people: 0, signups: 0 };
        const then = before && (same ?? none);
        const place = nameOfGroup('click_location', location);
        return {
          key: JSON.stringify([name, location]),
          name: words.buttons.placed({ button: nameOfGroup('button_name', name), place }),
          cells: [
            peopleCell(now.people, then?.people, before?.share),
            peopleCell(now.signups, then?.signups, before?.share),
            { ...rateCell(rateOf(now), then && rateOf(then)), bar: null },
          ],
        };
      })}
      rest={others && words.buttons.others({ buttons: formatCount(others.buttons) })}
    />
  );
}

const rateOf = ({ people, signups }: { people: number; signups: number }) => ({
  successes: signups,
  trials: people,
});

interface BehaviourProps {
  data: BehaviourReport;
  before: Earlier<BehaviourReport> | null;
}

/**
 * Shows which share of a page's visitors scrolled how far, as a curve that falls down the page. Only home pages measure that, so
 * other pages have no curve.
 */
const ScrollDepth = ({
  page,
  data: { people, scroll },
  before,
  beforeName,
}: BehaviourProps & { page: string; beforeName: string }) =>
  scroll[0]?.people ? (
    <Chart
      caption={words.depth.heading({ page })}
      rowName={words.depth.name}
      form="line"
      measure="share"
      series={[{ key: 'share', label: words.depth.share, tone: 'ink' }]}
      rows={scroll.map(({ percent, people: reached }, index) => {
        const label = percent === 100 ? words.depth.end : words.depth.to({ percent: `${percent}` });
        const then = before ? (before.scroll[index]?.people ?? 0) : undefined;
        return {
          key: `${percent}`,
          label,
          shortLabel: label,
          values: { share: people > 0 ? reached / people : null },
          before: then !== undefined && before?.people ? then / before.people : null,
          band: people > 0 ? wilson(reached, people) : null,
          more: [peopleCell(reached, then, before?.share)],
        };
      })}
      beforeName={before?.people ? beforeName : undefined}
      moreHead={[commonWords.sources.people]}
    />
  ) : null;
