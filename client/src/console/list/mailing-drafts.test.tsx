// @vitest-environment happy-dom
// @vitest-environment-options {"url": "http://site.test/growth"}
import { act } from 'react';
import { expect, test, vi } from 'vitest';
import { mailingInAddress, mailingOf, openMailings } from '../../testing/open-mailings.tsx';

test('a draft is deleted in the version on the screen, and only after a question', async () => {
  const { place, asked, open, press, answerBy, status } = await openMailings();
  await open('Launch');
  await press('Delete');
  expect(asked.some((one) => one.startsWith('DELETE'))).toBe(false);
  await answerBy('Delete');
  await act(() => vi.waitFor(() => expect(place.querySelector('form')).toBeNull()));
  expect(asked).toContain('DELETE mailings/Launch?seen=Hello');
  expect(mailingInAddress()).toBeNull();
  expect(status()).toBe('The draft is deleted.');
});

test('what is written is there after another view, a reload and a new session, until it is saved or discarded', async () => {
  const opened = await openMailings();
  const { place, open, press, answerBy, write, fieldOf, reload, status, button } = opened;
  await open('Launch');
  await write('Text', 'Hello again');
  await reload();
  await act(() => vi.waitFor(() => expect(fieldOf('Text').value).toBe('Hello again')));
  await press('All mailings');
  await act(() => vi.waitFor(() => expect(place.textContent).toContain('Not saved')));
  await press('Write a mailing');
  await write('Subject', 'News');
  await act(async () => history.back());
  await act(() => vi.waitFor(() => expect(place.textContent).toContain('Go on writing')));
  await press('Go on writing');
  expect(fieldOf('Subject').value).toBe('News');
  await press('Discard');
  await answerBy('Cancel');
  expect(fieldOf('Subject').value).toBe('News');
  button('Discard').focus();
  await press('Discard');
  await answerBy('Discard');
  expect(document.activeElement).toBe(place.querySelector('[tabindex="-1"]'));
  await open('Launch');
  expect(fieldOf('Text').value).toBe('Hello again');
  await press('Save');
  await act(() => vi.waitFor(() => expect(status()).toBe('Saved.')));
  expect(localStorage).toHaveLength(0);
});

test('a draft that somebody else has saved meanwhile shows both versions, of which one is kept', async () => {
  let stored = 'Hello';
  const opened = await openMailings({
    'GET mailings/Launch': () => mailingOf('Launch', stored),
    'PUT mailings/Launch': () => {
      const refused = bodies.at(-1) as { seen: string };
      if (refused.seen !== stored) return Response.json({ message: 'Meanwhile.' }, { status: 409 });
      stored = 'Mine';
      return { id: 'Launch', version: stored };
    },
  });
  const { place, asked, bodies, open, press, answerBy, write, fieldOf, button, alert } = opened;
  const previewed = () => /shown=(\w+)/.exec(place.querySelector('iframe')?.src ?? '')?.[1];
  await open('Launch');
  await write('Text', 'Mine');
  stored = 'Theirs';
  await press('Save');
  await act(() => vi.waitFor(() => expect(alert()).toContain('The preview shows theirs')));
  await act(() => vi.waitFor(() => expect(previewed()).toBe('Theirs')));
  expect(alert()).toContain('yours is here');
  expect(fieldOf('Text').value).toBe('Mine');
  button('Take theirs').focus();
  await press('Take theirs');
  await answerBy('Cancel');
  expect(fieldOf('Text').value).toBe('Mine');
  await press('Take theirs');
  await answerBy('Discard');
  expect(fieldOf('Text').value).toBe('Theirs');
  expect(document.activeElement).toBe(place.querySelector('[tabindex="-1"]'));
  await write('Text', 'Mine');
  stored = 'Others';
  await press('Save');
  await act(() => vi.waitFor(() => expect(previewed()).toBe('Others')));
  expect(alert()).toContain('saved this draft');
  button('Keep mine').focus();
  await press('Keep mine');
  expect(document.activeElement).toBe(place.querySelector('[tabindex="-1"]'));
  await act(() => vi.waitFor(() => expect(stored).toBe('Mine')));
  await act(() => vi.waitFor(() => expect(previewed()).toBe('Mine')));
  expect(place.querySelector('[role=alert]')).toBeNull();
  expect(asked.filter((one) => one.startsWith('PUT'))).toHaveLength(3);
});

test('a link to a mailing shows it; one to a mailing that is gone says so, and keeps what was written', async () => {
  let isGone = false;
  const gone = () => Response.json({ code: 'not_found' }, { status: 404 });
  const opened = await openMailings(
    {
      'GET mailings/Launch': () => (isGone ? gone() : mailingOf('Launch')),
      'POST mailings': () => ({ id: 'Beta', version: 'Hello' }),
    },
    'Launch',
  );
  const { place, press, write, fieldOf, reload, alert } = opened;
  await act(() => vi.waitFor(() => expect(fieldOf('Subject').value).toBe('Launch')));
  isGone = true;
  await reload();
  await act(() => vi.waitFor(() => expect(alert()).toContain('does not exist')));
  isGone = false;
  await reload();
  await act(() => vi.waitFor(() => expect(fieldOf('Subject')).toBeDefined()));
  await write('Text', 'Hello again');
  isGone = true;
  await reload();
  await act(() => vi.waitFor(() => expect(place.textContent).toContain('Save makes a new one')));
  expect(fieldOf('Text').value).toBe('Hello again');
  await press('Save');
  await act(() => vi.waitFor(() => expect(mailingInAddress()).toBe('Beta')));
  expect(localStorage).toHaveLength(0);
});
