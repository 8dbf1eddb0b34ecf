// @vitest-environment happy-dom
import { act } from 'react';
import { createRoot } from 'react-dom/client';
import { expect, onTestFinished, test, vi } from 'vitest';
import { commonWords } from '../words/messages.ts';
import { DeleteDialog } from './delete-dialog.tsx';

Object.assign(globalThis, { IS_REACT_ACT_ENVIRONMENT: true });

const words = commonWords.confirm;

test('a deletion that fails after its dialog was closed is still reported', async () => {
  let respond = (_response: Response) => {};
  vi.stubGlobal('fetch', () => new Promise<Response>((resolve) => (respond = resolve)));
  const root = createRoot(document.body.appendChild(document.createElement('div')));
  onTestFinished(async () => {
    await act(() => root.unmount());
    vi.unstubAllGlobals();
  });
  const said: string[] = [];
  await act(async () =>
    root.render(
      <DeleteDialog
        route="notes/1"
        heading="Delete?"
        text=""
        deleted=""
        onClose={() => root.render(null)}
        onDeleted={() => {}}
        onFailed={(message) => said.push(message)}
      />,
    ),
  );
  const buttons = [...document.querySelectorAll('button')];
  const press = (label: string) =>
    act(async () => buttons.find(({ textContent }) => textContent === label)?.click());
  await press(words.delete);
  await press(words.cancel);
  expect(document.querySelector('dialog')).toBeNull();
  await act(async () => respond(new Response('', { status: 503 })));
  expect(said).toEqual([words.failed]);
});
