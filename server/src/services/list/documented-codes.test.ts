import { createHmac, timingSafeEqual } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { codeOf } from '../../store/rules/list-secret.ts';
import { openUrlFor } from './beta-code.ts';

/** The functions that docs/operations.md shows to operators. */
function documented(name: string) {
  const text = readFileSync(new URL('../../../../docs/operations.md', import.meta.url), 'utf8');
  const body = new RegExp(`export (function ${name}[^]*?)\\n\\s*\`\`\``).exec(text)?.[1] ?? '';
  return new Function('createHmac', 'timingSafeEqual', `${body}; return ${name}`)(
    createHmac,
    timingSafeEqual,
  );
}

test('the documented function of a shop makes the same personal code', () => {
  const [id, secret] = ['0195a000-0000-7000-8000-000000000001', 'a secret of the site'];
  expect(documented('codeOf')(id, secret)).toBe(codeOf(secret, id));
});

test('the documented check takes a code of an invitation, and no forged or expired one', () => {
  const check = documented('invitationOf');
  const secret = 'a secret of the beta';
  const codeAt = (now: number) =>
    new URL(openUrlFor('https://app.example/', secret, 'token', now)).searchParams.get('code') ??
    '';
  const code = codeAt(Date.now());
  expect(check(code, secret)).toBe(code.split('.')[0]);
  expect(check(code, 'another secret')).toBeNull();
  expect(check(code.replace(/\.\d+\./, '.9999999999.'), secret)).toBeNull();
  expect(check(codeAt(Date.now() - 3_600_000), secret)).toBeNull();
  expect(check('', secret)).toBeNull();
});
