// @vitest-environment happy-dom
import { act } from 'react';
import { expect, test, vi } from 'vitest';
import { openPlace } from '../../testing/open-place.tsx';
import { parseAddress } from '../address/view-address.ts';
import { ConsoleContext } from '../console-data.ts';
import { PeopleView } from './people-view.tsx';

/** Shows the view of an owner at a site. `answers` are those that are not empty. */
async function show(siteUrl: string, answers: Record<string, unknown>) {
  vi.stubGlobal('fetch', async (path: string, { method = 'GET' }: RequestInit = {}) => {
    const answer = answers[`${method} ${path.replace('/growth/api/', '')}`];
    if (answer instanceof Response) return answer;
    return Response.json(answer ?? { acts: [], people: [] });
  });
  const opened = openPlace();
  await opened.render(
    <ConsoleContext value={{ siteUrl, sendsMail: true, languages: 'en', seesPeople: true }}>
      <PeopleView address={parseAddress('view=people', 'UTC')} change={() => {}} />
    </ConsoleContext>,
  );
  return opened;
}

test('where browsers make no passkeys, that is said in place of the form', async () => {
  const { place } = await show('http://192.0.2.7:3000', {});
  await vi.waitFor(() => expect(place.textContent).toContain('Nobody has a passkey yet'));
  expect(place.textContent).toMatch(/typed\.SITE_URL is now http/);
  expect(place.textContent).not.toContain('Add yourself');
  expect(place.querySelector('form')).toBeNull();
});

test('nobody yet: the box has the first step; why it is refused is said beside its buttons', async () => {
  const message = 'There is somebody called Eve; expected another name.';
  const refused = Response.json({ code: 'name_taken', message }, { status: 409 });
  const { place, button } = await show('https://a.test', { 'POST people': refused });
  await vi.waitFor(() => expect(place.textContent).toContain('Add yourself as the first owner.'));
  expect(place.querySelectorAll('form')).toHaveLength(1);
  await act(async () => {
    place.querySelector<HTMLInputElement>('form input')?.setAttribute('value', 'Eve');
    button('Link for a viewer').click();
  });
  await vi.waitFor(() => expect(place.querySelector('form')?.textContent).toContain(message));
  expect(place.textContent?.split(message)).toHaveLength(2);
});
