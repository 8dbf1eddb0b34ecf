// @ts-check
import { findChromium } from './chromium.mjs';
import { findFirefox } from './firefox.mjs';
import { findNginx } from './nginx.mjs';
import { installFromSystem } from './system-packages.mjs';
import { findWebKit } from './webkit.mjs';

/**
 * Installs the packages of the browsers and of nginx that are not here, in one go: each run of the installer takes seconds
 * before its first package and after its last. A program that the environment names is never replaced. Whether this worked,
 * each program's own `ensure` says. It tries the package alone, which helps where another one does not exist, and Chromium
 * also as Playwright's download.
 */
export async function installMissing({ FIREFOX, NGINX } = process.env) {
  const packages = [
    ...(NGINX || findNginx() ? [] : ['nginx-light']),
    ...(FIREFOX || findFirefox() ? [] : ['firefox-esr']),
    ...(findWebKit() ? [] : ['webkit2gtk-driver', 'xvfb']),
    ...(findChromium() ? [] : ['chromium', 'chromium-headless-shell']),
  ];
  if (packages.length > 0) await installFromSystem(...packages);
}
