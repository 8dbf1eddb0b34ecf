import { useRef, useState } from 'react';
import { formatCount } from '#shared/format-figures';
import { listWords } from '../words/console-messages.ts';
import { askApi, problemOf } from './growth-api.ts';

/** `1 person`, `1,200 people`. */
export const countedPeople = (count: number): string =>
  listWords.people(count, { people: formatCount(count) });

export type ListDesk = ReturnType<typeof useDesk>;

/** What a view of the list does, and what came of it is said. */
export function useDesk() {
  const [said, setSaid] = useState('');
  const [problem, setProblem] = useState('');
  const busy = useRef(false);
  const latest = useRef<Promise<unknown>>(Promise.resolve());
  const pending = useRef(new Set<unknown>());
  /** Says nothing for an empty text. What failed stays beside what was done before it. */
  function say(text: string) {
    setSaid(text);
    if (text === '') setProblem('');
  }
  async function request<Data>(
    route: string,
    body?: unknown,
    method: 'GET' | 'POST' | 'PUT' | 'DELETE' = 'POST',
  ): Promise<Data | null> {
    const answer = await askApi<Data>(route, { method, body });
    if (answer.ok) return answer.data;
    setSaid('');
    setProblem(problemOf(answer, listWords.failed));
    return null;
  }
  /** Does nothing while another one is on its way: a second decision would be about what the first one changes. */
  async function run<Data>(...question: Parameters<typeof request>): Promise<Data | null> {
    if (busy.current) return null;
    busy.current = true;
    say('');
    const data = await request<Data>(...question);
    busy.current = false;
    return data;
  }
  /** Starts what was pressed once everything pressed before it has ended. A second press with the same key is dropped until then. */
  function enqueue(action: () => Promise<unknown>, key: unknown = action) {
    if (pending.current.has(key)) return;
    pending.current.add(key);
    say('');
    latest.current = latest.current.then(action, action).finally(() => pending.current.delete(key));
  }
  return { said, problem, say, run, request, enqueue };
}
