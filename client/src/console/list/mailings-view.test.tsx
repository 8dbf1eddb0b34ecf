// @vitest-environment happy-dom
// @vitest-environment-options {"url": "http://site.test/growth"}
import { act } from 'react';
import { expect, test, vi } from 'vitest';
import {
  COUNT,
  late,
  mailingInAddress,
  mailingOf,
  openMailings,
} from '../../testing/open-mailings.tsx';
import { USUAL } from './use-draft.ts';

const inDoubt = (state: string) => ({
  ...mailingOf('Launch'),
  state,
  troubled: ['Ada', 'Ben'].map((name) => ({
    signupId: name,
    name,
    email: '',
    state: 'in_doubt',
    reason: null,
  })),
});

/** The answers of a server that stores one change. */
function storing() {
  let version = 'Hello';
  return {
    'GET mailings/Launch': () => mailingOf('Launch', version),
    'PUT mailings/Launch': () => {
      version = 'Hello again';
      return { id: 'Launch', version };
    },
  };
}

test('of two mailings that are pressed before the editor shows, the one in the address is edited', async () => {
  const { place } = await openMailings();
  await act(async () => {
    for (const button of place.querySelectorAll<HTMLElement>('th button')) button.click();
  });
  await vi.waitFor(() => {
    const subject = place.querySelector<HTMLInputElement>('input[maxlength="200"]');
    expect(subject?.value).toBe(mailingInAddress());
  });
});

test('a mailing is opened with the words that are stored, and not with those of the list', async () => {
  const { place, open } = await openMailings({
    'GET mailings/Launch': () => mailingOf('Launch', 'New text'),
  });
  await open('Launch');
  expect(place.querySelector('textarea')?.value).toBe('New text');
});

test('a late answer to a save changes nothing in the mailing that is open now', async () => {
  const answered = late();
  const { place, open, press, button, write } = await openMailings({
    'PUT mailings/Launch': () => answered.promise,
  });
  await open('Launch');
  await write('Text', 'Hello again');
  await press('Save');
  await press('All mailings');
  await press('Write a mailing');
  await answered.answer({ id: 'Launch', version: '2' });
  expect(place.querySelector('form')).not.toBeNull();
  expect(mailingInAddress()).toBe('new');
  expect(button('Delete')).toBeUndefined(); // which only a saved one has
});

test('what is pressed while an answer is on its way follows it, and the same press once', async () => {
  const tested = late();
  const { asked, open, press, write } = await openMailings({
    'POST mailings/Launch/test': () => tested.promise,
    'PUT mailings/Launch': () => ({ id: 'Launch', version: '2' }),
  });
  await open('Launch');
  await press('2 Try');
  await write('Your address', 'ada@example.org');
  for (const label of ['Send a test', 'Send a test', '1 Write']) await press(label);
  await write('Text', 'Hello again');
  for (const label of ['Save', 'Save']) await press(label);
  const written = () => asked.filter((one) => /PUT|test$/.test(one));
  expect(written()).toEqual(['POST mailings/Launch/test']);
  await tested.answer({ sent: true });
  await vi.waitFor(() =>
    expect(written()).toEqual(['POST mailings/Launch/test', 'PUT mailings/Launch']),
  );
});

test('to stop a mailing and to send again ask first', async () => {
  const { asked, press, answerBy, button } = await openMailings({
    'GET mailings/Launch': () => ({ ...inDoubt('sending'), recipients: { waiting: 80 } }),
  });
  const posted = () => asked.filter((one) => one.startsWith('POST'));
  await press('Launch');
  await act(() => vi.waitFor(() => expect(button('Stop')).toBeDefined()));
  await press('Send again to 2');
  expect(await answerBy('Cancel')).toBe('Send again? Of 2 people, some may get it twice.');
  await press('Stop');
  const question = 'Stop this mailing? 80 people still waiting will not get it.';
  expect(await answerBy('Cancel')).toBe(question);
  expect(posted()).toEqual([]);
  await press('Stop');
  await answerBy('Stop');
  expect(posted()).toEqual(['POST mailings/Launch/stop']);
});

