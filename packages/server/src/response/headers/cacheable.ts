/** Describes the response to a GET, to choose its `Cache-Control`. */
export interface Cacheable<Context = unknown> {
  readonly kind: 'collection' | 'mixed' | 'resource' | 'related' | 'relationship';
  /** The resource type at the beginning of the URL; of a collection of several types (`mixed`), its name. */
  readonly type: string;
  /** The relationship in the URL. */
  readonly relationship?: string | undefined;
  /** The result of `context(request)`. */
  readonly context: Context;
}
