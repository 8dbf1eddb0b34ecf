import { useState } from 'react';
import { commonWords } from '../words/console-messages.ts';
import { SmallButton } from './small-button.tsx';

const words = commonWords.copyLink;
const SHOWN_MS = 3_000;

/** Copies the address, which holds the whole view. */
export function CopyLink() {
  const [said, say] = useState('');
  async function copy() {
    try {
      await navigator.clipboard.writeText(location.href);
      say(words.copied);
    } catch {
      prompt(words.failed, location.href); // also without https, where the clipboard is missing
    }
    setTimeout(() => say(''), SHOWN_MS);
  }
  return (
    <>
      <SmallButton
        label={said || words.label}
        otherLabel={said ? words.label : words.copied}
        onClick={copy}
      />
      <span role="status" className="visually-hidden">
        {said}
      </span>
    </>
  );
}
