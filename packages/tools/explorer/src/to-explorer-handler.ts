import { preferenceOf } from './accepts.ts';
import { createFileFinder } from './explorer-file.ts';
import type { ExplorerOptions } from './explorer-options.ts';

/** Responds to requests for the explorer, and returns `undefined` for other requests. */
export type ExplorerHandler = (request: Request) => Response | undefined;

/**
 * Returns a handler with the Fetch API that serves the explorer at a path. A request that prefers JSON:API is not for the
 * explorer. The page can have the URL of the API: there, only requests that prefer `text/html` receive the page.
 *
 * @throws {TypeError} If the path does not begin with a slash, or an option is unknown or has a wrong value.
 */
export function toExplorerHandler(path: string, options: ExplorerOptions): ExplorerHandler {
  const find = createFileFinder('toExplorerHandler', path, options);
  return ({ method, url, headers }) => {
    if (method !== 'GET' && method !== 'HEAD') return undefined;
    const { pathname } = new URL(url);
    const file = find(pathname);
    if (file === undefined) return undefined;
    const preference = preferenceOf(headers.get('Accept'));
    // Browsers request the script and the style with any `Accept`: their names cannot be those of resources.
    const isPage = pathname === path || pathname === `${path}/`;
    if (preference === 'document' || (preference === 'any' && isPage && isApi(url, options.api))) return undefined;
    return new Response(method === 'HEAD' ? null : file.body, { status: file.status, headers: file.headers });
  };
}

/** Whether a URL is that of the API. A host behind a proxy does not know the protocol of the API. */
function isApi(url: string, api: string): boolean {
  const [page, root] = [new URL(url), new URL(api, url)];
  return page.host === root.host && withoutSlash(page.pathname) === withoutSlash(root.pathname);
}

function withoutSlash(path: string): string {
  return path.endsWith('/') ? path.slice(0, -1) : path;
}
