// @vitest-environment happy-dom
import { act } from 'react';
import { expect, onTestFinished, test, vi } from 'vitest';
import type { SignupRow } from '#shared/growth';
import { openPlace } from '../../testing/open-place.tsx';
import type { ListDesk } from '../api/use-desk.ts';
import { ConsoleContext } from '../console-data.ts';
import { Desk } from './application-desk.tsx';

const waiting = { decision: null, decidedBy: null, note: null, toldAt: null };
const uninvited = { invitedAt: null, redeemedAt: null };
const apply = (...ids: string[]) =>
  ids.map(
    (id) =>
      ({ id, name: id, email: '', createdAt: '2026-03-01', ...waiting, ...uninvited }) as SignupRow,
  );
const all = ['Ann', 'Ben', 'Cara'];

/** Opens the desk. Null answers a question as a failure does. */
async function openDesk() {
  onTestFinished(() => localStorage.clear());
  const { place, render, press, answerBy, button, leave } = openPlace();
  const asked: [route: string, question: object][] = [];
  const replies: ((answer: unknown) => void)[] = [];
  let said = '';
  let problem = '';
  const actions = {
    say(text: string) {
      said = text;
    },
    get said() {
      return said;
    },
    async run(route: string, question: object) {
      asked.push([route, question]);
      return new Promise((resolve) => replies.push(resolve as () => void));
    },
  };
  const desk = {
    ...{
      signups: apply(...all),
      askedAt: Date.now(),
      place: 'page 1',
      all: '1–3 of 3',
      receipt: document.body.appendChild(document.createElement('div')),
      zone: 'UTC',
      named: '',
    },
    ...{ state: 'waiting', empty: <h2>None</h2>, pages: null },
    onShow: vi.fn<(id: string, isTurn: boolean) => void>(),
    ...{ onChange: vi.fn<() => void>(), desk: actions as unknown as ListDesk },
  };
  const show = async (props: Partial<typeof desk>) => {
    await render(
      <ConsoleContext value={{ siteUrl: '', sendsMail: true, languages: 'en', seesPeople: true }}>
        <Desk {...Object.assign(desk, { askedAt: Date.now() }, props)} />
      </ConsoleContext>,
    );
    return place.querySelectorAll('input');
  };
  const [note, by, tells] = await show({});
  const boxes = () => place.querySelectorAll<HTMLElement>('li input');
  return {
    ...{ asked, desk, show, leave, press, answerBy, button, note, by, tells },
    said: () => `${said} ${problem}`.trim(),
    /** Presses a key, by default while the list has the focus. */
    key: (key: string, { repeat = false, within = 'section' } = {}) =>
      act(async () => {
        const init = { key, repeat, bubbles: true };
        place.querySelector(within)?.dispatchEvent(new KeyboardEvent('keydown', init));
      }),
    reply: (answer: object | null) =>
      act(async () => {
        if (answer === null) problem = 'It failed.';
        replies.shift()?.(answer && { changed: 0, told: [], others: [], ...answer });
      }),
    async tick(...names: string[]) {
      for (const name of names) await act(async () => boxes()[all.indexOf(name)]?.click());
    },
    write: (input: HTMLInputElement | undefined, text: string) =>
      act(async () => {
        Reflect.set(HTMLInputElement.prototype, 'value', text, input);
        input?.dispatchEvent(new Event('input', { bubbles: true }));
      }),
    card: () => place.querySelector('h2')?.textContent,
    facts: () => [...place.querySelectorAll('dl > div')].map(({ textContent }) => textContent),
    state: () => place.querySelector('header [data-state]')?.parentElement?.textContent,
    buttons: () =>
      [...place.querySelectorAll('article button')].map(({ textContent }) => textContent),
    states: () =>
      [...place.querySelectorAll('li > :last-child')].map((last) =>
        last.querySelector('[data-state]') ? last.textContent?.toLowerCase() : 'waiting',
      ),
  };
}

test('a key decides once on the application that is shown', async () => {
  const { asked, key } = await openDesk();
  await key('a');
  await key('a', { repeat: true });
  expect(asked).toMatchObject([
    ['list/decisions', { decision: 'accepted', seen: 'waiting', ids: ['Ann'] }],
  ]);
});

test('an invitation that was used says when', async () => {
  const { show, facts } = await openDesk();
  const used = { invitedAt: '2026-03-01T08:00:00Z', redeemedAt: '2026-03-02T11:30:00Z' };
  await show({ signups: apply('Ann').map((one) => ({ ...one, ...used })) });
  expect(facts().slice(-2)).toEqual(['Invited1 Mar 2026, 08:00', 'Used2 Mar 2026, 11:30']);
});

