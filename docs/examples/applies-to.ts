import type { ServerExtension } from '@linkage/server';
import { versions } from './versions.ts';

// #region applies-to
/** Adds version numbers to documents of articles. */
export const versionsOfArticles: ServerExtension = {
  ...versions,
  appliesTo: ({ method, type }) => method === 'GET' && type === 'articles',
};
// #endregion applies-to
