import { useCallback, useEffect, useRef, useState } from 'react';
import type { MyData } from '#shared/my-data';
import { directionOf, type Language } from '#shared/site-languages';
import { Button } from '../../../../ui/button.tsx';
import tables from '../../../../ui/ruled-table.module.css';
import { useHydrated } from '../../../../ui/use-hydrated.ts';
import { describeEvent, tellConsent } from '../../../content/describe-record.ts';
import { localeOf } from '../../../content/identity.ts';
import type { Words } from '../../../content/languages.ts';
import { sentenceGap } from '../../../content/sentence-gap.ts';
import { type ConsentView, useConsent, usePorts, useWords } from '../../../ports.ts';
import { fetchMyData } from './ask-my-data.ts';
import { DeleteMyData } from './delete-my-data.tsx';
import styles from './my-data-panel.module.css';
import { useResult } from './use-erasure.ts';

const SHOWN_RECORDS = 100;

type Held =
  | { state: 'loading' }
  | { state: 'failed'; isRetrying: boolean }
  | { state: 'loaded'; data: MyData; wasFailed: boolean };

/** Shows on /cookies the current choice, the data stored under this browser's id, and a button to delete it. */
export function MyDataPanel() {
  const view = useConsent();
  const { myDataContent: words } = useWords('cookies');
  const hydrated = useHydrated();
  const { result, place, tell } = useResult();
  return (
    <div className={styles['panel']}>
      {hydrated ? <Choice view={view} /> : <p>{words.needsScript}</p>}
      {view.consentId && <HeldPanel key={view.consentId} view={view} onDeleted={tell} />}
      {result && (
        <p ref={place} className={styles['result']} tabIndex={-1}>
          {result}
        </p>
      )}
    </div>
  );
}

/** Shows what is stored under one identifier. Another identifier has a panel to itself. */
function HeldPanel({ view, onDeleted }: { view: ConsentView; onDeleted(message: string): void }) {
  const { myDataContent: words } = useWords('cookies');
  const { consent } = usePorts();
  const [held, load] = useHeldData(view);
  function deleted(message: string) {
    if (consent.get().consentId) void load(); // the visitor has accepted again in the meantime
    onDeleted(message);
  }
  const isEnding =
    view.status === 'refused' && held.state === 'loaded' && held.data.events.length > 0;
  return (
    <>
      {isEnding && <p>{words.erasedSoon}</p>}
      <HeldData held={held} retry={load} />
      {held.state === 'loaded' && <AgreedText data={held.data} />}
      <div className={styles['actions']}>
        <Button
          label={words.download}
          disabled={held.state !== 'loaded'}
          onClick={() => held.state === 'loaded' && download(held.data, words.fileName)}
        />
        <DeleteMyData onDeleted={deleted} />
      </div>
    </>
  );
}

/** Fetches the stored data, and again once the server has recorded a new choice, which is part of that data. */
function useHeldData({ decidedAt, isRecorded }: ConsentView) {
  const [held, setHeld] = useState<Held>({ state: 'loading' });
  /** The number of the latest request. An answer to an earlier one is dropped. */
  const asked = useRef(0);
  const load = useCallback(async () => {
    asked.current += 1;
    const question = asked.current;
    setHeld(({ state }) =>
      state === 'failed' ? { state, isRetrying: true } : { state: 'loading' },
    );
    const data = await fetchMyData();
    if (question !== asked.current) return;
    setHeld(({ state }) =>
      data
        ? { state: 'loaded', data, wasFailed: state === 'failed' }
        : { state: 'failed', isRetrying: false },
    );
  }, []);
  // biome-ignore lint/correctness/useExhaustiveDependencies: a new decision is shown, too
  useEffect(() => {
    if (isRecorded || asked.current === 0) void load();
  }, [decidedAt, isRecorded, load]);
  return [held, load] as const;
}

function Choice({ view }: { view: ConsentView }) {
  const { myDataContent: words } = useWords('cookies');
  const { language } = usePorts().wording;
  const { status, gpc, consentId, decidedAt } = view;
  let choice = words.choice[status === 'unknown' ? status : 'noCookies'];
  if (status !== 'unknown' && decidedAt)
    choice = words.choice[status]({ date: formatTime(decidedAt, 'long', language) });
  // Text that changes has an element to itself. A browser that translates the page replaces the text nodes, and React
  // would change or remove nodes that are no longer in the page.
  return (
    <p>
      <span>{gpc ? words.choice.gpc : choice}</span>
      {sentenceGap(language)}
      {consentId && (
        <span>
          {words.choice.identifier} <code>{consentId}</code>
          {words.choice.identifierEnd}
        </span>
      )}
      {!consentId && status === 'refused' && <span>{words.choice.noIdentifier}</span>}
    </p>
  );
}

