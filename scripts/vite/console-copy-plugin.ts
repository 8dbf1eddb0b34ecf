import type { Plugin } from 'vite';

/**
 * Gives the console its own copy of the check of `utm_*` values. As a file of its own, which analytics would share, the
 * check would cost visitors a further request and more bytes: the size budget of analytics fails then.
 */
export const consoleCopy = (): Plugin => ({
  name: 'console-copy',
  apply: (_, { mode }) => mode === 'client',
  enforce: 'pre',
  async resolveId(source, importer) {
    if (source !== '#shared/text' || !importer?.includes('/client/src/console/')) return null;
    const module = await this.resolve(source, importer, { skipSelf: true });
    return module && `${module.id}?console`;
  },
});
