/**
 * Options for clients such as openapi-fetch, which do not read the document at run time: the media type of JSON:API, and
 * lists with commas, and the members of objects as parameters.
 *
 * @example
 * const client = createClient<paths>({ baseUrl: 'https://example.com/api', ...openApiFetchOptions });
 */
export const openApiFetchOptions: {
  readonly headers: { readonly Accept: string; readonly 'Content-Type': string };
  readonly querySerializer: {
    readonly array: { readonly style: 'form'; readonly explode: false };
    readonly object: { readonly style: 'form'; readonly explode: true };
  };
} = Object.freeze({
  headers: Object.freeze({ Accept: 'application/vnd.api+json', 'Content-Type': 'application/vnd.api+json' }),
  querySerializer: Object.freeze({
    array: Object.freeze({ style: 'form', explode: false }),
    object: Object.freeze({ style: 'form', explode: true }),
  }),
});
