import { createMemorySources, createServer } from '@linkage/server';
import { api } from '../core.ts';

const sources = createMemorySources(api, { articles: [{ id: '1', title: 'Hello' }] });

// #region lenient
/** Accepts `Accept: application/json`, `Accept: text/html`, and `charset=utf-8` in `Content-Type`. */
export const server = createServer(api, sources, { lenientMediaTypes: true });
// #endregion
