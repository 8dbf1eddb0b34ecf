// @vitest-environment happy-dom
// @vitest-environment-options {"url": "http://site.test/growth"}
import { act } from 'react';
import { expect, test, vi } from 'vitest';
import { openPlace } from '../../testing/open-place.tsx';
import { parseAddress } from '../address/view-address.ts';
import { ConsoleContext } from '../console-data.ts';
import { StepEditor } from './step-editor.tsx';

test('steps and a name that are being written are there after another funnel and a reload, until they are saved', async () => {
  const { place, render, press, leave } = openPlace();
  const show = (search: string) =>
    render(
      <ConsoleContext value={{ siteUrl: '', sendsMail: false, languages: 'en', seesPeople: true }}>
        <StepEditor address={parseAddress(search, 'UTC')} shown={undefined} onSaved={() => {}} />
      </ConsoleContext>,
    );
  const steps = () => place.querySelectorAll('fieldset').length;
  const name = () => place.querySelector<HTMLInputElement>('[name=name]');
  await show('');
  const usual = steps();
  const labels = [...place.querySelectorAll('option')].map(({ textContent }) => textContent);
  expect(labels).toEqual(expect.arrayContaining(['Top', 'Signup', 'Signed up']));
  await press('Add a step');
  await act(async () => {
    Reflect.set(HTMLInputElement.prototype, 'value', 'Launch', name());
    name()?.dispatchEvent(new Event('input', { bubbles: true }));
  });
  await show('?preset=top');
  expect(steps()).toBe(3);
  await leave();
  await show('');
  expect([steps(), name()?.value]).toEqual([usual + 1, 'Launch']);
  vi.stubGlobal('fetch', async () => Response.json({ id: '1' }));
  await act(async () => place.querySelector('form')?.requestSubmit());
  await vi.waitFor(() => expect(location.search).toContain('step='));
  expect(localStorage).toHaveLength(0);
});
