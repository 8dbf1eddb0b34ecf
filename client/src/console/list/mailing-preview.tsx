import { useState } from 'react';
import type { Language } from '#shared/site-languages';
import { Check } from '../ui/inputs.tsx';
import { Select } from '../ui/select.tsx';
import { listWords } from '../words/console-messages.ts';
import styles from './list-views.module.css';

const words = listWords.mailings;
const WIDTHS = ['390', '600'] as const;

export interface ShownMessage {
  language: Language;
  /** Without words of its own, it is shown the English ones. */
  asked: Language;
  subject: string;
  text: string;
  /** For somebody whose name is left out. */
  withoutName: { subject: string; text: string };
  /** Of its HTML, which has a policy of its own. */
  url: string;
}

/** The message as mail programs show it, in the width of a phone or of a computer, and as text. */
export function MailingPreview({ preview }: { preview: ShownMessage }) {
  const [width, setWidth] = useState<(typeof WIDTHS)[number]>('600');
  const [isUnnamed, setUnnamed] = useState(false);
  const { subject, text } = isUnnamed ? preview.withoutName : preview;
  return (
    <>
      <Select
        label={words.width}
        value={width}
        options={WIDTHS.map((one) => [one, `${one} px`])}
        onChange={(value) => setWidth(value === '390' ? '390' : '600')}
      />
      <Check label={words.withoutName} checked={isUnnamed} onChange={setUnnamed} />
      {preview.language !== preview.asked && <p>{words.falls}</p>}
      <p dir="auto">
        <b>{subject}</b>
      </p>
      <iframe
        className={styles['preview']}
        title={words.preview}
        sandbox=""
        src={isUnnamed ? `${preview.url}&name=` : preview.url}
        style={{ inlineSize: `${width}px` }}
      />
      <details>
        <summary>{words.plain}</summary>
        <pre dir="auto" className={styles['plain']}>
          {text}
        </pre>
      </details>
    </>
  );
}
