import { useCallback, useContext, useRef, useState } from 'react';
import { ask } from '../api/growth-api.ts';
import { SessionEnded } from '../api/use-report.ts';
import { listWords } from '../words/console-messages.ts';

/** What a view of the list does: one thing at a time, and what came of it is said. */
export function useDesk() {
  const ended = useContext(SessionEnded);
  const [notice, say] = useState('');
  const busy = useRef(false);
  const run = useCallback(
    async <Data>(
      route: string,
      body?: unknown,
      method: 'GET' | 'POST' | 'PUT' | 'DELETE' = 'POST',
    ): Promise<Data | null> => {
      if (busy.current) return null;
      busy.current = true;
      say('');
      const answer = await ask<Data>(route, { method, body });
      busy.current = false;
      if (answer.ok) return answer.data;
      if (answer.why === 'signed_out') ended();
      else if (answer.why === 'refused') say(answer.message);
      else if (answer.why === 'invalid') say(answer.issues.join('; '));
      else say(listWords.failed);
      return null;
    },
    [ended],
  );
  return { notice, say, run };
}
