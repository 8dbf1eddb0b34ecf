import { useEffect, useEffectEvent, useState } from 'react';
import type { AudienceCount, MailingContent } from '#shared/list';
import type { PreviewReport } from '#shared/list-answers';
import { LANGUAGES, type Language } from '#shared/site-languages';
import { nameOfLanguage } from '#shared/value-name';
import { cx } from '../../ui/cx.ts';
import { apiPath } from '../api/growth-api.ts';
import { countedPeople, type ListDesk } from '../api/use-desk.ts';
import { useReport } from '../api/use-report.ts';
import { useConsole } from '../console-data.ts';
import { keep, useKept } from '../session/kept.ts';
import blocks from '../ui/block.module.css';
import { deleteSurely, isSure } from '../ui/confirm-dialog.tsx';
import controls from '../ui/controls.module.css';
import { Dot } from '../ui/dot.tsx';
import { Check, LabelledInput, Select } from '../ui/inputs.tsx';
import { Empty, Panel, veiled } from '../ui/panel.tsx';
import { SmallButton } from '../ui/small-button.tsx';
import { commonWords, listWords } from '../words/console-messages.ts';
import { MailingSend } from './mailing-send.tsx';
import { MailingWordsForm } from './mailing-words.tsx';
import styles from './mailings-view.module.css';
import {
  type DraftProps,
  groupOf,
  keyOf,
  type StoredDraft,
  textOf,
  USUAL,
  useDraft,
} from './use-draft.ts';

const words = listWords.mailings;

interface EditorProps extends DraftProps {
  /** Called when the pressed button goes. It takes the focus. */
  onPressed(): void;
  onGone(): void;
}

/** A draft in three steps: its words by language beside how they look, a test, and the number that sends it. */
export function MailingEditor(props: EditorProps) {
  const { id, desk, draft, typed, onAnswer, onPressed, onGone } = props;
  const save = useDraft(props);
  const { say, request: run, enqueue } = desk;
  const { sendsMail, languages } = useConsole();
  const { audience, words: all } = typed ?? draft ?? { audience: USUAL, words: {} };
  const put = (change: Partial<MailingContent>) => {
    const seen = typed ? typed.seen : (draft?.version ?? null);
    keep(keyOf(id), { audience, words: all, seen, ...change });
  };
  const isTheirs = typed !== null && draft !== null && typed.seen !== draft.version;
  const [step, setStep] = useState<'write' | 'try' | 'send'>('write');
  const [language, setLanguage] = useState<Language>('en');
  const { count, isOld, countAgain } = useCount(JSON.stringify(groupOf(audience)), desk);
  const testTo = useKept<string>('own/address') ?? '';
  const tested = useKept<string>(`own/tested/${id}`); // the words that a test of here was sent of

  async function test() {
    const saved = await save();
    if (saved === null) return setStep('write'); // which names what is wrong
    const answer = await run<{ sent: boolean; reason?: string }>(`list/mailings/${saved.id}/test`, {
      address: testTo,
      language,
    });
    if (answer?.sent) keep(`own/tested/${saved.id}`, textOf(saved));
    if (answer) say(answer.sent ? words.tested : words.notSent({ reason: answer.reason ?? '' }));
  }

  async function send(people: number) {
    const saved = await save();
    if (saved === null) return setStep('write');
    const answer = await run<{ started: true }>(`list/mailings/${saved.id}/send`, {
      people,
      seen: saved.version,
    });
    if (answer) {
      say(words.started);
      onPressed();
    } else await countAgain();
    onAnswer();
  }

  async function discard() {
    if (!(await isSure(words.discard, words.discardAsk))) return;
    keep(keyOf(id), null);
    (draft ? onPressed : onGone)();
  }

  /** Deletes the version on the screen. */
  function remove({ id, version }: StoredDraft) {
    return deleteSurely({
      route: `list/mailings/${id}?seen=${version}`,
      heading: `${words.remove}?`,
      text: all.en?.subject ?? '',
      done: words.removed,
      say,
      onDone() {
        for (const key of [keyOf(id), `own/tested/${id}`]) keep(key, null);
        onGone();
      },
    });
  }

  function keepMine() {
    keep(keyOf(id), { ...typed, seen: draft?.version });
    onPressed();
    enqueue(save);
  }

  const isWritten = [all.en?.subject, all.en?.text].every((text) => text?.trim());
  const text = textOf({ audience, words: all });
  const isSaved = draft !== null && textOf(draft) === text;
  const isTested = tested === text;
  const isChosen = JSON.stringify(audience) === JSON.stringify(draft?.audience);
  // Without mail, which the view says above, nothing is missing in the words.
  const missing = isWritten ? (sendsMail ? null : '') : words.missing;
  const written = isWritten ? (isSaved ? words.says.saved : words.unsaved) : words.missing;
  const to = count && words.steps.to({ people: countedPeople(count.people) });

  /** What stands beside a test and the number is what goes out. A new draft has nothing beside them. */
  function go(to: typeof step) {
    setStep(to);
    if (to !== 'write' && draft && isWritten && !isSaved) enqueue(save);
  }
  const next = (to: 'try' | 'send') => (
    <SmallButton
      className={controls['solid']}
      label={words.steps.next[to]}
      onClick={() => {
        go(to);
        onPressed();
      }}
    />
  );
  const steps = [
    ['write', words.steps.write, written, isSaved && isWritten],
    ['try', words.steps.try, isTested && words.says.tried, isTested],
    ['send', words.steps.send, draft && !isChosen ? words.unsaved : to, false],
  ] as const;

  return (
    <div className={styles['editor']}>
      {isTheirs && (
        <div className={styles['words']} role="alert">
          <p className={controls['warning']}>{words.conflict.text}</p>
          <div className={controls['row']}>
            <SmallButton label={words.conflict.keepMine} onClick={keepMine} />
            <SmallButton label={words.conflict.takeTheirs} onClick={discard} />
          </div>
        </div>
      )}
      <ol className={styles['steps']}>
        {steps.map(([name, label, said, isDone]) => (
          <li key={name}>
            <button
              type="button"
              aria-current={name === step ? 'step' : undefined}
              onClick={() => go(name)}
            >
              <Dot state={name === step ? 'on' : isDone ? 'done' : 'off'} />
              <b>{label}</b>
              <small className={veiled} aria-busy={name === 'send' && isOld}>
                {said}
              </small>
            </button>
          </li>
        ))}
      </ol>
      <div className={styles['words']}>
        {step !== 'send' && (
          <div className={controls['row']}>
            <Select
              label={commonWords.by.language}
              value={language}
              options={LANGUAGES.filter((one) => languages.includes(one) || all[one]).map((one) => [
                one,
                all[one]?.text ? words.has({ language: nameOfLanguage(one) }) : nameOfLanguage(one),
              ])}
              onChange={(value) => setLanguage(LANGUAGES.find((one) => one === value) ?? 'en')}
            />
            <p className={blocks['quiet']}>
              {language !== 'en' && !all[language]?.text && words.falls}
            </p>
          </div>
        )}
        {step === 'write' && (
          <MailingWordsForm
            {...{ all, language }}
            onChange={(changed) => put({ words: changed })}
            onSave={() => enqueue(save)}
          >
            <div className={controls['row']}>
              <SmallButton
                type="submit"
                className={cx(!isSaved && controls['solid'])}
                label={words.save}
                aria-disabled={isSaved || undefined}
              />
              {isSaved && isWritten && next('try')}
              {typed && <SmallButton label={words.discard} onClick={discard} />}
              {draft && (
                <SmallButton
                  className={styles['last']}
                  label={commonWords.confirm.delete}
                  onClick={() => remove(draft)}
                />
              )}
            </div>
          </MailingWordsForm>
        )}
        {step === 'try' && missing !== null && <p className={blocks['quiet']}>{missing}</p>}
        {step === 'try' && missing === null && (
          <form
            className={controls['row']}
            onSubmit={(event) => {
              event.preventDefault();
              enqueue(test, 'test');
            }}
          >
            <LabelledInput
              label={words.testTo}
              type="email"
              required
              value={testTo}
              onChange={(value) => keep('own/address', value)}
            />
            <SmallButton
              type="submit"
              className={cx(!isTested && controls['solid'])}
              label={words.test}
            />
            {isTested && next('send')}
          </form>
        )}
        {step === 'send' && (
          <MailingSend
            {...{ audience, count, isOld, missing }}
            onChange={(part) => put({ audience: { ...audience, ...part } })}
            onSend={(people) => enqueue(() => send(people), 'send')}
          >
            <SmallButton
              label={words.save}
              aria-disabled={isChosen || undefined}
              onClick={() => enqueue(save)}
            />
          </MailingSend>
        )}
      </div>
      <section className={styles['preview']} aria-label={words.preview}>
        {draft ? (
          <MailingPreview {...draft} language={language} isOld={!isSaved} />
        ) : (
          <Empty heading={words.preview}>{words.previewSaved}</Empty>
        )}
      </section>
    </div>
  );
}

