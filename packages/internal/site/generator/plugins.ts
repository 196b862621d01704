import type { UserConfig } from 'vitepress';

/** A plugin of the Vite that VitePress contains. */
type Plugin = Extract<NonNullable<NonNullable<UserConfig['vite']>['plugins']>[number], { readonly name: string }>;

/** The layouts of VitePress that have no `<main>`, and the end of their templates. */
const layouts = /\/(VPHome|VPPage)\.vue$/;

/**
 * Gives the first page, the playground, and the validator a `<main>`, which pages with text have: readers with a screen reader skip to it.
 *
 * @throws {Error} If the template of a layout has changed.
 */
export const mainLandmarks: Plugin = {
  name: 'main-landmarks',
  enforce: 'pre',
  transform: (code, id) => {
    const name = layouts.exec(id)?.[1];
    if (name === undefined) return undefined;
    const changed = code
      .replace(/<template>\n {2}<div(\s+class="VP(?:Home|Page)")/, '<template>\n  <main$1')
      .replace(/<\/div>\n<\/template>/, '</main>\n</template>');
    if (changed.split('main').length !== code.split('main').length + 2) throw new Error(`${id} has another template.`);
    return changed;
  },
};

/**
 * Makes the caret of a group of the navigation a button only beside a link: without a link, the whole line is a button, which must not
 * contain another one.
 *
 * @throws {Error} If the template has changed.
 */
export const sidebarButtons: Plugin = {
  name: 'sidebar-buttons',
  enforce: 'pre',
  transform: (code, id) => {
    if (!id.endsWith('/VPSidebarItem.vue')) return undefined;
    const changed = code
      .replace(`role="button"`, `:role="item.link && 'button'"`)
      .replace('aria-label="toggle section"', `:aria-label="item.link && 'toggle section'"`)
      .replace(' tabindex="0"', ` :tabindex="item.link && 0"`);
    if (changed.split('item.link &&').length !== code.split('item.link &&').length + 3)
      throw new Error(`${id} has another template.`);
    return changed;
  },
};

/**
 * Pages import Vue, but most of them are outside of the folder in which it is installed. The built pages for the server
 * are inside of it, so they import Vue at run time. For browsers, VitePress finds Vue.
 */
export const vueOfTheSite: Plugin = {
  name: 'vue-of-the-site',
  enforce: 'pre',
  resolveId: (id, _importer, { ssr }) => (ssr && /^vue(?:\/|$)/.test(id) ? { id, external: true } : null),
};

/** Leaves the other languages of zod out of the workers of the pages: they have 39 kB with gzip. */
export const englishZod: Plugin = {
  name: 'english-zod',
  transform: (code, id) =>
    id.endsWith('/zod/v4/locales/index.js') ? code.replace(/^export .* from "\.\/(?!en\.js").*$/gm, '') : undefined,
};
