// @vitest-environment happy-dom
import { afterEach, beforeEach, expect, onTestFinished, test, vi } from 'vitest';
import type { PageData } from '#shared/page';
import { fetchPageData } from './page-data.ts';
import { testPageData } from './test-data.ts';

const startScript = (entry: string) =>
  `<script type="module" async src="/assets/start.js" data-modules="${entry} /assets/app.js"></script>`;

beforeEach(() => {
  document.head.innerHTML = startScript('/assets/entry-1.js');
});
afterEach(() => void vi.restoreAllMocks());

/** Answers every request with a page that has this data, of this build or another. */
const serve = (data: Partial<PageData>, entry = '/assets/entry-1.js') =>
  vi
    .spyOn(globalThis, 'fetch')
    .mockImplementation(
      async () =>
        new Response(
          `${startScript(entry)}<script type="application/json" id="page-data">${JSON.stringify(data)}</script>`,
        ),
    );

test('the data of the pages in a language is asked for below its prefix', async () => {
  const asked = serve(testPageData({ language: 'de' }));
  expect(await fetchPageData(testPageData({ language: 'de' }))).toEqual(
    testPageData({ language: 'de' }),
  );
  expect(asked.mock.calls.map(([address]) => new URL(String(address)).pathname)).toEqual(['/de/']);
});

test('a page in another language says nothing: its hash is of a text that this page does not show', async () => {
  serve(testPageData({ language: 'en' }));
  expect(await fetchPageData(testPageData({ language: 'de' }))).toBeNull();
});

test('a page of a server without languages is English', async () => {
  const { language: _, ...old } = testPageData();
  serve(old);
  expect(await fetchPageData(testPageData({ language: 'de' }))).toBeNull();
  expect(await fetchPageData(testPageData())).toEqual(testPageData());
});

test('a question in the words of another build is not adopted: its page is loaded instead', async () => {
  const left: string[] = [];
  const leave = (event: WindowEventMap['page:leave']) => {
    event.preventDefault();
    left.push(event.detail);
  };
  addEventListener('page:leave', leave);
  onTestFinished(() => removeEventListener('page:leave', leave));
  const known = testPageData();
  const changed = { ...known, textHash: 'another' };

  serve(changed, '/assets/entry-2.js');
  expect(await fetchPageData(known)).toBeNull();
  expect(left).toEqual([location.href]);

  // Another recipient: this page has the words that name it.
  serve(changed);
  expect(await fetchPageData(known)).toEqual(changed);
  // Another build in the same words.
  serve(known, '/assets/entry-2.js');
  expect(await fetchPageData(known)).toEqual(known);
  expect(left).toHaveLength(1);
});
