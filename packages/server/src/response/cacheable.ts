/** What the answer to a GET shows, for the decision how it may be cached. */
export interface Cacheable<Context = unknown> {
  readonly kind: 'collection' | 'resource' | 'related' | 'relationship';
  /** The resource type that the URL begins with. */
  readonly type: string;
  /** The relationship that the URL names. */
  readonly relationship?: string | undefined;
  /** What `context(request)` gave. */
  readonly context: Context;
}
