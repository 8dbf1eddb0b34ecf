import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Readable } from 'node:stream';
import { findWebKit } from '../../server/src/testing/programs/find-programs.ts';
import { freePort } from '../../server/src/testing/programs/free-port.ts';
import { openRecordingProxy } from './recording-proxy.ts';
import { until } from './until.ts';
import { type Command, type Engine, openTab } from './webdriver.ts';

/** The path of each command, which is posted, below the session's own path. */
const PATHS: Record<Command, string> = {
  Navigate: '/url',
  SetWindowRect: '/window/rect',
  ExecuteScript: '/execute/sync',
  PerformActions: '/actions',
};

/** Opens a WebKitWebDriver and a screen for its browser, which has no headless mode. */
export async function openWebKit(): Promise<Engine> {
  const paths = findWebKit();
  if (!paths) throw new Error('there is no WebKit');
  const { driver, miniBrowser, xvfb } = paths;
  const proxy = await openRecordingProxy();
  const screen = await openScreen(xvfb);
  const home = mkdtempSync(join(tmpdir(), 'webkit-'));
  const port = await freePort();
  const env = {
    PATH: process.env['PATH'],
    LANG: 'C.UTF-8',
    HOME: home,
    XDG_CONFIG_HOME: home,
    DISPLAY: screen.display,
    // Avoids a wait: there is no accessibility bus.
    NO_AT_BRIDGE: '1',
  };
  const driverProcess = spawn(driver, [`--port=${port}`], { env, stdio: 'ignore' });

  async function ask(method: string, path: string, body?: object) {
    const asked = body && { body: JSON.stringify(body) };
    const answer = await fetch(`http://127.0.0.1:${port}${path}`, { method, ...asked });
    const { value } = (await answer.json()) as { value: { error?: string; message?: string } };
    if (!answer.ok) throw new Error(`${method} ${path}: ${value.error}: ${value.message}`);
    return value;
  }
  await until('WebKitWebDriver answers', () => ask('GET', '/status'));

  return {
    async visit(origin, globalPrivacyControl) {
      const { sessionId } = (await ask('POST', '/session', {
        capabilities: {
          alwaysMatch: {
            'webkitgtk:browserOptions': {
              binary: miniBrowser,
              args: ['--automation', `--proxy=http://127.0.0.1:${proxy.port}`],
            },
          },
        },
      })) as { sessionId: string };
      return openTab({
        send: (command, parameters = {}) =>
          ask('POST', `/session/${sessionId}${PATHS[command]}`, parameters),
        problems: proxy.record(origin, globalPrivacyControl),
        leave: async () => void (await ask('DELETE', `/session/${sessionId}`)),
      });
    },
    async close() {
      await stop(driverProcess);
      await screen.close(); // a browser that is left over ends with its screen
      proxy.close();
      rmSync(home, { recursive: true, force: true, maxRetries: 20 }); // while the browser ends
    },
  };
}

/**
 * Starts an X server. Its pointer is in the centre, and the screen is so small that every window lies under the pointer
 * and has the focus.
 */
async function openScreen(xvfb: string) {
  const screen = ['-screen', '0', '640x480x24', '-nolisten', 'tcp', '-displayfd', '3'];
  const server = spawn(xvfb, screen, { stdio: ['ignore', 'ignore', 'ignore', 'pipe'] });
  const answered = once(server.stdio[3] as Readable, 'data');
  const [number] = await Promise.race([answered, once(server, 'exit')]);
  if (server.exitCode !== null) throw new Error(`Xvfb ended with ${server.exitCode}`);
  return { display: `:${String(number).trim()}`, close: () => stop(server) };
}

async function stop(child: ChildProcess) {
  const exited = once(child, 'exit');
  child.kill();
  await exited;
}
