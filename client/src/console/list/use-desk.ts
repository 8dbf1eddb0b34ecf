import { useCallback, useContext, useRef, useState } from 'react';
import { askApi } from '../api/growth-api.ts';
import { SessionEnded } from '../api/use-report.ts';
import { listWords } from '../words/console-messages.ts';

/** What a view of the list does, and what came of it is said. */
export function useDesk() {
  const ended = useContext(SessionEnded);
  const [notice, say] = useState('');
  const busy = useRef(false);
  const latest = useRef<Promise<unknown>>(Promise.resolve());
  const pending = useRef(new Set<unknown>());
  const request = useCallback(
    async <Data>(
      route: string,
      body?: unknown,
      method: 'GET' | 'POST' | 'PUT' | 'DELETE' = 'POST',
    ): Promise<Data | null> => {
      const answer = await askApi<Data>(route, { method, body });
      if (answer.ok) return answer.data;
      if (answer.why === 'signed_out') ended();
      else if (answer.why === 'refused') say(answer.message);
      else if (answer.why === 'invalid') say(answer.issues.join('; '));
      else say(listWords.failed);
      return null;
    },
    [ended],
  );
  /** Does nothing while another one is on its way: a second decision would be about what the first one changes. */
  const run = useCallback(
    async <Data>(...question: Parameters<typeof request>): Promise<Data | null> => {
      if (busy.current) return null;
      busy.current = true;
      say('');
      const data = await request<Data>(...question);
      busy.current = false;
      return data;
    },
    [request],
  );
  /** Starts what was pressed once everything pressed before it has ended. A second press with the same key is dropped until then. */
  const enqueue = useCallback((action: () => Promise<unknown>, key: unknown = action) => {
    if (pending.current.has(key)) return;
    pending.current.add(key);
    say('');
    latest.current = latest.current.then(action, action).finally(() => pending.current.delete(key));
  }, []);
  return { notice, say, run, request, enqueue };
}
