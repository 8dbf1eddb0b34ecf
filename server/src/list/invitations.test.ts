import { spawnSync } from 'node:child_process';
import { createHmac } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { discountCodeOf as personalCodeOf } from '../mail/list-secret.ts';
import { openUrlFor } from './invitations.ts';

const manual = readFileSync(new URL('../../../docs/operations.md', import.meta.url), 'utf8');
const codeOf = (url: string) => new URL(url).searchParams.get('code') ?? '';
const SECRET = 'a secret of sixteen';
const TOKEN = 'a'.repeat(22);
const MINUTE_MS = 60_000;

/** Returns a block of the manual, which has at most ten lines of code. */
function documented(language: string): string {
  const block = new RegExp(`^\`\`\`${language}\\n([^\`]*(?:\`[^\`]+)*?)^\`\`\`$`, 'm').exec(
    manual.slice(manual.indexOf('### What an invitation opens')),
  );
  const code = block?.[1] ?? '';
  expect(code.split('\n').length).toBeLessThanOrEqual(11);
  return code;
}

/** Codes, and whether an application may accept them. */
function codes(): [code: string, isAccepted: boolean][] {
  const now = Date.now();
  const make = (secret: string, at = now) =>
    codeOf(openUrlFor('https://app.example.org/start?from=mail#top', secret, TOKEN, at));
  const good = make(SECRET);
  const [id = '', end = '', signature = ''] = good.split('.');
  return [
    [good, true],
    [make('another secret of ours'), false],
    [make(SECRET, now - 16 * MINUTE_MS), false],
    [`${id}.${Number(end) + 9999}.${signature}`, false],
    [`${id}x.${end}.${signature}`, false],
    [`${id}.${end}.`, false],
    [`${id}.${end}.${'é'.repeat(signature.length)}`, false],
    ['', false],
    ['..', false],
  ];
}

test('the lines of the manual accept a code, and none that was changed, is late or of another secret', async () => {
  const source = documented('js');
  const { invitationOf } = await import(`data:text/javascript,${encodeURIComponent(source)}`);
  for (const [code, isAccepted] of codes()) {
    expect([code, invitationOf(code, SECRET) !== null]).toEqual([code, isAccepted]);
  }
});

const hasPython = spawnSync('python3', ['--version']).status === 0;

test.skipIf(!hasPython)('so do those for Python', () => {
  const all = codes();
  const program = `${documented('python')}
import json, sys
print(json.dumps([invitation_of(code, sys.argv[2]) is not None for code in json.loads(sys.argv[1])]))`;
  const given = JSON.stringify(all.map(([code]) => code));
  const { stdout, stderr } = spawnSync('python3', ['-c', program, given, SECRET], {
    encoding: 'utf8',
  });
  expect(stderr).toBe('');
  expect(JSON.parse(stdout)).toEqual(all.map(([, isAccepted]) => isAccepted));
});

test('an invitation has one id, whatever the time; nothing of the address is lost, and without a secret nothing is added', () => {
  const url = 'https://app.example.org/start?from=mail#top';
  const first = openUrlFor(url, SECRET, TOKEN, 1);
  const later = openUrlFor(url, SECRET, TOKEN, MINUTE_MS);
  expect(codeOf(first).split('.')[0]).toBe(codeOf(later).split('.')[0]);
  expect(codeOf(first)).not.toContain(TOKEN);
  expect(first).toMatch(/^https:\/\/app\.example\.org\/start\?from=mail&code=[\w.-]+#top$/);
  expect(openUrlFor(url, undefined, TOKEN, 1)).toBe(url);
});

test('the documented function of a shop makes the same personal code', () => {
  const source = /export (function codeOf[\s\S]*?)\n\s*```/.exec(manual)?.[1] ?? '';
  const documentedCodeOf = new Function('createHmac', `${source}; return codeOf`)(createHmac);
  const [id, secret] = ['0195a000-0000-7000-8000-000000000001', 'a secret of the site'];
  expect(documentedCodeOf(id, secret)).toBe(personalCodeOf(secret, id));
});
