import { expect, test } from 'vitest';
import type { RenderModule } from '#shared/page';
import { fixtureData, fixtureRender } from '../testing/sites/fixture-site.ts';
import { renderPages } from './render-pages.ts';
import { createRenderQueue } from './render-queue.ts';

/** Opens the pages of the fixture in English and German, and notes what is rendered and how much at once. */
async function open() {
  const rendered: string[] = [];
  const load = { now: 0, most: 0 };
  const render: RenderModule = {
    ...fixtureRender,
    async render(path, input) {
      load.now += 1;
      load.most = Math.max(load.most, load.now);
      const page = await fixtureRender.render(path, input);
      load.now -= 1;
      rendered.push(`${input.data.language} ${path}${input.data.gpc ? ' gpc' : ''}`);
      return page;
    },
  };
  const queue = createRenderQueue();
  const pages = await renderPages({ render, data: fixtureData, manifest: null, queue });
  return { pages, queue, rendered, load };
}

test('English is rendered at first, and the others later, one page at a time', async () => {
  const { rendered, queue, load } = await open();
  const english = ['/', '/about', '/404'].flatMap((path) => [`en ${path}`, `en ${path} gpc`]);
  expect(rendered).toEqual(english);
  await queue.finish();
  expect(rendered).toEqual([...english, ...english.map((page) => page.replace('en', 'de'))]);
  expect(load.most).toBe(1);
});

test('a request for a page that is not rendered yet waits for that page alone', async () => {
  const { pages, rendered, queue, load } = await open();
  const about = pages.byPath.get('/de/about');
  const finished = queue.finish(); // it begins with /de/
  const resource = await about?.gpc();
  expect(Buffer.from(resource?.representations.identity.bytes ?? []).toString()).toContain(
    'gpc true',
  );
  expect(rendered.slice(6)).toEqual(['de /', 'de /about gpc']);
  expect(await about?.gpc()).toBe(resource);
  await finished;
  expect(rendered).toHaveLength(12);
  expect(load.most).toBe(1);
});

test('a page that could not be rendered is tried again at the next request', async () => {
  const queue = createRenderQueue();
  const answers = [Promise.reject(new Error('no words')), Promise.resolve('page')];
  const ask = queue.add(() => answers.shift() ?? Promise.resolve('none'));
  const other = queue.add(async () => 'other');
  await expect(ask()).rejects.toThrow('no words');
  expect(await Promise.all([other(), ask(), ask()])).toEqual(['other', 'page', 'page']);
});
