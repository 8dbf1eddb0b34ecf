import { useRef, useState } from 'react';
import { formatCount } from '#shared/format-figures';
import type { Audience, AudienceCount, Mailing, MailingContent, MailingWords } from '#shared/list';
import { APPLICATION_STATES } from '#shared/list-values';
import { LANGUAGES, type Language } from '#shared/site-languages';
import { apiPath } from '../api/growth-api.ts';
import { useConsole } from '../console-data.ts';
import controls from '../ui/controls.module.css';
import { LabelledInput } from '../ui/inputs.tsx';
import { Select } from '../ui/select.tsx';
import { SmallButton } from '../ui/small-button.tsx';
import { listWords } from '../words/console-messages.ts';
import { AudiencePicker } from './audience-picker.tsx';
import { countedPeople } from './counted-people.ts';
import styles from './list-views.module.css';
import { MailingPreview, type ShownMessage } from './mailing-preview.tsx';
import { PlaceholderFault } from './placeholder-fault.tsx';
import type { ListDesk } from './use-desk.ts';

const words = listWords.mailings;

const EMPTY: MailingWords = { subject: '', text: '', link: null };
const EVERYBODY: Audience = {
  types: ['notifyme', 'beta'],
  states: [...APPLICATION_STATES],
  languages: [],
};
const names = new Intl.DisplayNames('en', { type: 'language' });

interface EditorProps {
  desk: ListDesk;
  /** Null before it is saved. */
  id: string | null;
  draft: Mailing | null;
  onSaved(id: string, isStarted?: boolean): void;
  onGone(): void;
}

/** A draft: its words by language, whom it is for, how it looks, and the number that sends it. */
export function MailingEditor(props: EditorProps) {
  const { id, draft, onSaved, onGone } = props;
  const { say, request: run, enqueue } = props.desk;
  const { sendsMail } = useConsole();
  const [audience, setAudience] = useState<Audience>(draft?.audience ?? EVERYBODY);
  /** The waitlist has no states, but none would be invalid. */
  const group = audience.types.includes('beta')
    ? audience
    : { ...audience, states: EVERYBODY.states };
  const [all, setAll] = useState<MailingContent['words']>(draft?.words ?? {});
  const [language, setLanguage] = useState<Language>('en');
  const [preview, setPreview] = useState<ShownMessage | null>(null);
  const [counted, setCounted] = useState<{ audience: Audience; count: AudienceCount | null }>();
  /** None while another audience is chosen than was counted. */
  const count = counted?.audience === audience ? counted.count : null;
  const [testTo, setTestTo] = useState('');
  const [typed, setTyped] = useState('');
  const own = all[language];
  const set = (change: Partial<MailingWords>) =>
    setAll({ ...all, [language]: { ...EMPTY, ...own, ...change } });
  /** A language without a subject and a text has no words. */
  const content = (): MailingContent => ({
    audience: group,
    words: Object.fromEntries(
      Object.entries(all)
        .filter(([, { subject, text }]) => subject.trim() !== '' || text.trim() !== '')
        .map(([key, { link, ...rest }]) => [
          key,
          { ...rest, link: link && (link.label !== '' || link.url !== '') ? link : null },
        ]),
    ),
  });

  /** What was pressed before the first save ended does not know the id from its props. */
  const known = useRef(id);
  async function save() {
    const saved =
      known.current === null
        ? await run<{ id: string }>('list/mailings', content())
        : await run<{ id: string }>(`list/mailings/${known.current}`, content(), 'PUT');
    if (saved === null) return null;
    known.current = saved.id;
    say(words.saved);
    onSaved(saved.id);
    return saved.id;
  }

  async function show() {
    const saved = await save();
    if (saved === null) return;
    const route = `list/mailings/${saved}/preview`;
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
    setCounted({ audience, count: await run<AudienceCount>('list/audience', group) });

  async function test() {
    const saved = await save();
    if (saved === null) return;
    const body = { address: testTo, language };
    const answer = await run<{ sent: boolean; reason?: string }>(
      `list/mailings/${saved}/test`,
      body,
    );
    if (answer) say(answer.sent ? words.tested : words.notSent({ reason: answer.reason ?? '' }));
  }

  async function send() {
    const saved = await save();
    if (saved === null) return;
    const people = Number(typed);
    const answer = await run<{ started: true }>(`list/mailings/${saved}/send`, { people });
    if (answer) say(words.started);
    else await countPeople();
    onSaved(saved, answer !== null);
  }

  async function remove() {
    if (await run(`list/mailings/${id}`, undefined, 'DELETE')) onGone();
  }

  const isCounted = count !== null && typed === String(count.people) && count.people > 0;

  return (
    <div className={styles['editor']}>
      <form
        className={styles['words']}
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
        <PlaceholderFault part="subject" text={own?.subject} />
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
        <PlaceholderFault part="text" text={own?.text} />
        <LabelledInput
          label={words.label}
          dir="auto"
          maxLength={100}
          value={own?.link?.label ?? ''}
          onChange={(label) => set({ link: { url: own?.link?.url ?? '', label } })}
        />
        <PlaceholderFault part="label" text={own?.link?.label} />
        <LabelledInput
          label={words.url}
          type="url"
          value={own?.link?.url ?? ''}
          onChange={(url) => set({ link: { label: own?.link?.label ?? '', url } })}
        />
        <PlaceholderFault part="url" text={own?.link?.url} />
        <div className={styles['actions']}>
          <SmallButton type="submit" label={words.save} />
          {sendsMail && <SmallButton label={words.preview} onClick={() => enqueue(show)} />}
          {id !== null && (
            <SmallButton label={words.remove} onClick={() => enqueue(remove, 'remove')} />
          )}
        </div>
      </form>
      <div className={styles['side']}>
        <AudiencePicker
          audience={audience}
          onChange={(part) => setAudience({ ...audience, ...part })}
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
              setTyped(''); // a second press sends nothing
              enqueue(send);
            }}
          >
            <LabelledInput
              label={words.type({ count: count.people })}
              inputMode="numeric"
              autoComplete="off"
              value={typed}
              onChange={(value) => setTyped(value.trim())}
            />
            <SmallButton
              type="submit"
              variant="notify"
              label={`${words.send} ${count.people}`}
              disabled={!isCounted}
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
              onChange={setTestTo}
            />
            <SmallButton type="submit" label={words.test} />
          </form>
        )}
        {preview && <MailingPreview preview={preview} />}
      </div>
    </div>
  );
}
