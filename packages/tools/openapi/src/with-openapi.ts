import { type OptionTable, optionTable, readOptions } from '@linkage/core/internal';
import type { DescribingServer, JsonApiRequest, JsonApiResponse } from '@linkage/server';
import { respondToError } from '@linkage/server/adapter';
import { documentOptions, openApiDocument } from './openapi-document.ts';
import type { OpenApiOptions } from './openapi-options.ts';

/** The options of `withOpenApi`. */
export interface ServedOpenApiOptions<Request extends JsonApiRequest = JsonApiRequest, Context = unknown>
  extends OpenApiOptions {
  /** The path of the document below the root of the API. Default `/openapi.json`. */
  readonly path?: string | undefined;
  /**
   * Returns the context of the user: the document then contains only the fields that the user can read. Pass the
   * function of the option `context` of your server. Default: the document contains all fields.
   */
  readonly context?: ((request: Request) => Context | Promise<Context>) | undefined;
  /** Called if the document cannot be written, with the id in the response. Default: `console.error`. */
  readonly onError?: ((error: unknown, id: string) => void) | undefined;
}

const served: OptionTable = optionTable({
  ...documentOptions,
  ...{ path: 'string', context: 'function', onError: 'function' },
});

function logFailure(error: unknown, id: string): void {
  // biome-ignore lint/suspicious/noConsole: an unreported failure would be worse
  console.error(`The OpenAPI document cannot be written, error ${id}:`, error);
}

function pathOf(url: string): string {
  return url.split(/[?#]/, 1)[0] as string;
}

/**
 * Returns a server that also responds to GET of the URL of its OpenAPI document. Every adapter can mount it. All other
 * requests reach the server unchanged. Set the option `describedby` of your server to the URL of the document.
 *
 * @throws {TypeError} If an option is unknown or invalid.
 * @example
 * const handler = toFetchHandler(withOpenApi(server, { info: { title: 'Blog', version: '1.0.0' } }));
 */
export function withOpenApi<Request extends JsonApiRequest, Context>(
  server: DescribingServer<Request, Context>,
  options: ServedOpenApiOptions<Request, NoInfer<Context>>,
): DescribingServer<Request, Context> {
  const { path = '/openapi.json', context, onError, ...document } = readOptions('withOpenApi', options, served);
  if (!/^(?:\/[A-Za-z0-9._~-]+)+$/.test(path))
    throw new TypeError(`withOpenApi: \`path\` must be like "/openapi.json", but it is ${JSON.stringify(path)}.`);
  const respond = async (request: Request): Promise<JsonApiResponse> => {
    const description = context === undefined ? await server.describe() : await server.describe(await context(request));
    const caching = context === undefined ? 'no-cache' : 'private, no-store';
    return {
      status: 200,
      headers: { 'Content-Type': 'application/json', 'Cache-Control': caching },
      ...(request.method === 'HEAD' ? {} : { body: JSON.stringify(openApiDocument(description, document)) }),
    };
  };
  return Object.freeze({
    ...server,
    async handle(request: Request) {
      const isDocument = (request.method === 'GET' || request.method === 'HEAD') && pathOf(request.url) === path;
      if (!isDocument) return server.handle(request);
      try {
        return await respond(request);
      } catch (error) {
        return respondToError(error, onError ?? logFailure);
      }
    },
  });
}
