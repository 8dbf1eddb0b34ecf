// @ts-check
import { spawn } from 'node:child_process';
import { constants } from 'node:os';
import { resolve } from 'node:path';

export const root = resolve(import.meta.dirname, '../..');

/** @type {Set<import('node:child_process').ChildProcess>} */
const running = new Set();

/** A child leads its own process group, so that a browser or compiler that it started ends with it. */
function stopGroup(/** @type {import('node:child_process').ChildProcess} */ child) {
  try {
    if (child.pid) process.kill(-child.pid, 'SIGKILL');
  } catch {
    child.kill('SIGKILL');
  }
}

const SIGNALS = /** @type {const} */ (['SIGINT', 'SIGTERM', 'SIGHUP']);

function stopAll(/** @type {NodeJS.Signals} */ signal) {
  for (const child of running) stopGroup(child);
  process.exit(128 + constants.signals[signal]);
}

// Only while a child runs: a handler that does nothing would keep Node from ending the commands of this process.
function begin(/** @type {import('node:child_process').ChildProcess} */ child) {
  if (running.size === 0) for (const signal of SIGNALS) process.on(signal, stopAll);
  running.add(child);
}

function end(/** @type {import('node:child_process').ChildProcess} */ child) {
  running.delete(child);
  if (running.size === 0) for (const signal of SIGNALS) process.off(signal, stopAll);
}

/**
 * Runs a program in the repository's root and never rejects. A program that cannot start, or takes longer than
 * `timeoutMs`, ends with a code other than 0 and an explanation in `output`.
 *
 * @param {string} command
 * @param {string[]} args
 * @param {{ env?: NodeJS.ProcessEnv, timeoutMs?: number, show?: boolean }} [options] `show` passes
 *   the program's output on to stderr as it comes, instead of collecting it
 * @returns {Promise<{ code: number, output: string }>}
 */
export function run(
  command,
  args,
  { env = process.env, timeoutMs = 1_800_000, show = false } = {},
) {
  return new Promise((resolve) => {
    const child = spawn(command, args, {
      cwd: root,
      env,
      detached: true,
      stdio: show ? ['ignore', 2, 2] : ['ignore', 'pipe', 'pipe'],
    });
    begin(child);
    let output = '';
    const collect = (/** @type {Buffer} */ chunk) => {
      output += chunk;
    };
    child.stdout?.on('data', collect);
    child.stderr?.on('data', collect);
    const timer = setTimeout(() => {
      output += `\n${command} was stopped after ${timeoutMs / 1000} s\n`;
      stopGroup(child);
    }, timeoutMs);
    const done = (/** @type {number} */ code) => {
      clearTimeout(timer);
      end(child);
      resolve({ code, output });
    };
    child.on('error', (error) => {
      output += `${command}: ${error.message}\n`;
      done(127);
    });
    child.on('close', (code) => done(code ?? 1));
  });
}

/** Returns a package's command by its file, which starts faster than through npx. @returns {[string, string[]]} */
export function bin(/** @type {string} */ path, /** @type {string[]} */ ...args) {
  return [process.execPath, [`node_modules/${path}`, ...args]];
}

/** Ends the process with one line instead of a stack, for a failure that the reader can fix. @returns {never} */
export function fail(/** @type {Error} */ error) {
  console.error(error.message);
  process.exit(1);
}

export const seconds = (/** @type {number} */ since) =>
  `${((performance.now() - since) / 1000).toFixed(1)} s`;
