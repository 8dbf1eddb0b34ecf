import type { JSONReport } from '@playwright/test/reporter';
import { expect, test } from 'vitest';
import type { JsonTestResults } from 'vitest/node';
import { countPlaywright, countVitest, judgeRun, missing } from './steps.ts';

const none = { passed: 0, failed: 0, skipped: 0 };
const noReport = () => {
  throw new Error('ENOENT: report.json');
};

const sevenPassed = () => ({ passed: 7, failed: 0, skipped: 1 });
test.each<[string, code: number, Parameters<typeof judgeRun>[2], counts: number[]]>([
  ['that passes and writes a report counts what passed', 0, sevenPassed, [7, 0, 1]],
  ['without a report fails, even when it exits with 0', 0, noReport, [0, 1, 0]],
  ['that ran no test fails', 0, () => none, [0, 1, 0]],
  ['that fails but names no failed test fails', 1, sevenPassed, [7, 1, 1]],
])('a step %s', (_, code, count, counts) => {
  const { passed, failed, skipped, output } = judgeRun(code, 'said', count);
  expect([passed, failed, skipped]).toEqual(counts);
  expect(output).toContain('said');
});

test('a test file that does not load and an error outside tests count as failed, a second try as passed', () => {
  const testResults = [
    { status: 'passed', assertionResults: [{ status: 'passed' }] },
    { status: 'failed', assertionResults: [{ status: 'failed' }] },
    { status: 'failed', assertionResults: [] },
  ];
  const numbers = { numPassedTests: 1, numFailedTests: 1, numPendingTests: 0, numTodoTests: 0 };
  expect(countVitest({ ...numbers, testResults } as JsonTestResults)).toEqual({
    passed: 1,
    failed: 2,
    skipped: 0,
  });
  const stats = { expected: 5, unexpected: 1, flaky: 1, skipped: 2 };
  expect(countPlaywright({ stats, errors: [{}] } as JSONReport)).toEqual({
    passed: 6,
    failed: 2,
    skipped: 2,
  });
});

test('what the machine lacks is skipped locally and fails in CI', () => {
  expect(missing('No PostgreSQL.', {})).toMatchObject({ failed: 0, skipped: 1 });
  expect(missing('No PostgreSQL.', { CI: 'true' })).toMatchObject({ failed: 1, skipped: 0 });
});
