/** The default theme of VitePress without fonts, which browsers would have to load. */
import type { Theme } from 'vitepress';
import DefaultTheme from 'vitepress/theme-without-fonts';
import './style.css';

/** The look of the site. */
export const theme: Theme = { extends: DefaultTheme };
