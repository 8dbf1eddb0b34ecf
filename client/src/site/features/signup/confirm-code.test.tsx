// @vitest-environment happy-dom
import { act } from 'react';
import { createRoot } from 'react-dom/client';
import { expect, onTestFinished, test, vi } from 'vitest';
import { loadWording } from '../../content/languages.ts';
import { type Ports, PortsProvider } from '../../ports.ts';
import { ConfirmCode } from './confirm-code.tsx';

Object.assign(globalThis, { IS_REACT_ACT_ENVIRONMENT: true });

test('on a translated page, a code that was filled in without an event is sent, and each answer is told', async () => {
  const wording = await loadWording('en');
  await wording.load('signup');
  const answers = [
    Response.json({ triesLeft: 2 }, { status: 400 }),
    Response.json({ triesLeft: 0 }, { status: 400 }),
    new Response('{}'),
  ];
  const sent: string[] = [];
  vi.spyOn(globalThis, 'fetch').mockImplementation(async (_, init) => {
    sent.push(JSON.parse(String(init?.body)).code);
    return answers.shift() ?? Response.error();
  });
  const place = document.body.appendChild(document.createElement('div'));
  const root = createRoot(place);
  onTestFinished(async () => {
    await act(async () => root.unmount());
    vi.restoreAllMocks();
  });
  await act(async () =>
    root.render(
      <PortsProvider value={{ wording } as Ports}>
        <ConfirmCode email="ann@example.org" isConfirmed={false} onConfirmed={() => {}} />
      </PortsProvider>,
    ),
  );
  const told: (string | null | undefined)[] = [];
  for (const code of ['111111', '222222', '333333']) {
    for (const span of place.querySelectorAll('[role="status"] span, [role="status"]'))
      wrapTexts(span);
    const input = place.querySelector('input');
    if (input) input.value = code;
    const submit = new Event('submit', { bubbles: true, cancelable: true });
    await act(async () => place.querySelector('form')?.dispatchEvent(submit));
    told.push(place.querySelector('[role="status"]')?.textContent);
  }
  expect(sent).toEqual(['111111', '222222', '333333']);
  const { outcomes, tries } = (await wording.load('signup')).signupContent.code;
  expect(told).toEqual([`${outcomes.wrong} ${tries(2)}`, outcomes.gone, outcomes.confirmed]);
});

/** Does what a browser does that translates a page. */
function wrapTexts(parent: Element) {
  for (const text of [...parent.childNodes].filter(({ nodeType }) => nodeType === 3)) {
    const translated = document.createElement('font');
    translated.textContent = text.textContent;
    text.replaceWith(translated);
  }
}
