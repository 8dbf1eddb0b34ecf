import { expect, test } from 'vitest';
import { inNetwork } from '../budgets.ts';
import { createAddressHash } from './network.ts';

const hash = createAddressHash(new Uint8Array(32));

test.each([
  ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2::9', true, true],
  ['2001:db8:1:2::1', '2001:db8:1:3::1', false, true],
  ['2001:db8:1:2::1', '2001:db8:2:2::1', false, false],
  ['2001:DB8::1', '2001:db8:0:0:ffff::', true, true],
  ['192.0.2.7', '192.0.2.7', true, true],
  ['192.0.2.7', '192.0.2.8', false, false],
  ['::ffff:192.0.2.7', '192.0.2.7', true, true],
  ['::ffff:c000:207', '192.0.2.7', true, true],
  ['fe80::1%eth0', 'fe80::2', true, true],
  ['fe80::1%eth0.100', 'fe80::2%br-12ab', true, true],
  ['::1', '127.0.0.1', false, false],
])('%s and %s: one client %s, one network %s', (one, other, ...same) => {
  const [a, b] = [hash(one), hash(other)];
  expect([a === b, inNetwork(a) === inNetwork(b)]).toEqual(same);
});
