import { expect, test } from 'vitest';
import { formatAddress, parseAddress } from './view-address.ts';

test('an address without parameters means the overview, thirty days and the own time zone', () => {
  const address = parseAddress('', 'Asia/Kathmandu');
  expect(address).toMatchObject({
    view: 'overview',
    range: '30',
    compare: true,
    steps: [],
    page: 1,
  });
  expect(formatAddress(address)).toBe('?zone=Asia/Kathmandu');
});

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
  '?view=nothing',
  '?range=8',
  '?range=-7',
  '?page=0',
  '?page=1e3',
  '?other=1',
  '?zone=Mars',
])('%s is read as the default view', (search) => {
  expect(formatAddress(parseAddress(search, 'UTC'))).toBe('?zone=UTC');
});

test('a link of an earlier version keeps its days', () => {
  expect(parseAddress('?view=traffic&days=90', 'UTC').range).toBe('90');
});
