import type { Route } from '../request/route.ts';

/** A URL with its ids left out: few enough to group by, and nothing that belongs to anybody. */
export function routeTemplate(route: Route): string {
  const type = `/${route.type.name}`;
  switch (route.kind) {
    case 'collection':
      return type;
    case 'resource':
      return `${type}/{id}`;
    case 'related':
      return `${type}/{id}/${route.relationship.name}`;
    case 'relationship':
      return `${type}/{id}/relationships/${route.relationship.name}`;
  }
}
