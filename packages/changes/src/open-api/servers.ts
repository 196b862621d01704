import { isObject } from '@linkage/core/internal';
import { member } from '../schema/json-schema.ts';

/** Returns the URLs of servers, with the default values of their variables. An absent or empty list means the root. */
export function serverUrls(servers: unknown): readonly string[] {
  const list = Array.isArray(servers) && servers.length > 0 ? servers : [{ url: '/' }];
  return list.filter(isObject).flatMap((server) => {
    const url = member(server, 'url');
    if (typeof url !== 'string') return [];
    const read = url.replace(/\{([^{}]*)\}/g, (text, name: string) => {
      const value = member(member(member(server, 'variables'), name), 'default');
      return typeof value === 'string' ? value : text;
    });
    return [read.replace(/(?<!\/)\/+$/, '') || '/'];
  });
}

/** Returns the path of a URL of a server, with or without a host. */
export function pathOf(url: string): string {
  const path = url.replace(/^(?:[a-z][a-z0-9+.-]*:)?\/\/[^/]*/i, '');
  return path.startsWith('/') ? path : `/${path}`;
}
