/** The default theme of VitePress without fonts, which browsers would have to load. */
import type { Theme } from 'vitepress';
import DefaultTheme from 'vitepress/theme-without-fonts';
import { h } from 'vue';
import { PlaygroundElement } from './playground-element.ts';
import { startTypeHints } from './types/type-hint.ts';
import { ValidatorElement } from './validator-element.ts';
import { VersionSwitch } from './versions/version-switch.ts';
import './style.css';
import './types/type-hint.css';
import './validator.css';
import './playground.css';

/** The look of the site. */
export const theme: Theme = {
  extends: DefaultTheme,
  Layout: () =>
    h(DefaultTheme.Layout, null, {
      'nav-bar-content-after': () => h(VersionSwitch),
      'nav-screen-content-after': () => h(VersionSwitch),
    }),
  enhanceApp: ({ app }) => {
    app.component('LinkageValidator', ValidatorElement);
    if (!import.meta.env.SSR) startTypeHints();
    app.component('LinkagePlayground', PlaygroundElement);
  },
};
