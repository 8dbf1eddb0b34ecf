import type { PageData, RenderInput, RenderModule } from '#shared/page';
import { compressAtStart, createResource, type Resource } from './resource.ts';

/** One page in its two variants. The second answers requests with `Sec-GPC: 1`. */
export interface Page {
  plain: Resource;
  gpc: Resource;
}

export interface Pages {
  byPath: ReadonlyMap<string, Page>;
  notFound: Page;
}

export interface RenderPagesOptions {
  render: RenderModule;
  data: Omit<PageData, 'gpc'>;
  manifest: RenderInput['manifest'];
}

/** A path that will never be a page. */
const NO_PAGE = '/404';

/** Renders every page once, so that serving one is a lookup. */
export async function renderPages({ render, data, manifest }: RenderPagesOptions): Promise<Pages> {
  const renderVariant = async (path: string, gpc: boolean) => {
    const { html } = await render.render(path, { data: { ...data, gpc }, manifest });
    return createResource({
      ...(await compressAtStart(html)),
      type: 'text/html; charset=utf-8',
      cacheControl: 'no-cache',
      vary: 'Accept-Encoding, Sec-GPC',
    });
  };
  const renderPage = async (path: string): Promise<Page> => {
    const [plain, gpc] = await Promise.all([renderVariant(path, false), renderVariant(path, true)]);
    return { plain, gpc };
  };
  const byPath = new Map<string, Page>();
  // One at a time: rendering all at once would take 40 MB more for a moment, and the process would keep that memory.
  for (const path of render.paths) byPath.set(path, await renderPage(path));
  return { byPath, notFound: await renderPage(NO_PAGE) };
}
