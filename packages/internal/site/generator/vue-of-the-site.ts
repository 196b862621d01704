import type { Plugin } from './vite-plugin.ts';

/**
 * Pages import Vue, but most of them are outside of the folder in which it is installed. The built pages for the server
 * are inside of it, so they import Vue at run time. For browsers, VitePress finds Vue.
 */
export const vueOfTheSite: Plugin = {
  name: 'vue-of-the-site',
  enforce: 'pre',
  resolveId: (id, _importer, { ssr }) => (ssr && /^vue(?:\/|$)/.test(id) ? { id, external: true } : null),
};
