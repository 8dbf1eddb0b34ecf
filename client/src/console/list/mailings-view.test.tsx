// @vitest-environment happy-dom
import { act } from 'react';
import { expect, test, vi } from 'vitest';
import { openPlace } from '../../testing/open-place.tsx';
import { parseAddress } from '../address/view-address.ts';
import { MailingsView } from './mailings-view.tsx';

test('of two mailings that are pressed before the editor shows, the first one is edited', async () => {
  const mailings = ['Launch', 'Beta'].map((subject) => ({
    ...{ id: subject, state: 'draft', people: 0, recipients: { sent: 0, in_doubt: 0 } },
    audience: { types: ['notifyme'], states: [], languages: [] },
    words: { en: { subject, text: 'Hello', link: null } },
  }));
  vi.stubGlobal('fetch', async () => Response.json({ summary: null, mailings }));
  const { place, render } = openPlace();
  await render(<MailingsView address={parseAddress('', 'UTC')} change={() => {}} />);
  await vi.waitFor(() => expect(place.querySelectorAll('li button')).toHaveLength(2));
  await act(async () => {
    for (const button of place.querySelectorAll<HTMLElement>('li button')) button.click();
  });
  expect(place.querySelector<HTMLInputElement>('input[maxlength="200"]')?.value).toBe('Launch');
});