test('a new mailing is saved once, also when it is saved again before the answer', async () => {
  const first = late();
  const { asked, press, write } = await openMailings({
    'POST mailings': () => first.promise,
    'PUT mailings/Beta': () => ({ id: 'Beta', version: '2' }),
  });
  await press('Write a mailing');
  await write('Subject', 'Hello');
  await write('Text', 'Hello');
  await press('Save');
  await write('Subject', 'Hello everybody');
  await press('2 Try');
  await write('Your address', 'ada@example.org');
  await press('Send a test');
  await first.answer({ id: 'Beta', version: '1' });
  await act(() => vi.waitFor(() => expect(asked).toContain('PUT mailings/Beta')));
  expect(mailingInAddress()).toBe('Beta');
  expect(asked.filter((one) => one === 'POST mailings')).toHaveLength(1);
});

test('why nothing was sent is said beside the new count', async () => {
  const refused = Response.json({ message: 'Nothing was sent.' }, { status: 409 });
  let count = COUNT;
  const { place, open, press, write } = await openMailings({
    'POST audience': () => count,
    'POST mailings/Launch/send': () => refused,
  });
  await open('Launch');
  await press('3 Send');
  await write('To send it', '3');
  count = { ...COUNT, people: 4 };
  await press('Send to 3');
  await vi.waitFor(() => {
    expect(place.querySelector('p[role=status]')?.textContent).toBe('Nothing was sent.');
    expect(place.querySelector('p[role=status]')?.className).toContain('warning');
    expect(place.textContent).toContain('It goes to 4 people');
  });
});

test('a count of another audience is dimmed, and sends nothing, until the right one is known', async () => {
  const [first, second] = [late(), late()];
  const counts = [first, second];
  const { place, open, press, write, button } = await openMailings({
    'POST audience': () => counts.shift()?.promise,
  });
  await open('Launch');
  await press('3 Send');
  await act(async () => place.querySelector<HTMLElement>('input[type=checkbox]')?.click());
  const busy = () => place.querySelectorAll('[aria-busy=true]').length;
  await first.answer({ ...COUNT, people: 0 });
  // With all that the answer says: how many in the step, too, and that it is nobody.
  expect(busy()).toBe(2);
  const old = [...place.querySelectorAll('[aria-busy=true]')].map((one) => one.textContent);
  expect(old).toEqual(['Not saved', expect.stringContaining('Nobody of this')]);
  await second.answer({ ...COUNT, people: 5 });
  expect(busy()).toBe(0);
  expect(place.textContent).toContain('It goes to 5 people');
  await write('To send it', '5');
  counts.push(late());
  await act(async () => place.querySelector<HTMLElement>('input[type=checkbox]')?.click());
  counts.push(late());
  await act(async () => place.querySelectorAll<HTMLElement>('input[type=checkbox]')[1]?.click());
  expect(button('Send to 5 people').getAttribute('aria-disabled')).toBe('true');
});

test('for nobody there is no button, and the reason in place of the warning', async () => {
  const { place, open, press, button } = await openMailings({
    'POST audience': () => ({ ...COUNT, people: 0, leftOut: { wording: 16, otherGroup: 212 } }),
  });
  await open('Launch');
  await press('3 Send');
  await vi.waitFor(() => expect(place.textContent).toContain('Nobody of this choice'));
  const out = '16 have it, or soon will; 212 in another group';
  expect(place.textContent).toContain(`Left out: ${out}.`);
  expect(place.textContent).not.toContain('cannot be taken back');
  expect(button('Send to 0')).toBeUndefined();
});

