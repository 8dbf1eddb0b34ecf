import { useState } from 'react';
import type { Language } from '#shared/site-languages';
import { Select } from '../ui/select.tsx';
import { listWords } from '../words/console-messages.ts';
import styles from './list-views.module.css';

const words = listWords.mailings;
const WIDTHS = ['390', '600'] as const;

export interface ShownMessage {
  language: Language;
  /** Without words of its own, it is shown the English ones. */
  asked: Language;
  text: string;
  /** Of its HTML, which has a policy of its own. */
  url: string;
}

/** The message as mail programs show it, in the width of a phone or of a computer, and as text. */
export function MailingPreview({ preview }: { preview: ShownMessage }) {
  const [width, setWidth] = useState<(typeof WIDTHS)[number]>('600');
  return (
    <>
      <Select
        label={words.width}
        value={width}
        options={WIDTHS.map((one) => [one, `${one} px`])}
        onChange={(value) => setWidth(value === '390' ? '390' : '600')}
      />
      {preview.language !== preview.asked && <p>{words.falls}</p>}
      <iframe
        className={styles['preview']}
        title={words.preview}
        sandbox=""
        src={preview.url}
        style={{ inlineSize: `${width}px` }}
      />
      <details>
        <summary>{words.plain}</summary>
        <pre className={styles['plain']}>{preview.text}</pre>
      </details>
    </>
  );
}
