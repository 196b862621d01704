import type { EndpointDescription } from '@linkage/server';
import { capitalized, type TypeNames } from './names.ts';

function idOf({ name, relationship }: EndpointDescription, { one, many }: TypeNames): string {
  const end = capitalized(relationship ?? '');
  switch (name) {
    case 'fetch-collection':
      return one === many ? `fetch${many}Collection` : `fetch${many}`;
    case 'fetch-related':
      return `fetchRelated${one}${end}`;
    case 'fetch-relationship':
      return `fetch${one}${end}Relationship`;
    case 'update-relationship':
      return `update${one}${end}Relationship`;
    case 'add-to-relationship':
      return `addTo${one}${end}`;
    case 'remove-from-relationship':
      return `removeFrom${one}${end}`;
    default:
      return `${name.replace(/-resource$/, '')}${one}`;
  }
}

/** The ids of operations. No two operations of a document have the same id. */
export interface OperationIds {
  readonly idOf: (endpoint: EndpointDescription, names: TypeNames | undefined) => string;
  /** Returns the id of HEAD for that of GET: `headArticles` for `fetchArticles`. */
  readonly headOf: (id: string) => string;
}

/** Creates the ids of one document. */
export function createOperationIds(): OperationIds {
  const taken = new Set<string>();
  function take(base: string): string {
    let id = base;
    for (let count = 2; taken.has(id); count++) id = `${base}${count}`;
    taken.add(id);
    return id;
  }
  return {
    idOf: (endpoint, names) =>
      take(
        names === undefined
          ? capitalized(endpoint.name).replace(/^./, (letter) => letter.toLowerCase())
          : idOf(endpoint, names),
      ),
    headOf: (id) => take(`head${capitalized(id.replace(/^fetch(?=[A-Z])/, ''))}`),
  };
}
