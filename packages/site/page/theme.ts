/** The default theme of VitePress without fonts, which browsers would have to load. */
import type { Theme } from 'vitepress';
import DefaultTheme from 'vitepress/theme-without-fonts';
import { ValidatorElement } from './validator-element.ts';
import './style.css';
import './validator.css';

/** The look of the site. */
export const theme: Theme = {
  extends: DefaultTheme,
  enhanceApp: ({ app }) => {
    app.component('LinkageValidator', ValidatorElement);
  },
};
