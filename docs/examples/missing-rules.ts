import { createMemorySources, createServer } from '@linkage/server';
import { api } from './core.ts';

const sources = createMemorySources(api, { articles: [{ id: '1', title: 'Hello' }] });
export const denied: string[] = [];

// #region missing
export const server = createServer(api, sources, {
  access: { articles: { read: () => true, delete: () => false } },
  // ['articles.create', 'articles.update', …]
  onMissingRules: ({ actions }) => denied.push(...actions),
});
// #endregion