/**
 * Returns how many people an audience has and, until that is known, how many the one before has. `isOld` says which. The
 * function counts them again.
 */
function useCount(group: string, { request }: ListDesk) {
  const [counts, setCounts] = useState<Readonly<Record<string, AudienceCount>>>({});
  async function read(of: string) {
    const answer = await request<AudienceCount>('list/audience', JSON.parse(of));
    if (answer) setCounts((all) => ({ ...all, [of]: answer }));
  }
  const begin = useEffectEvent(read);
  useEffect(() => void begin(group), [group]);
  const isOld = counts[group] === undefined;
  const count = counts[group] ?? Object.values(counts).at(-1) ?? null;
  return { count, isOld, countAgain: () => read(group) };
}

interface PreviewProps extends Pick<StoredDraft, 'id' | 'version'> {
  language: Language;
  /** Whether something else is being written. */
  isOld?: boolean;
}

/** The stored message as mail programs show it. Another version is another message. */
export function MailingPreview({ id, version, language, isOld }: PreviewProps) {
  const [isUnnamed, setUnnamed] = useState(false);
  const query = `language=${language}`;
  const route = `list/mailings/${id}/preview`;
  // The server does not get what follows #.
  const report = useReport<PreviewReport>(`${route}?${query}#${version}`);
  return (
    <>
      <header className={controls['row']}>
        <h2>{isOld ? words.previewOld : words.preview}</h2>
        <Check label={words.withoutName} checked={isUnnamed} onChange={setUnnamed} />
      </header>
      <Panel report={report}>
        {(shown) => (
          <div>
            <p dir="auto">
              <b>{(isUnnamed ? shown.withoutName : shown).subject}</b>
            </p>
            <iframe
              title={words.preview}
              // Without scripts. Of the same origin its height is known.
              sandbox="allow-same-origin"
              onLoad={({ currentTarget: { style, contentDocument } }) => {
                style.blockSize = `${contentDocument?.documentElement.offsetHeight}px`;
              }}
              src={apiPath(`${route}.html?${query}&shown=${version}${isUnnamed ? '&name=' : ''}`)}
            />
          </div>
        )}
      </Panel>
    </>
  );
}
