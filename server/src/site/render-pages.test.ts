import { expect, test } from 'vitest';
import type { RenderModule } from '#shared/page';
import { fixtureData, fixtureRender } from '../testing/sites/fixture-site.ts';
import { createRenderOnce } from './render-once.ts';
import { renderPages } from './render-pages.ts';

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
  const pages = await renderPages({ render, data: fixtureData, manifest: null });
  return { pages, rendered, load };
}

test('a start renders the English pages, and each other page is rendered once, one at a time', async () => {
  const { pages, rendered, load } = await open();
  const english = ['en /', 'en /about', 'en /404'];
  expect(rendered).toEqual(english);

  const about = pages.byPath.get('/de/about');
  const home = pages.byPath.get('/de/');
  const [first, second] = await Promise.all([about?.gpc(), about?.gpc(), home?.plain()]);
  expect(second).toBe(first);
  expect(Buffer.from(first?.representations.identity.bytes ?? []).toString()).toContain('gpc true');
  expect(rendered).toEqual([...english, 'de /about gpc', 'de /']);
  expect(load.most).toBe(1);
});

test('a page that could not be rendered is tried again at the next request', async () => {
  const once = createRenderOnce();
  const answers = [Promise.reject(new Error('no words')), Promise.resolve('page')];
  const ask = once(() => answers.shift() ?? Promise.resolve('none'));
  const other = once(async () => 'other');
  await expect(ask()).rejects.toThrow('no words');
  expect(await Promise.all([other(), ask(), ask()])).toEqual(['other', 'page', 'page']);
});
