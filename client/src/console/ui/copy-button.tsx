import { type ComponentProps, useState } from 'react';
import { commonWords } from '../words/console-messages.ts';
import { SmallButton } from './small-button.tsx';

const words = commonWords.copyLink;
const SHOWN_MS = 3_000;

interface CopyProps extends Omit<ComponentProps<typeof SmallButton>, 'onClick'> {
  /** What a press copies. */
  text(): string;
  /** What is said then. */
  receipt?: string | undefined;
}

/** Copies a text, and says so. */
export function CopyButton({ label, text, receipt = words.copied, ...button }: CopyProps) {
  const [said, say] = useState('');
  async function copy() {
    const copied = text();
    try {
      await navigator.clipboard.writeText(copied);
      say(receipt);
    } catch {
      prompt(words.failed, copied); // also without https, where the clipboard is missing
    }
    setTimeout(() => say(''), SHOWN_MS);
  }
  return (
    <>
      <SmallButton
        {...button}
        label={said || label}
        otherLabel={said ? label : words.copied}
        onClick={copy}
      />
      <span role="status" className="visually-hidden">
        {said}
      </span>
    </>
  );
}
