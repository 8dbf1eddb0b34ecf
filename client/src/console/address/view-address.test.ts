import { expect, test, vi } from 'vitest';
import { ownZone } from './use-address.ts';
import { formatAddress, parseAddress } from './view-address.ts';

test.each([
  ['Europe/Berlin', 'Europe/Berlin'],
  ['Etc/Unknown', 'UTC'],
  ['+02:00', 'UTC'],
])('a browser in %s has the days of %s', (timeZone, zone) => {
  const reported = vi.spyOn(Intl.DateTimeFormat.prototype, 'resolvedOptions');
  reported.mockReturnValueOnce({ timeZone } as Intl.ResolvedDateTimeFormatOptions);
  expect(ownZone()).toBe(zone);
});

test.each(['', '?other=1&range='])(
  '%j means the overview, thirty days and the own zone',
  (search) => {
    const address = parseAddress(search, 'Asia/Kathmandu');
    const usual = { view: 'overview', range: '30', compare: true, steps: [], page: 1, unknown: [] };
    expect(address).toMatchObject(usual);
    expect(formatAddress(address)).toBe('?zone=Asia/Kathmandu');
  },
);

test.each([
  '?view=traffic&range=90&by=utm_campaign',
  '?view=funnel&from=2026-03-01&to=2026-03-14&unit=hour&compare=0&breakdown=utm_source',
  '?view=funnel&preset=form&step=section_view:section_name%3Dhero&step=form_submit:event_label%3Dsuccess,form_type%3Dbeta&order=strict&window=1',
  '?view=funnel&step=section_view&step=~form_submit:form_type%3Dbeta&order=unordered&among=first',
  '?view=signups&search=a%40b+c&type=beta&confirmation=waiting&page=3',
  '?from=soon',
])('%s is read and written back unchanged', (search) => {
  const inZone = `${search}&zone=Europe/Berlin`;
  expect(formatAddress(parseAddress(inZone, 'UTC'))).toBe(inZone);
});

test.each([
  ...['view=nothing', 'range=8', 'range=-7', 'zone=Mars', 'unit=month', 'by=toString'],
  ...['preset=nothing', 'breakdown=constructor', 'order=random', 'among=last', 'window=0'],
  ...['type=alpha', 'confirmation=maybe', 'page=0', 'page=1e3'],
])('%s does not exist: the default view is shown, and the value is named', (parameter) => {
  const address = parseAddress(`?${parameter}`, 'UTC');
  expect(formatAddress(address)).toBe('?zone=UTC');
  expect(address.unknown.map(({ name, value }) => `${name}=${value}`)).toEqual([parameter]);
});

test('beside steps a preset stays as it is, for the server to refuse', () => {
  const address = parseAddress('?preset=nothing&step=scroll', 'UTC');
  expect(address).toMatchObject({ preset: 'nothing', unknown: [] });
});