function HeldData({ held, retry }: { held: Held; retry(): void }) {
  const { myDataContent: words } = useWords('cookies');
  const { language } = usePorts().wording;
  if (held.state === 'loading') return <p role="status">{words.loading}</p>;
  if (held.state === 'failed') {
    const { isRetrying } = held;
    return (
      <div className={styles['actions']}>
        <p role="alert">{isRetrying ? words.loading : words.failed}</p>
        <Button
          size="small"
          label={words.retry}
          busy={isRetrying}
          onClick={() => !isRetrying && retry()}
        />
      </div>
    );
  }
  const records = recordsOf(held.data, words, language);
  const ref = held.wasFailed ? takeFocus : null;
  if (records.length === 0) {
    return (
      <p ref={ref} tabIndex={-1}>
        {words.nothing}
      </p>
    );
  }
  const shown = records.slice(0, SHOWN_RECORDS);
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: scrollable content must be reachable by keyboard (WCAG 2.1.1)
    <section ref={ref} className={styles['records']} aria-label={words.head.what} tabIndex={0}>
      <table className={tables['table']}>
        <caption>
          {words.caption(shown.length, records.length + (held.data.moreEvents ?? 0))}
        </caption>
        <thead>
          <tr>
            <th scope="col">{words.head.time}</th>
            <th scope="col">{words.head.what}</th>
            <th scope="col">{words.head.where}</th>
          </tr>
        </thead>
        <tbody>
          {shown.map(({ key, time, what, where }) => (
            <tr key={key}>
              <td>{formatTime(time, 'short', language)}</td>
              <td>{what}</td>
              <td>{where}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}

/** Takes the focus of the button that was pressed and is gone. */
function takeFocus(element: HTMLElement | null) {
  if (document.activeElement === document.body) element?.focus();
}

/** Shows the text of the latest agreement, exactly as it was asked. */
function AgreedText({ data: { consents, texts = [] } }: { data: MyData }) {
  const { myDataContent: words } = useWords('cookies');
  const nameOf = languageNames(usePorts().wording.language);
  const hash = consents.filter(({ analytics }) => analytics).at(-1)?.textHash;
  const agreed = texts.find((text) => text.hash === hash);
  if (!agreed) return null;
  const { language, text } = agreed;
  return (
    <details>
      <summary>{words.agreed({ language: nameOf(language) })}</summary>
      <blockquote lang={language} dir={directionOf(language as Language)}>
        <p>{text.title}</p>
        <p>{text.description}</p>
        <p>{text.analyticsDescription}</p>
        <p>{text.information}</p>
      </blockquote>
    </details>
  );
}

/** Merges decisions and events into one list, the latest first. */
function recordsOf(
  { consents, events }: MyData,
  words: Words['cookies']['myDataContent'],
  language: Language,
) {
  const nameOf = languageNames(language);
  const decisions = consents.map((consent, index) => ({
    key: `consent-${index}`,
    time: Date.parse(consent.recordedAt),
    what: tellConsent(consent, words, nameOf),
    where: '',
  }));
  const happenings = events.map((event) => ({
    key: event.id,
    time: Date.parse(event.occurredAt),
    what: describeEvent(event, words),
    where: event.context.path ?? '',
  }));
  return [...decisions, ...happenings].sort((a, b) => b.time - a.time);
}

const formatTime = (time: number, dateStyle: 'long' | 'short', language: Language) =>
  new Intl.DateTimeFormat(localeOf(language), {
    dateStyle,
    timeStyle: dateStyle === 'long' ? 'short' : 'medium',
  }).format(time);

/** Returns a function that names languages in the language of the page. */
function languageNames(language: Language) {
  const names = new Intl.DisplayNames(localeOf(language), { type: 'language' });
  return (code: string) => names.of(code) ?? code;
}

function download(data: MyData, name: string) {
  const file = new Blob([JSON.stringify(data, null, 2)], { type: 'application/json' });
  const link = document.createElement('a');
  link.href = URL.createObjectURL(file);
  link.download = name;
  link.click();
  URL.revokeObjectURL(link.href);
}
