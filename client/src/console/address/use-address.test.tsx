// @vitest-environment happy-dom
// @vitest-environment-options {"url": "http://site.test/growth?view=signups&zone=UTC"}
import { act } from 'react';
import { expect, test } from 'vitest';
import { openPlace } from '../../testing/open-place.tsx';
import { change, turnPage, useAddress } from './use-address.ts';

test('a press that comes before the view has followed the last one starts from the address', async () => {
  await openPlace().renderHook(useAddress);
  const press = (by: number) => act(async () => change(turnPage(by, 3)));
  const pages: (string | null)[] = [];
  for (const by of [1, 1, 1, -1, -1, -1]) {
    await press(by);
    pages.push(new URLSearchParams(location.search).get('page'));
  }
  expect(pages).toEqual(['2', '3', '3', '2', null, null]);
});
