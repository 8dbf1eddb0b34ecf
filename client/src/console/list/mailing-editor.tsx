import { useState } from 'react';
import { formatCount } from '#shared/format-figures';
import type { AudienceCount, MailingContent, MailingWords } from '#shared/list';
import { LANGUAGES, type Language } from '#shared/site-languages';
import { apiPath } from '../api/growth-api.ts';
import { useConsole } from '../console-data.ts';
import { keep, useKept } from '../session/kept.ts';
import controls from '../ui/controls.module.css';
import { DeleteDialog } from '../ui/delete-dialog.tsx';
import { LabelledInput } from '../ui/inputs.tsx';
import { Select } from '../ui/select.tsx';
import { SmallButton } from '../ui/small-button.tsx';
import { listWords } from '../words/console-messages.ts';
import { AudiencePicker } from './audience-picker.tsx';
import { countedPeople } from './counted-people.ts';
import styles from './list-views.module.css';
import { MailingConflict } from './mailing-conflict.tsx';
import { MailingPreview, type ShownMessage } from './mailing-preview.tsx';
import { PlaceholderFault } from './placeholder-fault.tsx';
import { type DraftProps, EMPTY, EVERYBODY, groupOf, keyOf, useDraft } from './use-draft.ts';

const words = listWords.mailings;
const names = new Intl.DisplayNames('en', { type: 'language' });

interface EditorProps extends DraftProps {
  /** Called when the pressed button goes. It takes the focus. */
  onPressed(): void;
  onGone(): void;
}

