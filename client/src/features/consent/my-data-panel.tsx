import { useCallback, useEffect, useState } from 'react';
import type { Erasure, MyData } from '#shared/my-data';
import { describeConsent, describeEvent, myDataContent as words } from '../../content/my-data.ts';
import { type ConsentView, useConsent, usePorts } from '../../ports.ts';
import { Button } from '../../ui/button.tsx';
import { useHydrated } from '../../ui/use-hydrated.ts';
import styles from './my-data-panel.module.css';

const SHOWN_RECORDS = 100;
const ENDPOINT = '/api/my-data';

type Held = { state: 'loading' } | { state: 'failed' } | { state: 'loaded'; data: MyData };

/** On /cookies: the choice in force, what the server holds under this browser's id, and its end. */
export function MyDataPanel() {
  const { data, consent } = usePorts();
  const view = useConsent();
  const hydrated = useHydrated();
  const [held, setHeld] = useState<Held>({ state: 'loading' });
  const [erasing, setErasing] = useState(false);
  const [notice, setNotice] = useState('');

  const load = useCallback(async () => {
    setHeld({ state: 'loading' });
    const answer = await ask<MyData>('GET');
    setHeld(answer ? { state: 'loaded', data: answer } : { state: 'failed' });
  }, []);
  // Anew after each choice: it is part of what is held.
  useEffect(() => {
    if (view.consentId && view.decidedAt !== null) void load();
  }, [view.consentId, view.decidedAt, load]);

  async function erase() {
    setErasing(true);
    const erasure = await ask<Erasure>('DELETE');
    setErasing(false);
    if (!erasure) return setNotice(words.deleteFailed);
    consent.erased();
    const atPosthog = data.posthogHost ? ` ${words.posthog(data.posthogHost)}` : '';
    setNotice(words.deleted(erasure.erasedEvents) + atPosthog);
  }

  return (
    <div className={styles['panel']}>
      {hydrated ? <Choice view={view} /> : <p>{words.needsScript}</p>}
      {view.consentId && <HeldData held={held} retry={load} />}
      {view.consentId && (
        <div className={styles['actions']}>
          <Button
            variant="quiet"
            label={words.download}
            disabled={held.state !== 'loaded'}
            onClick={() => held.state === 'loaded' && download(held.data)}
          />
          <Button
            variant="quiet"
            label={words.delete}
            busyLabel={words.deleting}
            busy={erasing}
            onClick={() => !erasing && void erase()}
          />
        </div>
      )}
      <p role="status">{notice}</p>
    </div>
  );
}

function Choice({ view }: { view: ConsentView }) {
  const { status, gpc, consentId, decidedAt } = view;
  const date = decidedAt === null ? '' : formatTime(decidedAt, 'long');
  const choice = status === 'unknown' ? words.choice.unknown : words.choice[status](date);
  return (
    <p>
      {gpc ? words.choice.gpc : choice}{' '}
      {consentId && (
        <>
          {words.choice.identifier} <code>{consentId}</code>.
        </>
      )}
      {!consentId && status === 'refused' && words.choice.noIdentifier}
    </p>
  );
}

function HeldData({ held, retry }: { held: Held; retry(): void }) {
  if (held.state === 'loading') return <p role="status">{words.loading}</p>;
  if (held.state === 'failed') {
    return (
      <div className={styles['actions']}>
        <p role="alert">{words.failed}</p>
        <Button variant="quiet" size="small" label={words.retry} onClick={retry} />
      </div>
    );
  }
  const records = recordsOf(held.data);
  if (records.length === 0) return <p>{words.nothing}</p>;
  const shown = records.slice(0, SHOWN_RECORDS);
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard (WCAG 2.1.1)
    <section className={styles['records']} aria-label={words.head.what} tabIndex={0}>
      <table>
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
              <td>{formatTime(time, 'short')}</td>
              <td>{what}</td>
              <td>{where}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}

/** Decisions and events as one story, the latest first. */
function recordsOf({ consents, events }: MyData) {
  const decisions = consents.map((consent, index) => ({
    key: `consent-${index}`,
    time: Date.parse(consent.recordedAt),
    what: describeConsent(consent),
    where: '',
  }));
  const happenings = events.map((event) => ({
    key: event.id,
    time: Date.parse(event.occurredAt),
    what: describeEvent(event),
    where: event.context.path ?? '',
  }));
  return [...decisions, ...happenings].sort((a, b) => b.time - a.time);
}

const formatTime = (time: number, dateStyle: 'long' | 'short') =>
  new Intl.DateTimeFormat('en', {
    dateStyle,
    timeStyle: dateStyle === 'long' ? 'short' : 'medium',
  }).format(time);

async function ask<Answer>(method: 'GET' | 'DELETE'): Promise<Answer | null> {
  try {
    const response = await fetch(ENDPOINT, { method });
    return response.ok ? ((await response.json()) as Answer) : null;
  } catch {
    return null;
  }
}

function download(data: MyData) {
  const file = new Blob([JSON.stringify(data, null, 2)], { type: 'application/json' });
  const link = document.createElement('a');
  link.href = URL.createObjectURL(file);
  link.download = words.fileName;
  link.click();
  URL.revokeObjectURL(link.href);
}
