import { expect, test } from 'vitest';
import { missingPackages } from './install-missing.mjs';

test('a program is missing that is neither on the PATH nor named by the environment', () => {
  const missing = missingPackages({ PATH: '' });
  expect(missing).toEqual(expect.arrayContaining(['firefox-esr', 'webkit2gtk-driver', 'xvfb']));
});

test('a program that the environment names is not replaced, even if it is not there', () => {
  const named = { FIREFOX: '/no/firefox', NGINX: '/no/nginx', CHROME_PATH: '/no/chromium' };
  expect(missingPackages({ PATH: '', ...named })).toEqual(['webkit2gtk-driver', 'xvfb']);
});
