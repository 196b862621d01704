import type { PageData } from 'vitepress';

/** The first page: the README below the first screen. */
export const firstPage: Partial<PageData> = {
  title: 'JSON:API 1.1 for TypeScript',
  frontmatter: { layout: 'home' },
};
