import { type OptionTable, optionTable, readOptions } from '@linkage/core/internal';

/** Options of the explorer. */
export interface ExplorerOptions {
  /** The URL of the API, absolute or a path on the host of the page, such as `/api`. */
  readonly api: string;
  /**
   * The URL of a description in JSON: the result of `server.describe()`, or an OpenAPI document. Without it, the explorer
   * learns types and fields from the documents that it sees.
   */
  readonly description?: string | undefined;
  /**
   * The path on the host of the page that forwards requests to `api`, for an API on another host that does not allow requests
   * of other origins. Default: the page sends requests to `api`.
   */
  readonly proxy?: string | undefined;
  /** The title of the page. Default: "Explorer". */
  readonly title?: string | undefined;
  /** Whether the page offers requests that change data. Default: true. */
  readonly writes?: boolean | undefined;
}

/** The options with their defaults: what the page reads. */
export interface PageOptions {
  readonly api: string;
  readonly description: string | null;
  readonly proxy: string | null;
  readonly title: string;
  readonly writes: boolean;
}

const knownOptions: OptionTable = optionTable({
  api: 'string',
  description: 'string',
  proxy: 'string',
  title: 'string',
  writes: 'boolean',
});

/** @throws {TypeError} If an option is unknown or has a wrong value, or `api` is missing. */
export function readExplorerOptions(name: string, options: ExplorerOptions): PageOptions {
  const {
    api,
    description = null,
    proxy = null,
    title = 'Explorer',
    writes = true,
  } = readOptions(name, options, knownOptions);
  if (typeof api !== 'string') throw new TypeError(`${name}: \`api\` must be the URL of the API, such as "/api".`);
  if (proxy !== null && !/^\/(?!\/)/.test(proxy)) {
    throw new TypeError(
      `${name}: \`proxy\` must be a path that begins with one slash, but it is ${JSON.stringify(proxy)}.`,
    );
  }
  for (const [option, url] of [
    ['api', api],
    ['description', description],
  ] as const) {
    if (url === null || isHttpUrl(url)) continue;
    throw new TypeError(`${name}: \`${option}\` must be a path or an http URL, but it is ${JSON.stringify(url)}.`);
  }
  return { api: api.replace(/\/+$/, ''), description, proxy: proxy?.replace(/\/+$/, '') ?? null, title, writes };
}

function isHttpUrl(url: string): boolean {
  if (!URL.canParse(url, 'http://host')) return false;
  return /^https?:$/.test(new URL(url, 'http://host').protocol);
}
