import { expect, test } from 'vitest';
import { parseAddress } from '../address/view-address.ts';
import {
  chosenBreakdown,
  describeFunnel,
  findSaved,
  funnelParams,
  PRESET_TABS,
  presetOf,
  showSteps,
  toSave,
} from './chosen-funnel.ts';

const DAY = { from: Date.UTC(2026, 2, 14), to: Date.UTC(2026, 2, 15) - 1 };
const about = (search: string, span = DAY) =>
  describeFunnel(parseAddress(`?view=funnel&zone=UTC${search}`, 'UTC'), span);

test('an image says of which days and for whom a funnel is, and what it does otherwise', () => {
  expect(about('')).toEqual(['2026-03-14 – 2026-03-14']);
  const own = '&step=section_view&step=form_submit&among=first&order=unordered&window=7';
  expect(about(`&filter=channel:search${own}`)).toEqual([
    ...['2026-03-14 – 2026-03-14', 'Channel: Search', 'In any order'],
    ...['Only people who took step 1', 'Within 7 d'],
  ]);
  // Only steps of one's own are counted so.
  expect(about('&preset=signup&among=first')).toEqual(['2026-03-14 – 2026-03-14']);
});

test('without a preset the funnel is the one from the top, whose tab is the first; addresses with one stay', () => {
  const asks = (search: string) => new Map(funnelParams(parseAddress(search, 'UTC'))).get('preset');
  expect(PRESET_TABS).toEqual(['top', 'reading', 'button', 'form', 'signup']);
  expect(PRESET_TABS.map((name) => asks(`?preset=${name}`))).toEqual(PRESET_TABS);
  expect(asks('')).toBe('top');
  expect(asks('?step=*')).toBeNull();
  expect(presetOf(parseAddress('?preset=top', 'UTC'))).toBe(presetOf(parseAddress('', 'UTC')));
});

test.each([
  ['?preset=button', 'click_location'],
  ['?preset=button&breakdown=form_type', 'none'],
  ['?preset=button&order=unordered', 'none'],
  ['?preset=form&breakdown=event_label', 'none'],
  ['?preset=form&breakdown=channel', 'channel'],
  // An address that was saved or sent before.
  ['?step=section_view&step=form_submit&breakdown=form_type', 'none'],
  ['?step=form_submit&step=section_view&breakdown=form_type', 'form_type'],
])('the funnel at %s is broken down by %s', (search, by) => {
  const address = parseAddress(search, 'UTC');
  expect(chosenBreakdown(address)).toBe(by);
  const asked = new Map(funnelParams(address));
  expect(asked.get('breakdown')).toBe(by === 'none' ? '' : by);
});

test('a funnel of other steps is saved and shown without a breakdown that they do not allow', () => {
  const address = parseAddress('?preset=button', 'UTC');
  const steps = ['section_view', 'button_click'];
  expect(toSave(address, []).breakdown).toBe('click_location');
  expect(toSave(address, steps).breakdown).toBeNull();
  expect(showSteps(steps, address)(address)).toMatchObject({ breakdown: '' });
});

test('days that do not exist are left out', () => {
  expect(about('&from=abc&to=def', { from: NaN, to: NaN })).toEqual([]);
});

test('steps that were saved are shown, but not in place of a funnel that was chosen meanwhile', () => {
  const at = (search: string) => parseAddress(search, 'UTC');
  const show = showSteps(['*'], at('?preset=reading'));
  expect(show(at('?preset=reading&order=unordered'))).toMatchObject({
    preset: '',
    steps: ['*'],
    order: 'unordered',
  });
  expect(show(at('?preset=button'))).toEqual({});
  expect(show(at('?step=scroll'))).toEqual({});
});

test('a funnel of the site that the team saved is shown by the name that the team gave it', () => {
  const steps = ['*', 'scroll'];
  const usual = { steps, order: 'ordered', window: 14, breakdown: null, among: null } as const;
  const site = { ...usual, id: null, preset: 'top', name: 'Top' } as const;
  const own = { ...usual, id: '1', preset: null, name: 'Ours' };
  const byCampaign = { ...own, id: '2', breakdown: 'utm_campaign', name: 'By campaign' } as const;
  const shown = (search: string) => findSaved([site, own, byCampaign], parseAddress(search, 'UTC'));
  expect(shown('?step=*&step=scroll')?.name).toBe('Ours');
  // However it is broken down; of two, the one that is broken down so.
  expect(shown('?step=*&step=scroll&breakdown=channel')?.name).toBe('Ours');
  expect(shown('?step=*&step=scroll&breakdown=utm_campaign')?.name).toBe('By campaign');
  expect(shown('?step=*&step=scroll&window=7')).toBeUndefined();
});
