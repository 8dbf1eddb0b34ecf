import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { onTestFinished, vi } from 'vitest';
import { temporaryFolder } from '../temporary-folder.ts';
import { findCaddy, findNginx } from './find-programs.ts';
import { freePort } from './free-port.ts';

const SHIPPED = new URL('../../../../deploy/', import.meta.url);
export const SERVER_NAME = 'www.example.com';

interface Place {
  folder: string;
  http: number;
  https: number;
}

interface Proxy {
  find(): string | undefined;
  /** The file in deploy/. */
  file: string;
  /** What differs from that file here: names of files, and ports. */
  changes(place: Place): [shipped: string, here: string][];
  /** Returns the arguments. The changed file is in the folder. */
  prepare(folder: string): string[];
}

export const PROXIES: Readonly<Record<'nginx' | 'Caddy', Proxy>> = {
  nginx: {
    find: findNginx,
    file: 'nginx.conf',
    changes: ({ folder, http, https }) => [
      ['listen 80;', `listen 127.0.0.1:${http};`],
      ['listen 443 ssl', `listen 127.0.0.1:${https} ssl`],
      [`/etc/letsencrypt/live/${SERVER_NAME}/fullchain.pem`, join(folder, 'cert.pem')],
      [`/etc/letsencrypt/live/${SERVER_NAME}/privkey.pem`, join(folder, 'key.pem')],
      ['/var/log/nginx/error.log', join(folder, 'error.log')],
    ],
    prepare(folder) {
      mkdirSync(join(folder, 'temp'));
      writeFileSync(join(folder, 'main.conf'), mainConfiguration(folder));
      return ['-p', folder, '-c', join(folder, 'main.conf'), '-e', join(folder, 'start.log')];
    },
  },
  Caddy: {
    find: findCaddy,
    file: 'Caddyfile',
    changes: ({ folder, http, https }) => [
      [
        '\tlog {',
        `\tadmin off\n\tdefault_bind 127.0.0.1\n\thttp_port ${http}\n\thttps_port ${https}\n\tlog {`,
      ],
      // Nobody certifies that name for a test.
      [
        `${SERVER_NAME} {`,
        `${SERVER_NAME} {\n\ttls ${join(folder, 'cert.pem')} ${join(folder, 'key.pem')}`,
      ],
    ],
    prepare: (folder) => ['run', '--config', join(folder, 'Caddyfile')],
  },
};

/** Starts a proxy with the configuration that ships in deploy/; only file names and ports differ. */
export async function startProxy(name: keyof typeof PROXIES, upstreamPort: number) {
  const { find, file, changes, prepare } = PROXIES[name];
  const folder = temporaryFolder();
  makeCertificate(folder);
  const place = { folder, http: await freePort(), https: await freePort() };
  const shipped = readFileSync(new URL(file, SHIPPED), 'utf8');
  const upstream = ['127.0.0.1:3000', `127.0.0.1:${upstreamPort}`] as const;
  writeFileSync(join(folder, file), replaceAll(shipped, [upstream, ...changes(place)]));
  const child = spawn(find() ?? '', prepare(folder), {
    env: { HOME: folder },
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  let said = '';
  child.stderr.on('data', (chunk) => {
    said += chunk;
  });
  const exited = once(child, 'close');
  const stop = async () => {
    child.kill('SIGTERM');
    await exited;
  };
  onTestFinished(stop);
  const redirects = `http://127.0.0.1:${place.http}`;
  await vi.waitFor(
    async () => {
      if (child.exitCode !== null) throw new Error(`${name} ended: ${said}`);
      await fetch(redirects, { redirect: 'manual' });
    },
    { timeout: 20_000, interval: 50 },
  );
  const certificate = readFileSync(join(folder, 'cert.pem'));
  /** Ends it, and returns all that it has logged. What nginx says at its start is not part of its log. */
  async function logged() {
    await stop();
    const log = join(folder, 'error.log');
    return existsSync(log) ? readFileSync(log, 'utf8') : said;
  }
  return { ...place, certificate, logged };
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
  return [
    process.getuid?.() === 0 ? 'user root;' : '',
    'daemon off;',
    'worker_processes 1;',
    `pid ${join(folder, 'nginx.pid')};`,
    `error_log ${join(folder, 'start.log')} crit;`,
    'events {}',
    'http {',
    ...kinds.map((kind) => `  ${kind}_temp_path ${join(folder, 'temp', kind)};`),
    `  include ${join(folder, 'nginx.conf')};`,
    '}',
  ].join('\n');
}

function replaceAll(text: string, changes: readonly (readonly [string, string])[]) {
  return changes.reduce((changed, [from, to]) => {
    if (!changed.includes(from)) throw new Error(`the shipped file no longer has ${from}`);
    return changed.replaceAll(from, to);
  }, text);
}
