import { useState } from 'react';
import { usePorts, useWords } from '../../../ports.ts';
import { eraseMyData } from './ask-my-data.ts';

/** Erases everything under this browser's identifier, and says how it goes. */
export function useErasure() {
  const { data } = usePorts();
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
      const { posthogHost: host, asksPosthogToDelete: isAsked = false, site } = data;
      const atPosthog = host ? ` ${words.posthog(host, site.email, isAsked)}` : '';
      return words.deleted(erasure.erasedEvents) + atPosthog;
    },
  };
}
