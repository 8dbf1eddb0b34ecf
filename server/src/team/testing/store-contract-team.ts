import { expect } from 'vitest';
import type { SavedFunnel } from '#shared/saved-funnels';
import type { SiteStore } from '../../database/site-store.ts';
import { NOON, newId } from '../../store/testing/store-contract-data.ts';
import { type Open, testWith } from '../../store/testing/test-with.ts';
import type { Alert, Note } from '../team.sql.ts';

const EVER = { from: 0, to: NOON + 1e9 };
const LATER = { from: NOON + 1, to: NOON + 9 };
const alert = (raisedAt = NOON): Omit<Alert, 'clearedAt'> => ({
  ...{ id: newId(), name: 'no_signups', text: 'Nobody signed up.', since: NOON - 60, raisedAt },
});
const note = (change: Partial<Note> = {}): Note => ({
  ...{ id: newId(), at: NOON, kind: 'note', text: 'Product Hunt', ...change },
});
const notices = (kind: string) => [
  { id: newId(), recipient: 'webhook-a', kind, payload: { name: 'no_signups' }, at: NOON },
];

export function teamContract(open: Open) {
  const test = testWith(open);
  const waiting = async (store: SiteStore) => (await store.webhookStates())[0]?.waiting ?? 0;

  test('an alert is raised and cleared once, however many find it, and not before it was raised', async (store) => {
    const first = alert();
    const raise = () => store.raiseAlert(alert(NOON + 50));
    expect(await store.raiseAlert(first)).toBe(true);
    expect(await Promise.all([raise(), raise(), raise()])).toEqual([false, false, false]);
    expect(await store.readAlerts(EVER)).toEqual([{ ...first, clearedAt: null }]);
    const clear = () => store.clearAlert('no_signups', NOON + 5, notices('alert.cleared'));
    expect((await Promise.all([clear(), clear()])).toSorted()).toEqual([false, true]);
    expect(await waiting(store)).toBe(1);
    expect(await store.readAlerts(EVER)).toEqual([{ ...first, clearedAt: NOON + 5 }]);
    expect(await store.readAlerts(LATER)).toEqual([]);
    expect(await raise()).toBe(true);
    const latest = { from: NOON + 51, to: NOON + 59 };
    expect(await store.readAlerts(latest)).toHaveLength(1); // still raised
    await store.clearAlert('no_signups', NOON); // by a clock that was wrong
    const cleared = (await store.readAlerts(EVER)).map(({ clearedAt }) => clearedAt);
    expect(cleared.sort()).toEqual([NOON + 5, NOON + 50]);
  });

  test('a silence ends at its time, and can be changed', async (store) => {
    await store.silenceAlert('no_signups', NOON + 10);
    await store.silenceAlert('no_events', NOON + 10);
    await store.silenceAlert('no_events', NOON);
    expect(await store.readSilences(NOON)).toEqual(new Map([['no_signups', NOON + 10]]));
    expect(await store.readSilences(NOON + 10)).toEqual(new Map());
  });

  test('notes are read by their time, earliest first, and deleted one by one', async (store) => {
    const [late, early] = [note({ at: NOON + 5 }), note({ text: 'x" <b> \u2028 ü' })];
    await store.addNote(late);
    await store.addNote(early);
    expect(await store.readNotes(EVER)).toEqual([early, late]);
    expect(await store.readNotes(LATER)).toEqual([late]);
    expect(await store.deleteNote(late.id)).toBe('deleted');
    expect(await store.deleteNote(late.id)).toBe('not_found');
    expect(await store.readNotes(EVER)).toEqual([early]);
  });

  test('a funnel replaces the one with its name, others are refused beyond the limit', async (store) => {
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

  test('a value is marked once, with its note and its messages', async (store) => {
    const mark = (value: string, at = NOON) => {
      const told = { notices: notices('digest'), note: note({ kind: 'version', text: value }) };
      return store.mark({ name: 'build', value, at }, told);
    };
    expect(await store.readMark('build')).toBeNull();
    const marked = await Promise.all([mark('a'), mark('a'), mark('a')]);
    expect(marked.toSorted()).toEqual([false, false, true]);
    expect(await mark('b', NOON + 1)).toBe(true);
    expect(await store.readMark('build')).toEqual({ name: 'build', value: 'b', at: NOON + 1 });
    expect((await store.readNotes(EVER)).map(({ text }) => text)).toEqual(['a', 'b']);
    expect(await waiting(store)).toBe(2);
    expect(await store.readMark('digest')).toBeNull();
  });

  test('a service that is told about people is known by its URL, as it was described the last time', async (store) => {
    const chat = { recipient: 'a', name: 'Chat AG', retentionDays: 90, at: NOON };
    const other = { recipient: 'b', name: '', retentionDays: null, at: NOON + 1 };
    for (const service of [{ ...chat, name: 'Chat Old' }, chat, other])
      await store.noteTold(service);
    expect(await store.readTold()).toEqual([other, chat]);
  });
}