/** A draft: its words by language, whom it is for, how it looks, and the number that sends it. */
export function MailingEditor(props: EditorProps) {
  const { id, draft, typed, onAnswer, onPressed, onGone } = props;
  const store = useDraft(props);
  const { say, request: run, enqueue } = props.desk;
  const { sendsMail } = useConsole();
  const { audience, words: all } = typed ?? draft ?? { audience: EVERYBODY, words: {} };
  const group = groupOf(audience);
  const put = (change: Partial<MailingContent>) => {
    const seen = typed ? typed.seen : (draft?.version ?? null);
    keep(keyOf(id), { audience, words: all, seen, ...change });
  };
  const isTheirs = typed !== null && draft !== null && typed.seen !== draft.version;
  /** The words when another field was entered or a button pressed: of what is just being typed, nothing is said. */
  const [left, setLeft] = useState<MailingContent['words']>(all);
  const save = () => {
    setLeft(all);
    return store();
  };
  const [language, setLanguage] = useState<Language>('en');
  const [preview, setPreview] = useState<ShownMessage | null>(null);
  const [counted, setCounted] = useState<{ group: string; count: AudienceCount | null }>();
  /** None while another audience is chosen than was counted. */
  const count = counted?.group === JSON.stringify(group) ? counted.count : null;
  const testTo = useKept<string>('own/address') ?? '';
  const [people, setPeople] = useState('');
  /** The version on the screen, for the question whether to delete it; null if nobody asks. */
  const [deleting, setDeleting] = useState<string | null>(null);
  const own = all[language];
  const set = (change: Partial<MailingWords>) =>
    put({ words: { ...all, [language]: { ...EMPTY, ...own, ...change } } });

  async function show() {
    const saved = await save();
    if (saved === null) return;
    const route = `list/mailings/${saved.id}/preview`;
    const shown = await run<Omit<ShownMessage, 'asked' | 'url'>>(
      `${route}?language=${language}`,
      undefined,
      'GET',
    );
    // Another address each time, so that the frame shows what was saved now.
    const url = apiPath(`${route}.html?language=${language}&shown=${Date.now()}`);
    setPreview(shown && { ...shown, asked: language, url });
  }

  const countPeople = async () =>
    setCounted({
      group: JSON.stringify(group),
      count: await run<AudienceCount>('list/audience', group),
    });

  async function test() {
    const saved = await save();
    if (saved === null) return;
    const body = { address: testTo, language };
    const answer = await run<{ sent: boolean; reason?: string }>(
      `list/mailings/${saved.id}/test`,
      body,
    );
    if (answer) say(answer.sent ? words.tested : words.notSent({ reason: answer.reason ?? '' }));
  }

  async function send() {
    const saved = await save();
    if (saved === null) return;
    const answer = await run<{ started: true }>(`list/mailings/${saved.id}/send`, {
      people: Number(people),
      seen: saved.version,
    });
    if (answer) {
      say(words.started);
      onPressed();
    } else await countPeople();
    onAnswer();
  }

  function discard() {
    if (!confirm(words.discardAsk)) return;
    keep(keyOf(id), null);
    (draft ? onPressed : onGone)();
  }

  function keepMine() {
    keep(keyOf(id), { ...typed, seen: draft?.version });
    onPressed();
    enqueue(save);
  }

  const isCounted = count !== null && people === String(count.people) && count.people > 0;

  return (
    <div className={styles['editor']}>
      {isTheirs && (
        <MailingConflict mine={typed} theirs={draft} onMine={keepMine} onTheirs={discard} />
      )}
      <form
        className={styles['words']}
        onBlur={({ relatedTarget }) => {
          // A button would move away while it is pressed.
          if (relatedTarget?.matches('input, textarea, select')) setLeft(all);
        }}
        onSubmit={(event) => {
          event.preventDefault();
          enqueue(save);
        }}
      >
        <Select
          label={words.language}
          value={language}
          options={LANGUAGES.map((one) => [one, `${names.of(one)}${all[one]?.text ? ' ✓' : ''}`])}
          onChange={(value) => setLanguage(LANGUAGES.find((one) => one === value) ?? 'en')}
        />
        <p className={styles['quiet']}>
          {language === 'en' ? words.english : own?.text ? '' : words.falls}
        </p>
        <LabelledInput
          label={words.subject}
          dir="auto"
          maxLength={200}
          required={language === 'en'}
          value={own?.subject ?? ''}
          onChange={(subject) => set({ subject })}
        />
        <PlaceholderFault part="subject" of={[left[language]?.subject, own?.subject]} />
        <label className={controls['select']}>
          <span>{words.text}</span>
          <textarea
            dir="auto"
            maxLength={10_000}
            required={language === 'en'}
            value={own?.text ?? ''}
            onChange={(event) => set({ text: event.target.value })}
          />
          <span>
            {words.textHint({ name: '{name}', fallback: '{name|there}', code: '{code}' })}
          </span>
        </label>
        <PlaceholderFault part="text" of={[left[language]?.text, own?.text]} />
        <LabelledInput
          label={words.label}
          dir="auto"
          maxLength={100}
          value={own?.link?.label ?? ''}
          onChange={(label) => set({ link: { url: own?.link?.url ?? '', label } })}
        />
        <PlaceholderFault part="label" of={[left[language]?.link?.label, own?.link?.label]} />
        <LabelledInput
          label={words.url}
          type="url"
          value={own?.link?.url ?? ''}
          onChange={(url) => set({ link: { label: own?.link?.label ?? '', url } })}
        />
        <PlaceholderFault part="url" of={[left[language]?.link?.url, own?.link?.url]} />
        <div className={styles['actions']}>
          <SmallButton type="submit" label={words.save} />
          {sendsMail && <SmallButton label={words.preview} onClick={() => enqueue(show)} />}
          {draft && <SmallButton label={words.remove} onClick={() => setDeleting(draft.version)} />}
          {typed && (
            <>
              <SmallButton label={words.discard} onClick={discard} />
              <span className={styles['quiet']}>{words.unsaved}</span>
            </>
          )}
        </div>
      </form>
      <div className={styles['side']}>
        <AudiencePicker
          audience={audience}
          onChange={(part) => put({ audience: { ...audience, ...part } })}
        />
        <div className={styles['actions']}>
          <SmallButton label={words.countPeople} onClick={() => enqueue(countPeople)} />
        </div>
        {count && (
          <div>
            <p>
              <b>{words.count({ people: countedPeople(count.people) })}</b> (
              {words.byType({
                waitlist: formatCount(count.byType.notifyme),
                beta: formatCount(count.byType.beta),
              })}
              )
            </p>
            <ul className={styles['left']}>
              {Object.entries(words.leftOut).map(([reason, text]) => {
                const left = count.leftOut[reason as keyof AudienceCount['leftOut']];
                return left > 0 && <li key={reason}>{`${formatCount(left)} ${text}`}</li>;
              })}
            </ul>
          </div>
        )}
        {sendsMail && count && count.people > 0 && (
          <form
            className={controls['row']}
            onSubmit={(event) => {
              event.preventDefault();
              if (!isCounted) return;
              setPeople(''); // a second press sends nothing
              enqueue(send);
            }}
          >
            <LabelledInput
              label={words.type({ count: count.people })}
              inputMode="numeric"
              autoComplete="off"
              value={people}
              onChange={(value) => setPeople(value.trim())}
            />
            <SmallButton
              type="submit"
              variant="notify"
              label={`${words.send} ${count.people}`}
              aria-disabled={!isCounted || undefined}
            />
          </form>
        )}
        {sendsMail && (
          <form
            className={controls['row']}
            onSubmit={(event) => {
              event.preventDefault();
              enqueue(test);
            }}
          >
            <LabelledInput
              label={words.testTo}
              type="email"
              required
              value={testTo}
              onChange={(value) => keep('own/address', value)}
            />
            <SmallButton type="submit" label={words.test} />
          </form>
        )}
        {preview && <MailingPreview preview={preview} />}
      </div>
      {deleting !== null && (
        <DeleteDialog
          route={`list/mailings/${id}?seen=${deleting}`}
          heading={words.removeAsk}
          text={all.en?.subject ?? ''}
          deleted={words.removed}
          onClose={() => setDeleting(null)}
          say={say}
          onDeleted={(wasOpen) => {
            keep(keyOf(id), null);
            if (wasOpen) onGone();
          }}
        />
      )}
    </div>
  );
}