test('what is being sent is shown at once, and pressing twice sends it once', async () => {
  const started = late();
  let state = 'draft';
  const { place, asked, bodies, open, press, write, button } = await openMailings({
    'POST audience': () => COUNT,
    'GET mailings/Launch': () => ({ ...mailingOf('Launch'), state }),
    'POST mailings/Launch/send': () => started.promise,
  });
  await open('Launch');
  await press('3 Send');
  await write('To send it', '3');
  await press('Send to 3');
  await press('Send to 3');
  expect(bodies.at(-1)).toEqual({ people: 3, seen: 'Hello' });
  button('Send to 3 people').focus();
  state = 'sending';
  await started.answer({ started: true });
  await act(() => vi.waitFor(() => expect(button('Save')).toBeUndefined()));
  expect(asked.filter((one) => one.endsWith('send'))).toHaveLength(1);
  const said = place.querySelector('p[role=status]');
  expect(said?.textContent).toBe('It is being sent.');
  expect(said?.className).toBe('visually-hidden'); // the view says “Sending”
  expect(document.activeElement).toBe(place.querySelector('[tabindex="-1"]'));
});

test('what all mailings say is not said of the one that is shown, and is asked again after it', async () => {
  let summary = 'No mailing has been sent yet.';
  const { place, press } = await openMailings(
    {
      'GET mailings': () => ({ summary, mailings: [mailingOf('Launch')] }),
    },
    'Launch',
  );
  await press('All mailings');
  await act(() => vi.waitFor(() => expect(place.textContent).toContain(summary)));
  await press('Launch');
  expect(place.textContent).not.toContain(summary);
  summary = 'The latest mailing went to 72 people.';
  await press('All mailings');
  await act(() => vi.waitFor(() => expect(place.textContent).toContain(summary)));
});

test('the preview beside the text is of what is stored, in the language that is written, with a name and without', async () => {
  const { place, asked, open, press, write } = await openMailings(storing());
  const frame = () => place.querySelector('iframe')?.src;
  await open('Launch');
  await act(() => vi.waitFor(() => expect(place.textContent).toContain('For Jane')));
  await act(async () => {
    const labels = [...place.querySelectorAll('label')];
    labels.find(({ textContent }) => textContent === 'Without a name')?.click();
  });
  expect(place.textContent).toContain('For you');
  expect(frame()).toMatch(/language=en&shown=Hello&name=$/);
  await write('Text', 'Hello again');
  const heading = () => place.querySelector('section h2')?.textContent;
  expect(heading()).toBe('Preview, as saved');
  expect(frame()).toMatch(/shown=Hello&/);
  await press('Save');
  await act(() => vi.waitFor(() => expect(frame()).toMatch(/shown=Hello%20again/)));
  expect(heading()).toBe('Preview');
  const language = place.querySelector('select') as HTMLSelectElement;
  await act(async () => {
    language.value = 'de';
    language.dispatchEvent(new Event('change', { bubbles: true }));
  });
  await act(() => vi.waitFor(() => expect(frame()).toMatch(/language=de/)));
  expect(asked.some((one) => one.startsWith('GET mailings/Launch/preview?language=de'))).toBe(true);
});

