import { explorerFiles } from './explorer-file.ts';
import type { ExplorerOptions } from './explorer-options.ts';

/** Responds to requests for the explorer, and returns `undefined` for other requests. */
export type ExplorerHandler = (request: Request) => Response | undefined;

/**
 * Returns a handler with the Fetch API that serves the explorer at a path. A request that accepts JSON:API is not for the
 * explorer, so the page can have the URL of the API.
 *
 * @throws {TypeError} If the path does not begin with a slash, or an option is unknown or has a wrong value.
 */
export function toExplorerHandler(path: string, options: ExplorerOptions): ExplorerHandler {
  const find = explorerFiles(path, options);
  return ({ method, url, headers }) => {
    const isForApi = headers.get('Accept')?.includes('application/vnd.api+json') === true;
    if ((method !== 'GET' && method !== 'HEAD') || isForApi) return undefined;
    const file = find(new URL(url).pathname);
    return file && new Response(method === 'HEAD' ? null : file.body, { status: file.status, headers: file.headers });
  };
}
