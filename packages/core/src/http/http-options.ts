import { nameTable, type OptionTable, optionTable, readOptional } from '../internal/options.ts';
import type { NegotiationSupport } from '../media-type/support.ts';
import type { ParseQueryOptions } from '../query/parse-query.ts';
import { defaultQueryLimits, type QueryLimits } from '../query/query-limits.ts';
import type { QueryParameters } from '../query/query-parameters.ts';
import { type DocumentLimits, defaultDocumentLimits } from '../requests/parse/document-limits.ts';
import type { UrlTarget } from '../schema/url/url-scheme.ts';

/** The limits of queries and of request documents. */
type HttpLimits = {
  readonly [Name in keyof (QueryLimits & DocumentLimits & OperationsLimit)]?: number | undefined;
};

interface OperationsLimit {
  /** The number of operations in a request with operations. Default: 50. */
  readonly operations: number;
}

/** The features that an API supports, the same for all its requests. */
export interface HttpOptions<Parameters extends QueryParameters = QueryParameters>
  extends Pick<NegotiationSupport, 'extensions' | 'profiles'>,
    Pick<ParseQueryOptions<Parameters>, 'parameters' | 'filterLanguage'> {
  /** Limits of the query and of the document. A limit that is not set has its default. */
  readonly limits?: HttpLimits | undefined;
  /**
   * Receives failures with the `id` in their response: what is not a `JsonApiError`, and errors with a status from 500 on.
   * Default: `console.error`.
   */
  readonly onError?: ((error: unknown, id: string) => unknown) | undefined;
  /** Returns the target of the URL in an `href` of an operation, or undefined if the URL does not exist. Default: no URL exists. */
  readonly targetOf?: ((href: string) => UrlTarget | undefined) | undefined;
}

const options: OptionTable = optionTable({
  extensions: 'array',
  profiles: 'array',
  parameters: 'object',
  filterLanguage: 'function',
  limits: 'object',
  onError: 'function',
  targetOf: 'function',
});
const limitTable: OptionTable = nameTable(
  [...Object.keys({ ...defaultQueryLimits, ...defaultDocumentLimits }), 'operations'],
  'limit',
);

/** The read options, with the limits of the query apart from those of the document. */
export interface ReadHttpOptions extends HttpOptions {
  readonly queryLimits: Partial<QueryLimits>;
  readonly documentLimits: Partial<DocumentLimits>;
}

/**
 * Reads the options of a request or a response.
 *
 * @throws {TypeError} If an option or a limit is unknown, or an option has a value of another kind.
 */
export function readHttpOptions(where: string, given: HttpOptions | undefined): ReadHttpOptions {
  const read = readOptional(where, given, options);
  const limits = readOptional(`${where}: limits`, read.limits, limitTable);
  const among = (names: object): object =>
    Object.fromEntries(Object.entries(limits).filter(([name]) => Object.hasOwn(names, name)));
  return { ...read, queryLimits: among(defaultQueryLimits), documentLimits: among(defaultDocumentLimits) };
}
