import { useState } from 'react';
import { sentenceGap } from '../../../content/sentence-gap.ts';
import { usePorts, useWords } from '../../../ports.ts';
import { eraseMyData } from './ask-my-data.ts';

/** Erases everything under this browser's identifier, and says how it goes. */
export function useErasure() {
  const { data, consent, wording } = usePorts();
  const { myDataContent: words } = useWords('cookies');
  const [erasing, setErasing] = useState(false);
  const [failed, setFailed] = useState(false);
  return {
    erasing,
    failed,
    setFailed,
    /** Returns what was erased, in words; null if that failed. The caller then lets `consent` give up the id. */
    async erase(): Promise<string | null> {
      setErasing(true);
      setFailed(false);
      const erasure = await eraseMyData();
      setErasing(false);
      setFailed(erasure === null);
      if (!erasure) return null;
      const deleted = words.deleted(erasure.erasedEvents);
      const { posthogHost: host, asksPosthogToDelete: isAsked, site } = data;
      if (host === null) return deleted;
      const { email } = site;
      const id = consent.get().consentId ?? '';
      const atPosthog = isAsked ? words.posthogAsked(host) : words.posthog({ host, email, id });
      return deleted + sentenceGap(wording.language) + atPosthog;
    },
  };
}
