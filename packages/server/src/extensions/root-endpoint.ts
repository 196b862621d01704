import { JsonApiError, type MetaObject, type UrlScheme } from '@linkage/core';
import { assertNoParameters, describeValue, type OptionTable, optionTable } from '@linkage/core/internal';
import { readSettings } from '../internal/read-settings.ts';
import type { SettledEndpoint } from './find-endpoint.ts';
import type { EndpointRequest, ServerExtension } from './server-extension.ts';

/** The document at the base URL: whether there is one, and the members of its `meta` besides `collections`. */
export type RootOption = boolean | { readonly meta?: MetaObject | undefined };

/** The parts of a server that the root document shows. */
interface RootParts {
  readonly baseUrl: string;
  readonly urls: Pick<UrlScheme, 'collection'>;
  readonly describedby: ((type: undefined) => string | undefined) | undefined;
  /** The types whose collections can be read at their URLs. */
  readonly listed: readonly string[];
}

const rootTable: OptionTable = optionTable({ meta: 'object' });

/** Whether to link a type. A rule that rejects the user must not reject the document about all other types. */
async function isLinked({ canReadSome }: Pick<EndpointRequest, 'canReadSome'>, type: string): Promise<boolean> {
  try {
    return await canReadSome(type);
  } catch (thrown) {
    if (JsonApiError.is(thrown)) return false;
    throw thrown;
  }
}

/**
 * Returns the endpoint at the base URL, if the application wants one. Its document links to the collections that the
 * user can read. The links are in `meta`, because the specification does not define links with other names at the top
 * level.
 *
 * @throws {TypeError} If the option is neither a boolean nor an object with `meta`.
 */
export function rootEndpoints(
  option: RootOption | undefined,
  { baseUrl, urls, describedby, listed }: RootParts,
): readonly SettledEndpoint[] {
  if (option === undefined || option === false) return [];
  if (option !== true && typeof option !== 'object')
    throw new TypeError(`createServer: \`root\` must be a boolean or an object, but it is ${describeValue(option)}.`);
  const { meta } = readSettings('createServer: root', option === true ? {} : option, rootTable) as {
    readonly meta?: MetaObject;
  };
  const extension: ServerExtension | undefined = undefined;
  const endpoint: SettledEndpoint['endpoint'] = {
    name: 'root',
    path: '/',
    method: 'GET',
    statuses: [200],
    async run(request) {
      assertNoParameters(request.parameters);
      const linked = await Promise.all(listed.map((type) => isLinked(request, type)));
      const collections = listed.filter((_, index) => linked[index]).map((type) => [type, urls.collection(type)]);
      const description = describedby?.(undefined);
      const links = {
        self: baseUrl === '' ? '/' : baseUrl,
        ...(description === undefined ? {} : { describedby: description }),
      };
      return { status: 200, document: { links, meta: { ...meta, collections: Object.fromEntries(collections) } } };
    },
  };
  return [{ extension, endpoint, segments: [''] }];
}
