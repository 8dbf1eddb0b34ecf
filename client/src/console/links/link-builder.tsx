import { useId, useRef, useState } from 'react';
import { formatCount } from '#shared/format-figures';
import { MAX_UTM, mayBeRefused } from '#shared/text';
import { foldSpelling } from '#shared/traffic-fields';
import { rangeOf } from '../address/range-in-address.ts';
import { reportRoute } from '../api/report-route.ts';
import { useReport } from '../api/use-report.ts';
import { useConsole } from '../console-data.ts';
import { keep, useKept } from '../session/kept.ts';
import blocks from '../ui/block.module.css';
import controls from '../ui/controls.module.css';
import { CopyButton } from '../ui/copy-button.tsx';
import { LabelledInput } from '../ui/inputs.tsx';
import { Menu } from '../ui/menu.tsx';
import { SmallButton } from '../ui/small-button.tsx';
import { commonWords, linksWords as words } from '../words/console-messages.ts';
import {
  campaignLink,
  pageOnSite,
  type UsedValue,
  UTM_FIELDS,
  type UtmField,
  usualSpelling,
} from './campaign-link.ts';
import styles from './link-builder.module.css';

/** Makes links to this site that say where their visitors come from. Nothing is asked until somebody opens it. */
export function LinkBuilder({ zone }: { zone: string }) {
  const [wasOpened, setWasOpened] = useState(false);
  return (
    <Menu label={words.summary} isPlain isAtEnd onOpen={() => setWasOpened(true)}>
      {wasOpened && <LinkForm zone={zone} />}
    </Menu>
  );
}

const EMPTY: Readonly<Record<'page' | UtmField, string>> = {
  page: '/',
  utm_source: '',
  utm_medium: '',
  utm_campaign: '',
  utm_content: '',
};

function LinkForm({ zone }: { zone: string }) {
  const { page, ...values } = useKept<typeof EMPTY>('own/link') ?? EMPTY;
  const { siteUrl } = useConsole();
  const isElsewhere = !pageOnSite(siteUrl, page);
  const link = campaignLink(siteUrl, page, values);
  const id = useId();
  const put = (field: keyof typeof EMPTY, value: string) =>
    keep('own/link', { page, ...values, [field]: value });

  return (
    <div className={blocks['block']}>
      <p>{words.lead}</p>
      <div className={styles['fields']}>
        <div className={styles['field']}>
          <LabelledInput
            label={commonWords.by.path}
            value={page}
            maxLength={500}
            spellCheck={false}
            aria-invalid={isElsewhere}
            aria-describedby={id}
            onChange={(value) =>
              put('page', value.startsWith(`${siteUrl}/`) ? value.slice(siteUrl.length) : value)
            }
          />
          <div id={id} aria-live="polite">
            {isElsewhere && <p className={controls['warning']}>{words.elsewhere}</p>}
          </div>
        </div>
        {UTM_FIELDS.map((field) => (
          <UtmInput
            key={field}
            field={field}
            zone={zone}
            value={values[field]}
            onChange={(value) => put(field, value)}
          />
        ))}
      </div>
      <div className={styles['link']}>
        <p className={link === null ? blocks['quiet'] : undefined}>
          {(link ?? (isElsewhere ? words.elsewhere : words.missing))
            .split(/(?<=\?)|(?=&)/)
            .map((part) => [part, <wbr key={part} />])}
        </p>
        <CopyButton
          className={controls['solid']}
          label={words.copy}
          disabled={link === null}
          text={() => link ?? ''}
        />
      </div>
    </div>
  );
}

const people = (count: number) => words.people(count, { people: formatCount(count) });

interface UtmInputProps {
  field: UtmField;
  /** The days of the values in use begin in this time zone. */
  zone: string;
  value: string;
  onChange(value: string): void;
}

/** A field that offers the values of the last 90 days. Warns of another spelling of one of them, and of what is not counted. */
function UtmInput({ field, zone, value, onChange }: UtmInputProps) {
  const span = { range: '90', zone, unit: '', view: 'traffic' } as const;
  const { data } = useReport<{ rows: UsedValue[] }>((now) =>
    reportRoute('traffic', span, rangeOf(span, now), [['by', field]]),
  );
  const name = commonWords.by[field];
  const id = useId();
  const input = useRef<HTMLInputElement>(null);
  const used = data?.rows ?? [];
  const same = used.find((known) => known.value === foldSpelling(value));
  const usual = usualSpelling(value, used);
  return (
    <div className={styles['field']}>
      <LabelledInput
        label={field === 'utm_source' ? name : words.optional({ field: name })}
        ref={input}
        value={value}
        list={`${id}used`}
        maxLength={MAX_UTM}
        placeholder={words.examples[field]}
        spellCheck={false}
        autoCapitalize="none"
        aria-describedby={`${id}note`}
        onChange={onChange}
      />
      <datalist id={`${id}used`}>
        {used.map(
          (known) => known.value !== null && <option key={known.value} value={known.value} />,
        )}
      </datalist>
      <div id={`${id}note`} aria-live="polite">
        {mayBeRefused(value.trim()) && <p className={styles['hint']}>{words.refused}</p>}
        {usual?.value && (
          <p className={styles['hint']}>
            {usual.people > 0
              ? words.spelling({ people: people(usual.people), value: usual.value })
              : words.apart}
          </p>
        )}
        {same && !usual && <p>{words.used({ people: people(same.people) })}</p>}
      </div>
      {usual?.value && (
        <SmallButton
          label={words.takeSpelling({ value: usual.value })}
          onClick={() => {
            onChange(usual.value ?? '');
            input.current?.focus(); // this button disappears
          }}
        />
      )}
    </div>
  );
}
