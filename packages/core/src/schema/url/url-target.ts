/** The target of a URL of an API. */
export type UrlTarget =
  | { readonly kind: 'collection'; readonly type: string }
  | { readonly kind: 'resource'; readonly type: string; readonly id: string }
  | {
      readonly kind: 'related' | 'relationship';
      readonly type: string;
      readonly id: string;
      readonly relationship: string;
    };
