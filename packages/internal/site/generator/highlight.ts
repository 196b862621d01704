/** Colors of code by class: a content security policy without inline styles forbids the style attributes of Shiki. */
import { createCssVariablesTheme, type ShikiTransformer, type ThemeRegistration } from 'shiki';

/** A theme whose colors are names. */
export const namedColors: ThemeRegistration = createCssVariablesTheme({ name: 'named', variablePrefix: '--code-' });

/** Replaces `style="color:var(--code-token-string)"` with `class="code-token-string"`. */
export const classesForStyles: ShikiTransformer = {
  name: 'classes-for-styles',
  preprocess: (_code, options) => {
    // By default, a busy machine leaves long lines without colors after half a second: two builds would differ.
    options.tokenizeTimeLimit = 0;
  },
  pre: (node) => {
    node.properties['style'] = undefined;
  },
  span: (node) => {
    const name = /var\(--(code-[\w-]+)\)/.exec(String(node.properties['style'] ?? ''))?.[1];
    node.properties['style'] = undefined;
    if (name !== undefined && name !== 'code-foreground') node.properties['class'] = name;
  },
};
