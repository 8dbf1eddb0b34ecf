import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { onTestFinished, vi } from 'vitest';
import { temporaryFolder } from '../temporary-folder.ts';
import { freePort } from './free-port.ts';

const SHIPPED = new URL('../../../../deploy/nginx.conf', import.meta.url);
export const SERVER_NAME = 'www.example.com';

/** Starts nginx with the configuration that ships in deploy/; only file names and ports differ. */
export async function startNginx(nginx: string, upstreamPort: number) {
  const folder = temporaryFolder();
  makeCertificate(folder);
  const [http, https] = [await freePort(), await freePort()];
  const site = replaceAll(readFileSync(SHIPPED, 'utf8'), [
    ['127.0.0.1:3000', `127.0.0.1:${upstreamPort}`],
    ['listen 80;', `listen 127.0.0.1:${http};`],
    ['listen 443 ssl', `listen 127.0.0.1:${https} ssl`],
    [`/etc/letsencrypt/live/${SERVER_NAME}/fullchain.pem`, join(folder, 'cert.pem')],
    [`/etc/letsencrypt/live/${SERVER_NAME}/privkey.pem`, join(folder, 'key.pem')],
    ['/var/log/nginx/error.log', join(folder, 'error.log')],
  ]);
  writeFileSync(join(folder, 'site.conf'), site);
  writeFileSync(join(folder, 'nginx.conf'), mainConfiguration(folder));
  const args = ['-p', folder, '-c', join(folder, 'nginx.conf'), '-e', join(folder, 'start.log')];
  const child = spawn(nginx, args, { stdio: ['ignore', 'ignore', 'pipe'] });
  let said = '';
  child.stderr.on('data', (chunk) => {
    said += chunk;
  });
  const exited = once(child, 'close');
  onTestFinished(async () => {
    child.kill('SIGTERM');
    await exited;
  });
  await vi.waitFor(
    async () => {
      if (child.exitCode !== null) throw new Error(`nginx ended: ${said}`);
      await fetch(`http://127.0.0.1:${http}`, { redirect: 'manual' });
    },
    { timeout: 20_000, interval: 50 },
  );
  const certificate = readFileSync(join(folder, 'cert.pem'));
  return {
    http,
    https,
    certificate,
    errorLog: () => readFileSync(join(folder, 'error.log'), 'utf8'),
  };
}

function makeCertificate(folder: string) {
  const key = ['-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:prime256v1', '-nodes'];
  const files = ['-keyout', join(folder, 'key.pem'), '-out', join(folder, 'cert.pem')];
  const name = ['-subj', `/CN=${SERVER_NAME}`, '-addext', `subjectAltName=DNS:${SERVER_NAME}`];
  execFileSync('openssl', ['req', '-x509', '-days', '2', ...key, ...files, ...name], {
    stdio: 'ignore',
  });
}

/**
 * Returns what the system's own nginx.conf has around the sites, with a folder of the test's own.
 */
function mainConfiguration(folder: string) {
  const kinds = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'];
  mkdirSync(join(folder, 'temp'));
  return [
    process.getuid?.() === 0 ? 'user root;' : '',
    'daemon off;',
    'worker_processes 1;',
    `pid ${join(folder, 'nginx.pid')};`,
    `error_log ${join(folder, 'start.log')} crit;`,
    'events {}',
    'http {',
    ...kinds.map((kind) => `  ${kind}_temp_path ${join(folder, 'temp', kind)};`),
    `  include ${join(folder, 'site.conf')};`,
    '}',
  ].join('\n');
}

function replaceAll(text: string, changes: readonly (readonly [string, string])[]) {
  return changes.reduce((changed, [from, to]) => {
    if (!changed.includes(from)) throw new Error(`deploy/nginx.conf no longer has ${from}`);
    return changed.replaceAll(from, to);
  }, text);
}
