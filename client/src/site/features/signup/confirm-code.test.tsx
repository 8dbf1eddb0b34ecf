// @vitest-environment happy-dom
import { act } from 'react';
import { expect, test, vi } from 'vitest';
import { openPlace, translate } from '../../../testing/open-place.tsx';
import { loadWording } from '../../content/languages.ts';
import { type Ports, PortsProvider } from '../../ports.ts';
import { ConfirmCode } from './confirm-code.tsx';

test('on a translated page, a code that was filled in without an event is sent, and each answer is told', async () => {
  const { place, render } = openPlace();
  const wording = await loadWording('en');
  const { outcomes, tries } = (await wording.load('signup')).signupContent.code;
  const answers = [2, 0].map((triesLeft) => Response.json({ triesLeft }, { status: 400 }));
  const sent: string[] = [];
  vi.spyOn(globalThis, 'fetch').mockImplementation(async (_, init) => {
    sent.push(JSON.parse(String(init?.body)).code);
    return answers.shift() ?? new Response('{}');
  });
  await render(
    <PortsProvider value={{ wording } as Ports}>
      <ConfirmCode email="ann@example.org" isConfirmed={false} onConfirmed={() => {}} />
    </PortsProvider>,
  );
  const status = place.querySelector('[role="status"]') ?? place;
  const told: (string | null)[] = [];
  for (const code of ['111111', '222222', '333333']) {
    translate(status);
    const input = place.querySelector('input');
    if (input) input.value = code;
    const submit = new Event('submit', { bubbles: true, cancelable: true });
    await act(async () => place.querySelector('form')?.dispatchEvent(submit));
    told.push(status.textContent);
  }
  expect(sent).toEqual(['111111', '222222', '333333']);
  expect(told).toEqual([`${outcomes.wrong} ${tries(2)}`, outcomes.gone, outcomes.confirmed]);
});
