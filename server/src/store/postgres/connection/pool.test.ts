import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { Client } from 'pg';
import { expect, test } from 'vitest';
import { temporaryFolder } from '../../../testing/test-app.ts';
import { asLibpqReads } from './pool.ts';

const UNCHECKED = { rejectUnauthorized: false };
const SIGNED = { ca: 'the certificate', checkServerIdentity: expect.any(Function) };

test.each([
  ['', false],
  ['?sslmode=disable', false],
  ['?sslmode=allow', UNCHECKED],
  ['?sslmode=prefer', UNCHECKED],
  ['?application_name=a&sslmode=require', UNCHECKED],
  ['?sslmode=no-verify', UNCHECKED],
  ['?sslmode=require&sslrootcert=ROOT', SIGNED],
  ['?sslrootcert=ROOT&sslmode=verify-ca', SIGNED],
  ['?sslmode=verify-full', {}],
  ['?sslmode=verify-full&sslrootcert=ROOT', { ca: 'the certificate' }],
])('the certificate is checked for %j as libpq does', (query, ssl) => {
  const root = join(temporaryFolder(), 'root.crt');
  writeFileSync(root, 'the certificate');
  const named = query.replace('ROOT', root);
  const connectionString = asLibpqReads(`postgres://jane:hush@db.example/site${named}`);
  expect((new Client({ connectionString }) as unknown as { ssl: unknown }).ssl).toEqual(ssl);
});
