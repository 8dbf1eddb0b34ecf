// @ts-check
import { findChromium } from './chromium.mjs';
import { findFirefox } from './firefox.mjs';
import { findNginx } from './nginx.mjs';
import { installFromSystem } from './system-packages.mjs';
import { findWebKit } from './webkit.mjs';

/**
 * Installs the packages of all programs that are not here, in one go: each run of the installer takes seconds before its
 * first package and after its last. Whether it worked, each program's own `ensure` says, which may know other ways.
 */
export async function installMissing() {
  const packages = [
    ...(findNginx() ? [] : ['nginx-light']),
    ...(findFirefox() ? [] : ['firefox-esr']),
    ...(findWebKit() ? [] : ['webkit2gtk-driver', 'xvfb']),
    ...(findChromium() ? [] : ['chromium', 'chromium-headless-shell']),
  ];
  if (packages.length > 0) await installFromSystem(...packages);
}
