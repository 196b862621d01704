/** The default theme of VitePress without fonts, which browsers would have to load. */
import type { Theme } from 'vitepress';
import DefaultTheme from 'vitepress/theme-without-fonts';
import { h } from 'vue';
import { FirstScreen } from './first-screen/first-screen.ts';
import { searchOptions } from './search/search-options.ts';
import { lazyElement } from './shared/lazy-element.ts';
import { startTypeHints } from './types/type-hint.ts';
import './style.css';
import './print.css';
import './first-screen/first-screen.css';
import './types/type-hint.css';
import './validator.css';
import './playground.css';

const validator = lazyElement('validator', async () => {
  const { mount } = await import('./validator/mount.tsx');
  return (parent) => mount(parent, import.meta.env.BASE_URL);
});
const playground = lazyElement('playground', async () => (await import('./playground/mount.tsx')).mount);

/** The look of the site. */
export const theme: Theme = {
  extends: DefaultTheme,
  Layout: () => h(DefaultTheme.Layout, null, { 'home-hero-before': () => h(FirstScreen) }),
  enhanceApp: ({ app, siteData }) => {
    const { themeConfig } = siteData.value;
    const search = { provider: 'local', options: { detailedView: false, miniSearch: { searchOptions } } };
    siteData.value = { ...siteData.value, themeConfig: { ...themeConfig, search } };
    app.component('LinkageValidator', validator);
    if (!import.meta.env.SSR) startTypeHints();
    app.component('LinkagePlayground', playground);
  },
};
