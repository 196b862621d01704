import type { EndpointDescription } from '@linkage/server';
import { capitalized, type TypeNames } from './names.ts';

/** The ids of endpoints for relationships: the words before the type, and those after the relationship. */
const words: Readonly<Record<string, readonly [before: string, after: string]>> = {
  'fetch-related': ['fetchRelated', ''],
  'fetch-relationship': ['fetch', 'Relationship'],
  'update-relationship': ['update', 'Relationship'],
  'add-to-relationship': ['addTo', ''],
  'remove-from-relationship': ['removeFrom', ''],
};

function idOf({ name, relationship }: EndpointDescription, { one, many }: TypeNames): string {
  if (name === 'fetch-collection') return one === many ? `fetch${many}Collection` : `fetch${many}`;
  const [before = name.replace(/-resource$/, ''), after = ''] = (Object.hasOwn(words, name) && words[name]) || [];
  return `${before}${one}${capitalized(relationship ?? '')}${after}`;
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
