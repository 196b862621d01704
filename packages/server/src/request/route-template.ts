import type { QueryServer } from './context.ts';
import type { Route } from './route.ts';

function segmentOf({ name }: { readonly name: string }): string {
  return encodeURIComponent(name.toWellFormed());
}

/** Returns a URL below the base URL without ids, so that there are few different values and no personal data. */
export function routeTemplate({ urls, baseUrl }: Pick<QueryServer, 'urls' | 'baseUrl'>, route: Route): string {
  if (route.kind === 'mixed') return route.collection.path;
  const collection = urls.collection(route.type.name).slice(baseUrl.length);
  switch (route.kind) {
    case 'collection':
      return collection;
    case 'resource':
      return `${collection}/{id}`;
    case 'related':
      return `${collection}/{id}/${segmentOf(route.relationship)}`;
    case 'relationship':
      return `${collection}/{id}/relationships/${segmentOf(route.relationship)}`;
  }
}
