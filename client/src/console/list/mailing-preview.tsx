import { useState } from 'react';
import type { Language } from '#shared/site-languages';
import { apiPath } from '../api/growth-api.ts';
import { useReport } from '../api/use-report.ts';
import controls from '../ui/controls.module.css';
import { Check } from '../ui/inputs.tsx';
import { Panel } from '../ui/panel.tsx';
import { listWords } from '../words/console-messages.ts';

const words = listWords.mailings;

interface ShownMessage {
  language: Language;
  subject: string;
  /** For somebody whose name is left out. */
  withoutName: { subject: string };
}

interface PreviewProps {
  id: string;
  /** Of the stored words: another one is another message. */
  version: string;
  /** Without words of its own, it is shown the English ones. */
  language: Language;
}

/** The stored message as mail programs show it. */
export function MailingPreview({ id, version, language }: PreviewProps) {
  const [isUnnamed, setUnnamed] = useState(false);
  const query = `language=${language}`;
  const route = `list/mailings/${id}/preview`;
  // The server does not get what follows #.
  const report = useReport<ShownMessage>(`${route}?${query}#${version}`);
  return (
    <>
      <header className={controls['row']}>
        <h2>{words.preview}</h2>
        <Check label={words.withoutName} checked={isUnnamed} onChange={setUnnamed} />
      </header>
      <Panel report={report} tall>
        {(shown) => {
          const { subject } = isUnnamed ? shown.withoutName : shown;
          return (
            <div>
              <p dir="auto">
                <b>{subject}</b>
              </p>
              {shown.language !== language && <p>{words.falls}</p>}
              <iframe
                title={words.preview}
                sandbox=""
                src={apiPath(`${route}.html?${query}&shown=${version}${isUnnamed ? '&name=' : ''}`)}
              />
            </div>
          );
        }}
      </Panel>
    </>
  );
}
