import type { PageData } from 'vitepress';

/** The first page: the README below large letters. */
export const firstPage: Partial<PageData> = {
  title: 'JSON:API 1.1 for TypeScript',
  frontmatter: {
    layout: 'home',
    hero: {
      name: 'Linkage',
      text: 'JSON:API 1.1 server, serializer, and validator for TypeScript',
      tagline: 'You declare your resource types once. Linkage serializes, parses, validates, and serves them.',
      actions: [
        { theme: 'brand', text: 'Your first server', link: '/getting-started/first-server' },
        { theme: 'alt', text: 'Validate a document', link: '/validate/' },
        { theme: 'alt', text: 'All pages', link: '/contents' },
      ],
    },
  },
};