test('who is invited can be invited again, by a quiet button, and each way back says what it ends', async () => {
  const { asked, show, press, button } = await openDesk();
  const invited = { decision: 'accepted', invitedAt: '2026-03-01T08:00:00Z' } as const;
  const accepted = apply('Ann', 'Ben').map((one) => ({ ...one, decision: 'accepted' as const }));
  await show({ signups: accepted, place: 'page 2', state: 'accepted' });
  const { className } = button('Invite');
  expect(button('Undo').textContent).toBe('Undo acceptance');
  await show({ signups: accepted.map((one) => ({ ...one, ...invited })), place: 'page 3' });
  expect([button('Invite').textContent, button('Withdraw').textContent]).toEqual([
    'Invite again',
    'Withdraw invitation',
  ]);
  expect(button('Invite').className).not.toBe(className);
  await press('Invite again');
  expect(asked).toEqual([['list/invitations', { ids: ['Ann'] }]]);
  await show({
    signups: apply('Ann').map((one) => ({ ...one, decision: 'declined' })),
    place: 'page 4',
  });
  expect(button('Undo').textContent).toBe('Undo refusal');
});

test('an accepted application says by whom and when above the fields, and has its way back before the refusal', async () => {
  const { show, state, buttons } = await openDesk();
  const decided = { decidedBy: 'Ada', decidedAt: '2026-03-02T11:30:00Z', toldAt: '2026-03-02' };
  const accepted = { ...apply('Ann')[0], decision: 'accepted', ...decided } as SignupRow;
  await show({ signups: [accepted], place: 'page 2', state: 'accepted' });
  expect(state()).toBe('Accepted by Ada · 2 Mar 2026, 11:30 · message sent');
  expect(buttons().slice(-2)).toEqual(['Undo acceptance', 'Decline']);
});

test('words that are dictated decide nothing, unless the list has the focus', async () => {
  const { asked, key, button } = await openDesk();
  for (const within of ['article', 'article input', 'article button'])
    for (const letter of 'good day') await key(letter, { within });
  expect(asked).toEqual([]);
  await key('d', { within: 'li button' });
  expect(asked).toMatchObject([['list/decisions', { decision: 'declined', ids: ['Ann'] }]]);
  expect(button('Accept').getAttribute('aria-keyshortcuts')).toBe('a');
});

test('a late answer leaves what is shown, written and chosen meanwhile', async () => {
  const { reply, key, write, tick, note, card, button, states } = await openDesk();
  await key('a');
  await key('j');
  await write(note, 'bad fit');
  await tick('Ann', 'Cara');
  await reply({ changed: 1 });
  expect([card(), note?.value, button('Accept 1')]).toEqual(['Ben', 'bad fit', expect.anything()]);
  expect(states()).toEqual(['accepted', 'waiting', 'waiting']);
});

test('an answer that was asked for before a decision was stored does not undo it', async () => {
  const { asked, desk, show, reply, key, states } = await openDesk();
  const askedAt = Date.now() - 1;
  await key('d');
  await reply({ changed: 1 });
  await show({ signups: apply(...all), askedAt });
  expect(states()).toEqual(['declined', 'waiting', 'waiting']);
  await key('u');
  expect(asked.at(-1)).toMatchObject(['list/decisions', { seen: 'declined', ids: ['Ann'] }]);
  await reply({ changed: 1 });
  expect(desk.onChange).toHaveBeenCalledTimes(2);
  await show({ signups: apply(...all).map((one) => ({ ...one, decision: 'accepted' })) });
  expect(states()).toEqual(['accepted', 'accepted', 'accepted']);
});

test('each row shows what was decided, also by others and before a failure, and only own decisions are taken back', async () => {
  const { asked, reply, key, tick, press, button, states, said } = await openDesk();
  await tick('Ben', 'Cara');
  button('Decline 2').focus();
  await press('Decline 2');
  await reply({ changed: 1, others: [{ id: 'Ben', state: 'accepted', by: 'Ada' }] });
  expect(document.activeElement).toBe(button('Decline 0'));
  expect(states()).toEqual(['waiting', 'accepted', 'declined']);
  await key('u');
  expect(asked.at(-1)).toMatchObject(['list/decisions', { decision: 'waiting', ids: ['Cara'] }]);
  await reply(null);
  await tick(...all);
  await press('Accept 3');
  await reply({ changed: 1 });
  await reply(null);
  expect(said()).toBe('Ann accepted. It failed.');
  expect(states()).toEqual(['accepted', 'accepted', 'declined']);
  await tick('Ann');
  await press('Decline 3');
  await reply({ changed: 1, told: ['Ben'] });
  await reply({ changed: 1 });
  expect(states()).toEqual(['declined', 'accepted', 'declined']);
});

