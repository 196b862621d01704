/** The default theme of VitePress without fonts, which browsers would have to load. */
import type { Theme } from 'vitepress';
import DefaultTheme from 'vitepress/theme-without-fonts';
import { PlaygroundElement } from './playground-element.ts';
import { ValidatorElement } from './validator-element.ts';
import './style.css';
import './validator.css';
import './playground.css';

/** The look of the site. */
export const theme: Theme = {
  extends: DefaultTheme,
  enhanceApp: ({ app }) => {
    app.component('LinkageValidator', ValidatorElement);
    app.component('LinkagePlayground', PlaygroundElement);
  },
};
