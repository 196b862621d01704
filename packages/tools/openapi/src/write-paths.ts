import type { EndpointDescription } from '@linkage/server';
import { endpointOperation, type OperationObject } from './endpoint-operation.ts';
import { capitalized, type TypeNames } from './names.ts';
import { summaryOf } from './operation-summary.ts';
import { headResponses } from './responses.ts';
import type { Reference, Setup } from './setup.ts';
import { typeOperation } from './type-operation.ts';

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
interface OperationIds {
  readonly idOf: (endpoint: EndpointDescription, names: TypeNames | undefined) => string;
  /** Returns the id of HEAD for that of GET: `headArticles` for `fetchArticles`. */
  readonly headOf: (id: string) => string;
}

/** Creates the ids of one document. */
function createOperationIds(): OperationIds {
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
          ? capitalized(
              endpoint.collection === undefined ? endpoint.name : `fetch-${endpoint.collection.name}`,
            ).replace(/^./, (letter) => letter.toLowerCase())
          : idOf(endpoint, names),
      ),
    headOf: (id) => take(`head${capitalized(id.replace(/^fetch(?=[A-Z])/, ''))}`),
  };
}

/** An operation of a path. */
type Operation = OperationObject & { readonly parameters?: readonly Reference[] };

/** The operations of a path by method. */
type Methods = Map<string, Operation>;

/** Returns the parameters that all operations of a path have, by reference. */
function commonParameters(methods: Methods): ReadonlyMap<string, Reference> {
  const [first = [], ...others] = [...methods.values()].map(({ parameters = [] }) => parameters);
  const references = others.map((parameters) => new Set(parameters.map(({ $ref }) => $ref)));
  return new Map(first.filter(({ $ref }) => references.every((known) => known.has($ref))).map((it) => [it.$ref, it]));
}

/** Returns the path item of a path: the parameters that all of its operations have, and the operations. */
function pathItem(setup: Setup, path: string, methods: Methods): object {
  const placeholders = [...path.matchAll(/\{([A-Za-z0-9]+)\}/g)].map(([, name = '']) => {
    const parameter = { name, in: 'path', required: true, schema: { type: 'string' } };
    return setup.components.share('parameters', `path.${name}`, parameter);
  });
  const common = commonParameters(methods);
  const operations = [...methods].map(([method, { parameters = [], ...operation }]) => {
    const own = parameters.filter(({ $ref }) => !common.has($ref));
    return [method, { ...operation, ...(own.length === 0 ? {} : { parameters: own }) }] as const;
  });
  const parameters = [...placeholders, ...common.values()];
  return { ...(parameters.length === 0 ? {} : { parameters }), ...Object.fromEntries(operations) };
}

/** Returns the operation of HEAD for that of GET, without its id. The server accepts HEAD wherever it accepts GET. */
function headOperation({ tags, deprecated, parameters }: Operation): Operation {
  return {
    summary: 'Fetch only the headers',
    ...(tags === undefined ? {} : { tags }),
    ...(deprecated === undefined ? {} : { deprecated }),
    ...(parameters === undefined ? {} : { parameters }),
    responses: headResponses,
  };
}

/** Returns the paths of a document. A GET has a HEAD beside it. */
export function writePaths(setup: Setup): Readonly<Record<string, object>> {
  const { types, endpoints } = setup.description;
  const ids = createOperationIds();
  const paths = new Map<string, Methods>();
  const add = (endpoint: EndpointDescription, operationId: string, operation: Operation): void => {
    const methods: Methods = paths.get(endpoint.path) ?? new Map();
    paths.set(endpoint.path, methods);
    methods.set(endpoint.method.toLowerCase(), { operationId, ...operation });
    if (endpoint.method !== 'GET' || !setup.head) return;
    methods.set('head', { operationId: ids.headOf(operationId), ...headOperation(operation) });
  };
  for (const [type, { endpoints: endpointsOfType }] of Object.entries(types)) {
    for (const endpoint of endpointsOfType) {
      add(endpoint, ids.idOf(endpoint, setup.names.get(type)), {
        summary: summaryOf(endpoint, type),
        tags: [type],
        ...typeOperation(setup, type, endpoint),
      });
    }
  }
  for (const endpoint of endpoints) add(endpoint, ids.idOf(endpoint, undefined), endpointOperation(setup, endpoint));
  return Object.fromEntries([...paths].map(([path, methods]) => [path, pathItem(setup, path, methods)]));
}
