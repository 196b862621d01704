import type { OperationSetup } from '../operations/operation-context.ts';
import type { Route } from '../request/route.ts';

/** Returns a URL below the base URL without ids, so that there are few different values and no personal data. */
export function routeTemplate({ urls, baseUrl }: Pick<OperationSetup, 'urls' | 'baseUrl'>, route: Route): string {
  const collection = urls.collection(route.type.name).slice(baseUrl.length);
  switch (route.kind) {
    case 'collection':
      return collection;
    case 'resource':
      return `${collection}/{id}`;
    case 'related':
      return `${collection}/{id}/${route.relationship.name}`;
    case 'relationship':
      return `${collection}/{id}/relationships/${route.relationship.name}`;
  }
}
