// @vitest-environment happy-dom
import { expect, onTestFinished, test, vi } from 'vitest';
import { fetchPageData } from './page-data.ts';
import { testPageData } from './testing/test-page-data.ts';

const startScript = (entry: string) => `<meta data-modules="${entry} /assets/app.js">`;

/** A page of the first build, whose server answers with a page that has this data, of this build or another. */
function serve(data: object, entry = '/assets/entry-1.js') {
  document.head.innerHTML = startScript('/assets/entry-1.js');
  const json = `<script type="application/json" id="page-data">${JSON.stringify(data)}</script>`;
  const fetched = vi.spyOn(globalThis, 'fetch');
  fetched.mockImplementation(async () => new Response(startScript(entry) + json));
  return fetched;
}
const [english, german] = [testPageData(), testPageData({ language: 'de' })];

test('the data of the pages in a language is asked for below its prefix', async () => {
  const asked = serve(german);
  expect(await fetchPageData(german)).toEqual(german);
  expect(new URL(String(asked.mock.calls[0]?.[0])).pathname).toBe('/de/');
});

test('a page in another language says nothing: its hash is of a text that this page does not show', async () => {
  serve(english);
  expect(await fetchPageData(german)).toBeNull();
  expect(await fetchPageData(english)).toEqual(english);
});

test('a question in the words of another build is not adopted: its page is loaded instead', async () => {
  let missed = 0;
  const miss = (event: WindowEventMap['code:missing']) => {
    event.preventDefault();
    missed += 1;
    event.detail.giveUp();
  };
  addEventListener('code:missing', miss);
  onTestFinished(() => removeEventListener('code:missing', miss));
  const changed = { ...english, textHash: 'another' };
  serve(changed, '/assets/entry-2.js');
  expect(await fetchPageData(english)).toBeNull();
  expect(missed).toBe(1);
  // Another recipient: this page has the words that name it.
  serve(changed);
  expect(await fetchPageData(english)).toEqual(changed);
  // Another build in the same words.
  serve(english, '/assets/entry-2.js');
  expect(await fetchPageData(english)).toEqual(english);
  expect(missed).toBe(1);
});
