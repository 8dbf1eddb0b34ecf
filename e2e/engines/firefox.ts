import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { findFirefox } from '../../server/src/testing/programs/find-programs.ts';
import { connectMarionette } from './marionette.ts';
import { openRecordingProxy } from './recording-proxy.ts';
import { until } from './until.ts';
import { type Engine, openTab } from './webdriver.ts';

/**
 * Opens a headless Firefox by Marionette, its own variant of WebDriver. Debian has no geckodriver, and privileged
 * scripts change a preference without a restart.
 */
export async function openFirefox(): Promise<Engine> {
  const executable = findFirefox();
  if (!executable) throw new Error('there is no Firefox');
  const proxy = await openRecordingProxy();
  const profile = mkdtempSync(join(tmpdir(), 'firefox-'));
  const preferences = {
    'marionette.port': 0,
    'network.proxy.type': 1,
    'network.proxy.http': '127.0.0.1',
    'network.proxy.http_port': proxy.port,
    'network.proxy.allow_hijacking_localhost': true,
  };
  const lines = Object.entries(preferences).map(
    ([name, value]) => `user_pref(${JSON.stringify(name)}, ${JSON.stringify(value)});\n`,
  );
  writeFileSync(join(profile, 'user.js'), lines.join(''));
  const browser = spawn(
    executable,
    ['--headless', '--marionette', '--remote-allow-system-access', '--profile', profile],
    { env: { PATH: process.env['PATH'], HOME: profile }, stdio: 'ignore' },
  );
  const exited = once(browser, 'exit');
  const portFile = join(profile, 'MarionetteActivePort');
  const listens = () => existsSync(portFile) && readFileSync(portFile).length > 0;
  // Its first start on a machine reads 300 MB from the disk, while other browsers start, too.
  await until('Firefox listens', listens, 60_000);
  const marionette = await connectMarionette(Number(readFileSync(portFile, 'utf8')));
  await marionette.send('NewSession');

  return {
    async visit(origin, globalPrivacyControl) {
      // In the browser itself, with access to its preferences.
      await marionette.setContext('chrome');
      const script = `Services.cookies.removeAll();
        Services.prefs.setBoolPref('privacy.globalprivacycontrol.enabled', arguments[0]);`;
      await marionette.send('ExecuteScript', { script, args: [globalPrivacyControl] });
      await marionette.setContext('content');
      return openTab({
        send: marionette.send,
        problems: proxy.record(origin),
        leave: async () => void (await marionette.send('Navigate', { url: 'about:blank' })),
      });
    },
    async close() {
      marionette.close();
      browser.kill();
      await exited;
      proxy.close();
      // A process of its own, which outlives it, may still write crash reports there.
      rmSync(profile, { recursive: true, force: true, maxRetries: 20 });
    },
  };
}
