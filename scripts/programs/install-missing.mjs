// @ts-check
import { CHROMIUM_PACKAGES, findChromium } from './chromium.mjs';
import { FIREFOX_PACKAGES, findFirefox } from './firefox.mjs';
import { findNginx, NGINX_PACKAGES } from './nginx.mjs';
import { installFromSystem } from './system-packages.mjs';
import { findWebKit, WEBKIT_PACKAGES } from './webkit.mjs';

/** Returns the packages of the browsers and of nginx that are missing here. One that the environment names is never missing. */
export const missingPackages = (env = process.env) => [
  ...(env['NGINX'] || findNginx(env) ? [] : NGINX_PACKAGES),
  ...(env['FIREFOX'] || findFirefox(env) ? [] : FIREFOX_PACKAGES),
  ...(findWebKit(env) ? [] : WEBKIT_PACKAGES),
  ...(findChromium(env) ? [] : CHROMIUM_PACKAGES),
];

/**
 * Installs what is missing in one go, because each run of the installer takes seconds before its first package and after its
 * last. It installs nothing at all where one package does not exist. Then each program's own `ensure` tries its package
 * alone, and for Chromium also Playwright's download.
 */
export async function installMissing() {
  const packages = missingPackages();
  if (packages.length > 0) await installFromSystem(...packages);
}
