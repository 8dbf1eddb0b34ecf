import { useRef, useState } from 'react';
import { useConsole } from '../console-data.ts';
import { keep, useKept } from '../session/kept.ts';
import controls from '../ui/controls.module.css';
import { LabelledInput } from '../ui/inputs.tsx';
import { Menu } from '../ui/menu.tsx';
import { SmallButton } from '../ui/small-button.tsx';
import { linksWords as words } from '../words/console-messages.ts';
import { campaignLink, UTM_FIELDS, type UtmField } from './campaign-link.ts';
import styles from './link-builder.module.css';
import { UtmInput } from './utm-input.tsx';

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
  const [notice, setNotice] = useState('');
  const output = useRef<HTMLInputElement>(null);
  const link = campaignLink(useConsole().siteUrl, page, values);
  const put = (field: keyof typeof EMPTY, value: string) => {
    keep('own/link', { page, ...values, [field]: value });
    setNotice('');
  };

  async function copy() {
    output.current?.select();
    try {
      await navigator.clipboard.writeText(link ?? '');
      setNotice(words.copied);
    } catch {
      setNotice(words.notCopied); // also without https, where the clipboard is missing
    }
  }

  return (
    <div className={styles['form']}>
      <p>{words.lead}</p>
      <div className={styles['fields']}>
        <LabelledInput
          label={words.page}
          value={page}
          maxLength={500}
          spellCheck={false}
          onChange={(value) => put('page', value)}
        />
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
        <LabelledInput
          label={words.link}
          ref={output}
          readOnly
          value={link ?? ''}
          placeholder={words.missing}
        />
        <SmallButton
          className={controls['solid']}
          label={words.copy}
          disabled={link === null}
          onClick={copy}
        />
      </div>
      <p role="status">{notice}</p>
    </div>
  );
}