test('what is read again replaces rows in their place; another page keeps who decides and whether to tell', async () => {
  const { desk, show, reply, key, press, write, tick, by, tells, ...shown } = await openDesk();
  await write(by, 'Ada');
  await act(async () => tells?.click());
  await key('a');
  await reply({ changed: 1 });
  expect(desk.onChange).toHaveBeenCalledOnce();
  await press('←');
  expect([shown.card(), shown.state()]).toEqual(['Ann', 'Accepted by Ada']);
  const [ben, cara] = apply('Ben', 'Cara');
  await show({ signups: [ben, { ...cara, decision: 'declined' } as SignupRow] as SignupRow[] });
  expect([shown.card(), ...shown.states()]).toEqual(['Ann', 'accepted', 'waiting', 'declined']);
  await press('Undo');
  await reply({ changed: 1 });
  expect(shown.state()).toBeUndefined();
  await show({ signups: apply('Eve'), place: 'page 2' });
  expect([shown.card(), by?.value, by?.isConnected, tells?.checked]).toEqual([
    'Eve',
    'Ada',
    true,
    true,
  ]);
  await show({ signups: [], place: 'page 3' });
  expect(shown.card()).toBe('None');
  await show({ signups: apply('Eve') });
  expect(shown.card()).toBe('Eve');
});

test('a note stays with its application, also beyond a reload, until it is stored; a name stays', async () => {
  const { show, leave, reply, key, write, note, by } = await openDesk();
  await write(note, 'good films');
  await write(by, 'Ada');
  await key('j');
  expect(note?.value).toBe('');
  await leave();
  const [again, name] = await show({});
  expect([again?.value, name?.value]).toEqual(['good films', 'Ada']);
  await key('a');
  await reply({ changed: 1 });
  expect(Object.keys(localStorage)).toEqual(['growth:own/name']);
});

test('people who are decided together get each the note that was typed for them, and none that is stored is lost', async () => {
  const { asked, desk, show, reply, key, tick, press, write, note, states } = await openDesk();
  const [ann, ben, cara] = apply(...all) as [SignupRow, SignupRow, SignupRow];
  await show({ signups: [ann, ben, { ...cara, decision: 'accepted', note: 'met her' }] });
  await write(note, 'good films');
  await tick('Ben', 'Cara');
  await press('Decline 2');
  await reply({ changed: 1 });
  await reply({ changed: 1 });
  expect(asked.splice(0)).toMatchObject([
    ['list/decisions', { ids: ['Ben'], seen: 'waiting', note: null }],
    ['list/decisions', { ids: ['Cara'], seen: 'accepted', note: 'met her' }],
  ]);
  expect([states(), note?.value]).toEqual([['waiting', 'declined', 'declined'], 'good films']);
  // Somebody else is faster: the note is stored nowhere, so it stays in its field.
  await key('a');
  await reply({ others: [{ id: 'Ann', state: 'declined', by: 'Ada' }] });
  expect(note?.value).toBe('good films');
  expect(desk.onShow).not.toHaveBeenCalled();
});

test('what was decided is said beside Undo, which gives the note back to the field', async () => {
  const { asked, desk, reply, key, write, said, note, state } = await openDesk();
  await write(note, 'good films');
  await key('a');
  await reply({ changed: 1 });
  expect(said()).toBe('Ann accepted.');
  const undo = desk.receipt.querySelector('button');
  await act(async () => undo?.click());
  await reply({ changed: 1 });
  expect([said(), undo?.getAttribute('aria-disabled')]).toEqual(['Ann waiting again.', 'true']);
  expect([state(), note?.value]).toEqual([undefined, 'good films']);
  await key('d');
  expect(asked.at(-1)).toMatchObject(['list/decisions', { note: 'good films' }]);
});

test('the address and the place in the page follow what is shown, and what is shown follows the address', async () => {
  const { desk, show, key, press, card } = await openDesk();
  const scrolled = vi.spyOn(Element.prototype, 'scrollIntoView');
  await key('j');
  expect(desk.onShow.mock.calls).toEqual([['Ben', true]]);
  // To the row, and last to the heading, which nobody must miss.
  expect(scrolled.mock.contexts.map((part) => (part as Element).textContent)).toEqual([
    'Ben',
    expect.stringMatching(/^←→Ben./),
    'Ben',
  ]);
  await show({ named: 'Ben' });
  await press('Cara');
  expect(desk.onShow).toHaveBeenLastCalledWith('Cara', false);
  await show({ named: 'Cara' });
  await show({ named: 'Ben' });
  expect(card()).toBe('Ben');
  await show({ named: '' });
  expect(card()).toBe('Ann');
  // A link to an application that is not on this page, and its answer.
  await show({ named: 'Eve', signups: apply('Eve', ...all) });
  expect(card()).toBe('Eve');
  expect(desk.onShow).toHaveBeenCalledTimes(2);
});

test('what sends a message or ends a link asks first', async () => {
  const { asked, show, key, press, answerBy, tick, tells } = await openDesk();
  await show({ state: 'accepted' });
  await act(async () => tells?.click());
  await key('d');
  const question = 'Decline and write? A message to 1 person cannot be taken back.';
  expect(await answerBy('Cancel')).toBe(question);
  await tick('Ann');
  await press('Decline 1 and write');
  await answerBy('Cancel');
  await press('Withdraw 1');
  expect(await answerBy('Cancel')).toBe('Withdraw? The links of 1 person stop at once.');
  expect(asked).toEqual([]);
  await press('Invite 1');
  expect(asked).toEqual([['list/invitations', { ids: ['Ann'] }]]);
});
