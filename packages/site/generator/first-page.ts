import type { PageData } from 'vitepress';

/** The first page: the README below large letters. */
export const firstPage: Partial<PageData> = {
  title: 'JSON:API 1.1 for TypeScript',
  frontmatter: {
    layout: 'home',
    hero: {
      name: 'Linkage',
      text: 'JSON:API 1.1 for TypeScript',
      tagline: 'A server, a serializer, and a validator. You declare your resource types once.',
      actions: [
        { theme: 'brand', text: 'Your first server', link: '/getting-started/first-server' },
        { theme: 'alt', text: 'Playground', link: '/playground/' },
        { theme: 'alt', text: 'Validate a document', link: '/validate/' },
        { theme: 'alt', text: 'All pages', link: '/contents' },
      ],
    },
  },
};
