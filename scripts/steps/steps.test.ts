import { expect, test } from 'vitest';
import { countPlaywright, countVitest, judge, missing } from './steps.mjs';

const nothing = { passed: 0, failed: 0, skipped: 0 };
const noReport = () => {
  throw new Error('ENOENT: report.json');
};

test('a step that passes and writes a report counts what passed', () => {
  const count = () => ({ passed: 7, failed: 0, skipped: 1 });
  expect(judge(0, 'ok', count)).toEqual({ passed: 7, failed: 0, skipped: 1, output: 'ok' });
});

test('a step without a report counts as one failed test, even when it exits with 0', () => {
  expect(judge(0, '', noReport)).toMatchObject({ passed: 0, failed: 1 });
});

test('a step that ran no test counts as one failed test', () => {
  expect(judge(0, '', () => nothing)).toMatchObject({ passed: 0, failed: 1 });
});

test('a step that fails but names no failed test counts as one failed test', () => {
  const count = () => ({ passed: 7, failed: 0, skipped: 0 });
  expect(judge(1, '', count)).toMatchObject({ passed: 7, failed: 1 });
});

test('a test file that does not load counts as one failed test', () => {
  const testResults = [
    { status: 'passed', assertionResults: [{ status: 'passed' }] },
    { status: 'failed', assertionResults: [{ status: 'failed' }] },
    { status: 'failed', assertionResults: [] },
  ];
  const numbers = { numPassedTests: 1, numFailedTests: 1, numPendingTests: 0, numTodoTests: 0 };
  expect(countVitest({ ...numbers, testResults })).toEqual({ passed: 1, failed: 2, skipped: 0 });
});

test('an error outside tests counts as failed, a test that needed a second try as passed', () => {
  const stats = { expected: 5, unexpected: 1, flaky: 1, skipped: 2 };
  expect(countPlaywright({ stats, errors: [{}] })).toEqual({ passed: 6, failed: 2, skipped: 2 });
});

test('what the machine lacks is skipped locally and fails in CI', () => {
  const problem = 'No PostgreSQL to test with.';
  expect(missing(problem, {})).toMatchObject({ failed: 0, skipped: 1 });
  expect(missing(problem, { CI: 'true' })).toMatchObject({
    failed: 1,
    skipped: 0,
    output: problem,
  });
});