test('three steps say what is done, which one is shown and why another is not possible yet', async () => {
  const { place, open, press, write, button } = await openMailings({
    ...storing(),
    'POST mailings/Launch/test': () => ({ sent: true }),
  });
  const steps = () =>
    [...place.querySelectorAll('ol button')].map(
      (step) => step.textContent + (step.hasAttribute('aria-current') ? ' (current)' : ''),
    );
  const done = () => [...place.querySelectorAll('ol [data-state=done]')].length;
  const on = () => place.querySelector('ol [data-state=on]')?.parentElement?.textContent;
  await open('Launch');
  // Another browser may have sent one.
  expect(steps()).toEqual(['1 WriteSaved (current)', '2 Try', '3 Sendto 3 people']);
  expect(on()).toBe('1 WriteSaved');
  await write('Text', '');
  await press('2 Try');
  expect(steps()).toEqual([
    '1 WriteNeeds a subject and a text in English',
    '2 Try (current)',
    '3 Sendto 3 people',
  ]);
  expect(place.textContent).toContain('Needs a subject and a text in English');
  expect(button('Send a test')).toBeUndefined();
  await press('1 Write');
  await write('Text', 'Hello again');
  await press('Save');
  await act(() => vi.waitFor(() => expect(button('Next: try it')).toBeDefined()));
  await press('Next: try it');
  expect([done(), on()]).toEqual([1, '2 Try']);
  await write('Your address', 'ada@example.org');
  await press('Send a test');
  await act(() => vi.waitFor(() => expect(steps()[1]).toBe('2 TryTest sent (current)')));
  await press('1 Write');
  expect([done(), on()]).toEqual([1, '1 WriteSaved']);
  await write('Text', 'Hello once more');
  expect(done()).toBe(0);
  // What is shown beside the number is what goes out.
  await press('3 Send');
  await act(() => vi.waitFor(() => expect(steps()[0]).toBe('1 WriteSaved')));
});

test('another choice of people leaves the words saved and tested, and is saved beside its number', async () => {
  let stored = mailingOf('Launch');
  const { place, bodies, open, press, write, fieldOf, status } = await openMailings({
    'GET mailings/Launch': () => stored,
    'PUT mailings/Launch': () => {
      stored = { ...stored, ...(bodies.at(-1) as typeof stored), version: 'other' };
      return { id: 'Launch', version: 'other' };
    },
    'POST mailings/Launch/test': () => ({ sent: true }),
  });
  const steps = () => [...place.querySelectorAll('ol button')].map((step) => step.textContent);
  await open('Launch');
  await press('2 Try');
  await write('Your address', 'ada@example.org');
  await press('Send a test');
  await press('3 Send');
  await act(async () => fieldOf('Beta Access').click());
  expect(steps()).toEqual(['1 WriteSaved', '2 TryTest sent', '3 SendNot saved']);
  expect(place.querySelector('section h2')?.textContent).toBe('Preview');
  await act(async () => place.querySelector<HTMLElement>('fieldset ~ div button')?.click());
  await vi.waitFor(() => expect(status()).toBe('Saved.'));
  expect(stored).toMatchObject({ audience: { types: ['notifyme', 'beta'] }, seen: 'Hello' });
  await vi.waitFor(() => expect(steps()[2]).toBe('3 Sendto 3 people'));
  expect(steps()[1]).toBe('2 TryTest sent');
});

test.for([
  ['2026-03-14T12:00:30Z', ''],
  ['2026-03-14T13:00:00Z', 'Ends about 14 Mar 2026, 13:00 (UTC).'],
] as const)('at 12:00, of a mailing that ends at %s it is said: %s', async ([endsAt, said]) => {
  vi.setSystemTime('2026-03-14T12:00:00Z');
  const { place, press } = await openMailings({
    'GET mailings/Launch': () => ({
      ...{ ...mailingOf('Launch'), state: 'sending', perHour: 1250, endsAt },
    }),
  });
  await press('Launch');
  await act(() => vi.waitFor(() => expect(place.textContent).toContain('Refused')));
  expect(/Ends.*\)\./.exec(place.textContent ?? '')?.[0] ?? '').toBe(said);
  vi.useRealTimers();
});

test('a mailing that was sent says to how many it went, to whom and when', async () => {
  const sent = { state: 'done', people: 16, startedAt: '2026-03-14T13:11:00Z' };
  const audience = { types: ['beta'], states: ['accepted'], languages: ['de'] };
  const { place, press } = await openMailings({
    'GET mailings/Launch': () => ({ ...mailingOf('Launch'), ...sent, audience }),
  });
  await press('Launch');
  const said = 'To 16 people: Beta Access, accepted, German · 14 Mar 2026, 13:11';
  await act(() => vi.waitFor(() => expect(place.textContent).toContain(said)));
});

