import {
  findCaddy,
  findChromium,
  findFirefox,
  findFont,
  findNginx,
  findWebKit,
} from '../../server/src/testing/programs/find-programs.ts';
import {
  findAllPostgres,
  startPostgres,
} from '../../server/src/testing/programs/postgres-server.ts';
import { bin, run } from './run.mjs';

interface Program {
  /** Debian's packages of it. */
  packages: string[];
  find(env: NodeJS.ProcessEnv): string | undefined;
  /** The variable that names another one. */
  variable?: string;
}

/** The programs and the fonts that tests need. */
const PROGRAMS: Readonly<Record<string, Program>> = {
  PostgreSQL: {
    packages: ['postgresql'],
    find: (env) => findAllPostgres(env)[0],
    variable: 'POSTGRES_BIN',
  },
  nginx: { packages: ['nginx-light', 'openssl'], find: findNginx, variable: 'NGINX' },
  Caddy: { packages: ['caddy', 'openssl'], find: findCaddy, variable: 'CADDY' },
  Firefox: { packages: ['firefox-esr'], find: findFirefox, variable: 'FIREFOX' },
  WebKit: {
    packages: ['webkit2gtk-driver', 'xvfb'],
    find: (env) => findWebKit(env)?.miniBrowser,
  },
  Chromium: {
    packages: ['chromium', 'chromium-headless-shell'],
    find: (env) => findChromium(env),
    variable: 'CHROME_PATH',
  },
  // Without them the browsers draw empty boxes, which are narrower than letters. No test needs them.
  'Japanese letters': {
    packages: ['fonts-droid-fallback'],
    find: (env) => findFont('ja', env),
  },
  'Devanagari letters': { packages: ['fonts-lohit-deva'], find: (env) => findFont('hi', env) },
  'Arabic letters': { packages: ['fonts-kacst-one'], find: (env) => findFont('ar', env) },
};

/** Returns the packages of what is missing here. A program that the environment names is never missing. */
export const missingPackages = (env = process.env): string[] =>
  Object.values(PROGRAMS).flatMap(({ packages, find, variable }) =>
    (variable && env[variable]) || find(env) ? [] : packages,
  );

/** Where the network drops packets, an attempt ends in seconds instead of minutes. */
const APT_OPTIONS = ['DPkg::Lock::Timeout=60', 'Acquire::Retries=1', 'Acquire::http::Timeout=20'];

/** Installs what is missing where apt-get needs no prompt, and Playwright's own Chromium where there is no other. */
export async function installMissing(): Promise<void> {
  if (missingPackages().length === 0) return;
  // The variable is set by `env`, because sudo passes none on.
  const [program = '', ...before] = process.getuid?.() === 0 ? ['env'] : ['sudo', '-n', 'env'];
  const options = APT_OPTIONS.flatMap((option) => ['-o', option]);
  const apt = (...args: string[]) => {
    const all = [...before, 'DEBIAN_FRONTEND=noninteractive', 'apt-get', ...options, ...args];
    return run(program, all, { timeoutMs: 600_000 });
  };
  // One unreachable source fails the whole update, but the lists of the others may suffice.
  await apt('update');
  // One by one: apt-get installs nothing at all where one package does not exist.
  for (const one of missingPackages()) await apt('install', '-y', '--no-install-recommends', one);
  if (findChromium()) return;
  const [node, args] = bin('@playwright/test/cli.js', 'install', 'chromium');
  await run(node, args, { timeoutMs: 240_000 });
}

/** Returns the path of a program, or what to do about its absence. */
export function findProgram(name: string): { path?: string; problem?: string } {
  const program = PROGRAMS[name];
  const path = program?.find(process.env);
  if (path) return { path };
  const named = program?.variable ? `, or set ${program.variable}` : '';
  const packages = program?.packages.join(' and ');
  const problem = `No ${name} to test with. Install ${packages}${named}, and run npm test again.`;
  return { problem };
}

/** Starts the first PostgreSQL that starts. From then on this process and its children find that one. */
export async function openPostgres(settings: readonly string[], all = findAllPostgres()) {
  let { problem } = findProgram('PostgreSQL');
  for (const bin of all) {
    try {
      const server = await startPostgres(bin, settings);
      process.env['POSTGRES_BIN'] = bin;
      return { bin, server };
    } catch (error) {
      problem = `${bin} does not start: ${error instanceof Error ? error.message.trim() : error}`;
    }
  }
  return { problem };
}
