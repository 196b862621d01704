/** The default theme of VitePress without fonts, which browsers would have to load. */
import type { Theme } from 'vitepress';
import DefaultTheme from 'vitepress/theme-without-fonts';
import { h } from 'vue';
import { FirstScreen } from './first-screen/first-screen.ts';
import { MissingPage } from './missing/missing-page.ts';
import { PlaygroundElement } from './playground-element.ts';
import { searchOptions } from './search/search-options.ts';
import { startTypeHints } from './types/type-hint.ts';
import { ValidatorElement } from './validator-element.ts';
import { VersionSwitch } from './versions/version-switch.ts';
import './missing/missing-page.css';
import './style.css';
import './first-screen/first-screen.css';
import './types/type-hint.css';
import './validator.css';
import './playground.css';

/** The look of the site. */
export const theme: Theme = {
  extends: DefaultTheme,
  Layout: () =>
    h(DefaultTheme.Layout, null, {
      'home-hero-before': () => h(FirstScreen),
      'not-found': () => h(MissingPage),
      'nav-bar-content-after': () => h(VersionSwitch),
    }),
  enhanceApp: ({ app, siteData }) => {
    const { themeConfig } = siteData.value;
    const search = { provider: 'local', options: { detailedView: false, miniSearch: { searchOptions } } };
    siteData.value = { ...siteData.value, themeConfig: { ...themeConfig, search } };
    app.component('LinkageValidator', ValidatorElement);
    if (!import.meta.env.SSR) startTypeHints();
    app.component('LinkagePlayground', PlaygroundElement);
  },
};
