// @vitest-environment happy-dom
import { act } from 'react';
import { expect, test } from 'vitest';
import type { SignupRow } from '#shared/growth';
import { openPlace } from '../../testing/open-place.tsx';
import { Desk } from './application-desk.tsx';

test('a key decides once on the application that is shown, but on none while others are on their way', async () => {
  const { render } = openPlace();
  const asked: unknown[] = [];
  const run = async (...question: unknown[]) => {
    asked.push(question);
    return null;
  };
  const waiting = { decision: null, invitedAt: null };
  const ann = { id: 'ann', createdAt: '2026-03-01', ...waiting } as SignupRow;
  const desk = { signups: [ann], zone: 'UTC', sendsMail: true, say: () => {}, run };
  const press = (repeat = false) =>
    act(async () => dispatchEvent(new KeyboardEvent('keydown', { key: 'a', repeat })));
  await render(<Desk {...desk} isOld={true} />);
  await press();
  expect(asked).toEqual([]);
  await render(<Desk {...desk} isOld={false} />);
  await press();
  await press(true);
  expect(asked).toMatchObject([
    ['list/decisions', { decision: 'accepted', seen: 'waiting', ids: ['ann'] }],
  ]);
});
