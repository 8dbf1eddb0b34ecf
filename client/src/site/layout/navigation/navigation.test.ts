// @vitest-environment happy-dom
import { expect, test, vi } from 'vitest';
import { createNavigation } from './navigation.ts';

test('a navigation waits for the page, and only the last of several happens', async () => {
  let finishAbout = () => {};
  const about = new Promise<void>((resolve) => {
    finishAbout = resolve;
  });
  const navigation = createNavigation((path) => (path === '/about' ? about : undefined));
  const navigate = vi.fn();
  navigation.aroundNav(navigate, '/about', {});
  expect(navigate).not.toHaveBeenCalled();
  navigation.aroundNav(navigate, '/cookies', {});
  finishAbout();
  await about;
  expect(navigate.mock.calls.map(([to]) => to)).toEqual(['/cookies']);
  expect([navigation.takeByLink(), navigation.takeByLink()]).toEqual([true, false]);
});

test.each([
  ['/cookies?from=mail#managing', true],
  ['/cookies#managing', false],
  ['/cookies', false],
  ['/terms', false],
])('a link to %s replaces the entry of the page in view: %s', (to, replaces) => {
  const navigate = vi.fn();
  history.replaceState(null, '', '/cookies?from=mail#managing');
  createNavigation(() => undefined).aroundNav(navigate, to, {});
  const [[address, options] = []] = navigate.mock.calls;
  expect([address, options?.replace ?? false]).toEqual([to, replaces]);
});
