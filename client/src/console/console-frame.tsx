import { lazy, Suspense, useDeferredValue, useEffect, useMemo, useRef } from 'react';
import type { NotesReport } from '#shared/notes';
import { ErrorBoundary } from '../ui/error-boundary.tsx';
import { loadCode } from '../ui/load-code.ts';
import { AddressNow, openAddress, useAddress } from './address/use-address.ts';
import { ALL_SIGNUPS, VIEWS, type View } from './address/view-address.ts';
import { useReport } from './api/use-report.ts';
import { Attention } from './attention/attention.tsx';
import { NotesContext } from './charts/chart-notes.ts';
import { useConsole } from './console-data.ts';
import styles from './console-frame.module.css';
import { Brand } from './first-view.tsx';
import { FunnelView } from './funnel/funnel-view.tsx';
import { LiveView } from './live/live-view.tsx';
import { OverviewView } from './overview/overview-view.tsx';
import { SignupsView } from './signups/signups-view.tsx';
import { TrafficView } from './traffic/traffic-view.tsx';
import blocks from './ui/block.module.css';
import controls from './ui/controls.module.css';
import { Empty, Failed } from './ui/panel.tsx';
import { SmallButton } from './ui/small-button.tsx';
import { Links } from './ui/tabs.tsx';
import { ViewHeading } from './ui/view-heading.tsx';
import { commonWords } from './words/console-messages.ts';

const opened = new URLSearchParams(location.search).get('view');
/** For views that most analysts never open. The code of one that the address names comes while the session is checked. */
function lazily<Name extends string>(
  name: Name,
  load: () => Promise<Record<Name, typeof OverviewView>>,
) {
  if (name.toLowerCase() === `${opened}view`) load().catch(() => {});
  return lazy(async () => ({ default: (await loadCode(load))[name] }));
}

const COMPONENTS = {
  overview: OverviewView,
  funnel: FunnelView,
  traffic: TrafficView,
  signups: SignupsView,
  applications: lazily('ApplicationsView', () => import('./list/applications-view.tsx')),
  mailings: lazily('MailingsView', () => import('./list/mailings-view.tsx')),
  live: LiveView,
  people: lazily('PeopleView', () => import('./people/people-view.tsx')),
};

/** Keeps the period and the steps. Drops the signups' search and what is open, which mean nothing in another view. */
const viewAt = (view: View) => ({ view, ...ALL_SIGNUPS, application: '', mailing: '' });
/** These are about people, and show no figures that a filter could narrow. */
const OF_PEOPLE: readonly View[] = ['signups', 'applications', 'mailings', 'live', 'people'];
/** This one is drawn at once within itself: its inputs are part of it, and keys are about the rows on screen. */
const AT_ONCE: View = 'applications';

const words = commonWords.unknown;
/** The most characters of an unknown value. */
const MAX_SHOWN = 40;
const NOTES_EVERY_MS = 60_000;

interface FrameProps {
  brand: string;
  /** True after sign-in only. On a page that was opened signed in, the first tab stop is the skip link. */
  takesFocus: boolean;
  onSignOut(): void;
}

/** The page after sign-in: the frame and the view that the address names. */
export function ConsoleFrame({ brand, takesFocus, onSignOut }: FrameProps) {
  const address = useAddress();
  const { view } = address;
  // A press is answered by its link or input. Drawing the view takes longer.
  const late = useDeferredValue(address);
  const drawn = view === AT_ONCE && late.view === view ? address : late;
  const { seesPeople, person } = useConsole();
  // Everybody with a passkey sees their own.
  const isShown = (name: View) =>
    seesPeople || !OF_PEOPLE.includes(name) || (name === 'people' && Boolean(person));
  const views = VIEWS.filter(isShown);
  const shown = useMemo(() => {
    const View = COMPONENTS[drawn.view];
    return <View address={drawn} />;
  }, [drawn]);
  const notes = useReport<NotesReport>('notes', NOTES_EVERY_MS);
  const main = useRef<HTMLElement>(null);
  useEffect(() => {
    document.title = `${commonWords.views[view]} · ${commonWords.title({ brand })}`;
  }, [view, brand]);
  useEffect(() => {
    if (takesFocus) main.current?.focus({ preventScroll: true });
  }, [takesFocus]);

  return (
    <AddressNow value={address}>
      <header className={styles['header']}>
        <a className="skip-link" href="#main">
          {commonWords.skip}
        </a>
        <Brand brand={brand} />
        <div className={styles['nav']}>
          <Links
            label={commonWords.nav}
            links={views.map((name) => ({
              key: name,
              label: commonWords.views[name],
              shows: viewAt(name),
              isCurrent: name === view,
            }))}
            onChoose={openAddress}
          />
        </div>
        <div className={styles['end']}>
          <ErrorBoundary fallback={null}>
            <Attention zone={address.zone} />
          </ErrorBoundary>
          <SmallButton
            data-plain
            label={commonWords.signOut}
            title={person?.name}
            onClick={onSignOut}
          />
        </div>
      </header>
      <main
        ref={main}
        id="main"
        className={styles['main']}
        tabIndex={-1}
        data-late={drawn !== address}
      >
        {address.unknown.length > 0 && (
          <div role="alert" className={controls['warning']}>
            {address.unknown.map(({ name, value }) => {
              const [what = '', shown = ''] = words.values[name];
              return (
                <p key={name}>
                  {words.sentence({ what, value: value.slice(0, MAX_SHOWN), shown })}
                </p>
              );
            })}
          </div>
        )}
        {address.filters.length > 0 && OF_PEOPLE.includes(drawn.view) && (
          <p className={blocks['quiet']}>{commonWords.filters.notHere}</p>
        )}
        <ErrorBoundary key={drawn.view} fallback={<Failed />}>
          <NotesContext value={notes}>
            <Suspense fallback={<ViewHeading heading={commonWords.views[drawn.view]} />}>
              {isShown(drawn.view) ? (
                shown
              ) : (
                <>
                  <ViewHeading heading={commonWords.views[drawn.view]} />
                  <Empty>{commonWords.figuresOnly}</Empty>
                </>
              )}
            </Suspense>
          </NotesContext>
        </ErrorBoundary>
      </main>
    </AddressNow>
  );
}