test('a test that cannot be sent for a wrong placeholder leads back to the field that has it, and says what is wrong', async () => {
  const message = 'The text has {Code}, which is not replaced there';
  const { place, open, press, write } = await openMailings({
    'PUT mailings/Launch': () =>
      Response.json({ issues: [{ path: 'words.en.text', message }] }, { status: 400 }),
  });
  await open('Launch');
  await write('Text', 'Use {Code}');
  await press('2 Try');
  await write('Your address', 'ada@example.org');
  await press('Send a test');
  await act(() => vi.waitFor(() => expect(place.querySelector('textarea')).not.toBeNull()));
  expect(place.textContent).toContain(message);
});

test('an audience without the beta has the usual states of applications, which it does not show', async () => {
  const audience = { types: ['notifyme'], states: [], languages: [] };
  const { asked, bodies, open } = await openMailings({
    'GET mailings/Launch': () => ({ ...mailingOf('Launch'), audience }),
  });
  await open('Launch');
  const counted = bodies[asked.indexOf('POST audience')];
  expect(counted).toEqual({ ...audience, states: USUAL.states });
});

test.for([
  ['paused', 3],
  ['stopped', 3],
] as const)(
  'a mailing that is %s has %i buttons that send again to people in doubt',
  async ([state, buttons]) => {
    const { place, press } = await openMailings({ 'GET mailings/Launch': () => inDoubt(state) });
    await press('Launch');
    await act(() => vi.waitFor(() => expect(place.textContent).toContain('Ada')));
    const labels = [...place.querySelectorAll('button')].map(({ textContent }) => textContent);
    expect(labels.filter((label) => label?.startsWith('Send again'))).toHaveLength(buttons);
  },
);

test('a message that is just leaving is not in doubt', async () => {
  const [ada, ben] = inDoubt('sending').troubled;
  const troubled = [{ ...ada, attemptedAt: new Date().toISOString() }, ben];
  const { place, press } = await openMailings({
    'GET mailings/Launch': () => ({ ...inDoubt('sending'), troubled }),
  });
  await press('Launch');
  await act(() => vi.waitFor(() => expect(place.textContent).toContain('Ben')));
  expect(place.textContent).not.toContain('Ada');
});

test('who does not wait again is said with the reason', async () => {
  const reason = 'not sent again: 1 tried less than ten minutes ago';
  const { place, press, answerBy, button } = await openMailings({
    'GET mailings/Launch': () => inDoubt('stopped'),
    'POST mailings/Launch/again': () => ({ again: 1, reason }),
  });
  await press('Launch');
  await act(() => vi.waitFor(() => expect(button('Send again to 2')).toBeDefined()));
  await press('Send again to 2');
  await answerBy('Send again');
  await vi.waitFor(() => {
    const said = place.querySelector('p[role=status]')?.textContent;
    expect(said).toBe(`Waiting again: 1 person; ${reason}.`);
  });
});

test('the focus is never lost with the button that was pressed', async () => {
  let state = 'sending';
  const { place, press, answerBy, button } = await openMailings({
    'GET mailings/Launch': () => ({ ...mailingOf('Launch'), state }),
    'POST mailings/Launch/pause': () => {
      state = 'paused';
      return { done: true };
    },
  });
  const isLost = () => document.activeElement === document.body;
  button('Launch').focus();
  await press('Launch');
  await act(() => vi.waitFor(() => expect(button('Pause')).toBeDefined()));
  expect.soft(isLost()).toBe(false);
  button('Pause').focus();
  await press('Pause');
  await act(() => vi.waitFor(() => expect(button('Resume')).toBeDefined()));
  expect.soft(isLost()).toBe(false);
  await press('All mailings');
  state = 'draft';
  await press('Launch');
  await act(() => vi.waitFor(() => expect(button('Delete')).toBeDefined()));
  await press('Delete');
  await answerBy('Delete');
  await act(() => vi.waitFor(() => expect(place.querySelector('form')).toBeNull()));
  expect.soft(isLost()).toBe(false);
});
