import type { Plugin } from './vite-plugin.ts';

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
