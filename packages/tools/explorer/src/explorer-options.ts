import { type OptionTable, optionTable, readOptions } from '@linkage/core/internal';

/** A request that the page offers. */
export interface ExplorerExample {
  readonly title: string;
  /** Default: GET. */
  readonly method?: 'GET' | 'POST' | 'PATCH' | 'DELETE' | undefined;
  /** The path and query below the API, such as `/articles?include=author`. */
  readonly target: string;
  /** The text of the request document. */
  readonly body?: string | undefined;
}

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
  /** A string below the title, such as the source of the data. */
  readonly about?: string | undefined;
  /** Requests worth trying. */
  readonly examples?: readonly ExplorerExample[] | undefined;
  /** Whether the page offers requests that change data. Default: true. */
  readonly writes?: boolean | undefined;
}

/** The options with their defaults: what the page reads. */
export interface PageOptions {
  readonly api: string;
  readonly description: string | null;
  readonly proxy: string | null;
  readonly title: string;
  readonly about: string;
  readonly examples: readonly ExplorerExample[];
  readonly writes: boolean;
}

const knownOptions: OptionTable = optionTable({
  api: 'string',
  description: 'string',
  proxy: 'string',
  title: 'string',
  about: 'string',
  examples: 'array',
  writes: 'boolean',
});

const exampleTable: OptionTable = optionTable({
  title: 'string',
  method: ['GET', 'POST', 'PATCH', 'DELETE'],
  target: 'string',
  body: 'string',
});

/** @throws {TypeError} If an option is unknown or has a wrong value, or `api` is missing. */
export function readExplorerOptions(name: string, options: ExplorerOptions): PageOptions {
  const settings = readOptions(name, options, knownOptions);
  const {
    api,
    description = null,
    proxy = null,
    title = 'Explorer',
    about = '',
    examples = [],
    writes = true,
  } = settings;
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
  for (const [index, example] of examples.entries()) {
    const { target } = readOptions(`${name}: examples[${index}]`, example, exampleTable);
    if (typeof target === 'string' && target.startsWith('/')) continue;
    throw new TypeError(`${name}: examples[${index}]: \`target\` must be a path that begins with a slash.`);
  }
  return {
    api: api.replace(/(?<!\/)\/+$/, ''),
    description,
    proxy: proxy?.replace(/(?<!\/)\/+$/, '') ?? null,
    title,
    about,
    examples,
    writes,
  };
}

function isHttpUrl(url: string): boolean {
  if (!URL.canParse(url, 'http://host')) return false;
  return /^https?:$/.test(new URL(url, 'http://host').protocol);
}
