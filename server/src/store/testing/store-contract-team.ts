import { expect, test } from 'vitest';
import type { SavedFunnel } from '#shared/saved-funnels';
import type { Store } from '../store.ts';
import type { NewAlert, Note } from '../team-store.ts';
import { NOON, newId } from './store-contract-data.ts';

type Open = () => Store | Promise<Store>;

const EVER = { from: 0, to: NOON + 1e9 };
const alert = (change: Partial<NewAlert> = {}): NewAlert => ({
  id: newId(),
  name: 'no_signups',
  text: 'Nobody signed up.',
  since: NOON - 60,
  raisedAt: NOON,
  ...change,
});
const note = (change: Partial<Note> = {}): Note => ({
  id: newId(),
  at: NOON,
  kind: 'note',
  text: 'Product Hunt',
  ...change,
});
const notices = (kind: string, recipient = 'webhook-a') => [
  { id: newId(), recipient, kind, payload: { name: 'no_signups' }, at: NOON },
];

export function teamContract(open: Open) {
  const waiting = async (store: Store) => (await store.webhookStates())[0]?.waiting ?? 0;

  test('an alert is raised and cleared once, however many find it', async () => {
    const store = await open();
    const first = alert();
    const raise = () => store.raiseAlert(alert());
    expect(await store.raiseAlert(first)).toBe(true);
    expect(await Promise.all([raise(), raise(), raise()])).toEqual([false, false, false]);
    expect(await store.readAlerts(EVER)).toEqual([{ ...first, clearedAt: null }]);
    const clear = () => store.clearAlert('no_signups', NOON + 5, notices('alert.cleared'));
    expect((await Promise.all([clear(), clear()])).toSorted()).toEqual([false, true]);
    expect(await waiting(store)).toBe(1);
    expect(await store.readAlerts(EVER)).toEqual([{ ...first, clearedAt: NOON + 5 }]);
    const later = { from: NOON + 1, to: NOON + 9 };
    expect(await store.readAlerts(later)).toEqual([]);
    expect(await store.readAlerts({ ...later, clearedFrom: NOON + 6 })).toEqual([]);
    expect(await store.readAlerts({ ...later, clearedFrom: NOON + 5 })).toHaveLength(1);
    expect(await raise()).toBe(true);
    expect(await store.readAlerts({ from: NOON + 1, to: NOON + 9 })).toHaveLength(1); // still raised
  });

  test('an alert is not cleared before it was raised, by a clock that was wrong', async () => {
    const store = await open();
    await store.raiseAlert(alert({ raisedAt: NOON + 50 }));
    expect(await store.clearAlert('no_signups', NOON)).toBe(true);
    expect(await store.readAlerts(EVER)).toMatchObject([{ clearedAt: NOON + 50 }]);
  });

  test('a silence ends at its time, and can be changed', async () => {
    const store = await open();
    await store.silenceAlert('no_signups', NOON + 10);
    await store.silenceAlert('no_events', NOON + 10);
    await store.silenceAlert('no_events', NOON);
    expect(await store.readSilences(NOON)).toEqual(new Map([['no_signups', NOON + 10]]));
    expect(await store.readSilences(NOON + 10)).toEqual(new Map());
  });

  test('notes are read by their time, earliest first, and deleted one by one', async () => {
    const store = await open();
    const [late, early] = [note({ at: NOON + 5 }), note({ text: 'x" <b> \u2028 ü' })];
    await store.addNote(late);
    await store.addNote(early);
    expect(await store.readNotes(EVER)).toEqual([early, late]);
    expect(await store.readNotes({ from: NOON + 1, to: NOON + 9 })).toEqual([late]);
    expect(await store.deleteNote(late.id)).toBe('deleted');
    expect(await store.deleteNote(late.id)).toBe('not_found');
    expect(await store.readNotes(EVER)).toEqual([early]);
  });

  test('a funnel replaces the one with its name, others are refused beyond the limit', async () => {
    const store = await open();
    const funnel = (name: string, steps = ['*', 'form_submit']): SavedFunnel => ({
      ...{ id: newId(), name, steps, order: 'ordered', window: 14, breakdown: null, among: null },
    });
    const [late, early] = [funnel('Zoo'), funnel('a "<b>\u2028 ü')];
    expect(await store.saveFunnel(late, 2)).toEqual(late);
    expect(await store.saveFunnel(early, 2)).toEqual(early);
    expect(await store.saveFunnel(funnel('third'), 2)).toBeNull();
    const changed = { ...late, window: 7 };
    expect(await store.saveFunnel({ ...changed, id: newId() }, 2)).toEqual(changed);
    expect(await store.readFunnels()).toEqual([early, changed]);
    expect(await store.deleteFunnel(late.id)).toBe('deleted');
    expect(await store.deleteFunnel(late.id)).toBe('not_found');
    expect(await store.readFunnels()).toEqual([early]);
  });

  test('a value is marked once, with its note and its messages', async () => {
    const store = await open();
    const mark = (value: string, at = NOON) =>
      store.mark(
        { name: 'build', value, at },
        { notices: notices('digest'), note: note({ kind: 'version', text: value }) },
      );
    expect(await store.readMark('build')).toBeNull();
    expect((await Promise.all([mark('a'), mark('a'), mark('a')])).toSorted()).toEqual([
      false,
      false,
      true,
    ]);
    expect(await mark('b', NOON + 1)).toBe(true);
    expect(await store.readMark('build')).toEqual({ name: 'build', value: 'b', at: NOON + 1 });
    expect((await store.readNotes(EVER)).map(({ text }) => text)).toEqual(['a', 'b']);
    expect(await waiting(store)).toBe(2);
    expect(await store.readMark('digest')).toBeNull();
  });
}
