import { expect, test } from 'vitest';
import { isPublicAddress } from './public-address.ts';

test.each([
  '127.0.0.1',
  '10.0.0.1',
  '172.31.255.255',
  '192.168.1.1',
  '169.254.169.254', // metadata of AWS, Google, Azure
  '100.100.100.200', // metadata of Alibaba
  '168.63.129.16', // metadata of Azure
  '198.18.0.1',
  '::1',
  '::7f00:1', // IPv4-compatible
  '::ffff:127.0.0.1',
  '::ffff:0:127.0.0.1',
  '64:ff9b::7f00:1', // NAT64
  '64:ff9b::ffff:808:808', // not in the range
  '64:ff9b:1::808:808', // for local use, in any form
  '2002:7f00:1::1', // 6to4
  '2001::1', // Teredo
  'fe80::1%eth0',
  'fd00:ec2::254', // metadata of AWS
  'localhost',
  '',
])('%s is not public', (address) => {
  expect(isPublicAddress(address)).toBe(false);
});

test.each(['8.8.8.8', '172.32.0.1', '::ffff:8.8.8.8', '64:ff9b::8.8.8.8', '2606:4700::1111'])(
  '%s is public',
  (address) => {
    expect(isPublicAddress(address)).toBe(true);
  },
);
