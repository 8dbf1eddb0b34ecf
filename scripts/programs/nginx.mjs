// @ts-check
import { register } from 'tsx/esm/api';
import { run } from '../steps/run.mjs';
import { installFromSystem, lastLine } from './system-packages.mjs';

export const NGINX_PACKAGES = ['nginx-light'];

register();
export const { findNginx } = await import('../../server/src/testing/programs/find-nginx.ts');

/**
 * Finds or installs an nginx to test with, and openssl for its certificate, within a time limit.
 *
 * @returns {Promise<{ path: string } | { problem: string }>}
 */
export async function ensureNginx() {
  const system = findNginx() ? '' : await installFromSystem(...NGINX_PACKAGES);
  const path = findNginx();
  if (!path) {
    return {
      problem: `No nginx to test with. The system's package: ${lastLine(system)}. Install nginx, or set NGINX to its executable, and run npm test again.`,
    };
  }
  if ((await run('openssl', ['version'])).code === 0) return { path };
  return {
    problem:
      'There is no openssl to make a certificate for nginx with; install it and run npm test again.',
  };
}
