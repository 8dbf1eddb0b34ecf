import { useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import { posthogHostOf } from '#shared/page';
import { sentenceGap } from '../../../content/sentence-gap.ts';
import { useConsent, usePorts, useToasts, useWords } from '../../../ports.ts';
import { eraseMyData } from './ask-my-data.ts';

/**
 * Erases everything under this browser's identifier, and says how it goes.
 * @param onErased is called with what was erased, in words
 */
export function useErasure(onErased: (message: string) => void) {
  const { data, consent, wording } = usePorts();
  const { myDataContent: words } = useWords('cookies');
  const { showToast } = useToasts();
  const [erasing, setErasing] = useState(false);
  const [failed, setFailed] = useState(false);
  /** A button beside which a failure is shown. */
  const button = useRef<HTMLButtonElement>(null);
  return {
    ...{ erasing, failed, setFailed, button },
    async erase() {
      if (erasing) return;
      setErasing(true);
      setFailed(false);
      const { consentId, status } = consent.get();
      // At the press, so that people who leave before the answer find analytics off.
      if (status !== 'refused') consent.withdraw(consentId);
      const erasure = await eraseMyData();
      setErasing(false);
      setFailed(erasure === null);
      if (!erasure) {
        consent.refresh();
        if (!button.current)
          showToast({ kind: 'error', title: words.outcome, text: words.deleteFailed });
        return;
      }
      consent.withdraw(null);
      const isOff = consent.get().consentId === null;
      const deleted = words[isOff ? 'deleted' : 'deletedEvents'](erasure.erasedEvents);
      const { asksPosthogToDelete: isAsked, site } = data;
      const host = posthogHostOf(data);
      if (host === null) return onErased(deleted);
      const { email } = site;
      const atPosthog = isAsked
        ? words.asksPosthog({ host })
        : words.posthog({ host, email, id: consentId ?? '' });
      onErased(deleted + sentenceGap(wording.language) + atPosthog);
    },
  };
}

/** Shows and focuses a result where it was asked for, or as a message if that place is gone. */
export function useResult() {
  const { myDataContent: words } = useWords('cookies');
  const { showToast } = useToasts();
  const { consentId } = useConsent();
  const [result, setResult] = useState('');
  const place = useRef<HTMLParagraphElement>(null);
  if (result && consentId) setResult(''); // it was about the identifier before
  function tell(text: string) {
    flushSync(() => setResult(text));
    if (place.current) place.current.focus();
    else showToast({ kind: 'neutral', title: words.outcome, text });
  }
  return { result, place, tell };
}
