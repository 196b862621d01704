import type { JsonSchema } from '@linkage/core';
import { type OptionTable, optionTable, readOptions } from '@linkage/core/internal';
import type { EndpointDescription, ServerDescription } from '@linkage/server';
import { addSchemas } from './add-schemas.ts';
import { headOperation } from './head-operation.ts';
import { namesOfTypes } from './names.ts';
import type { OpenApiInfo, OpenApiOptions } from './openapi-options.ts';
import { createOperationIds } from './operation-ids.ts';
import { summaryOf } from './operation-summary.ts';
import { type OperationObject, ownOperation } from './own-operation.ts';
import { usedComponents } from './prune.ts';
import { sharedResponses } from './responses.ts';
import type { Setup } from './setup.ts';
import { typeOperation } from './type-operation.ts';

/** The contract of descriptions that this version reads. */
const CONTRACT = 2;
/** Increase it with every change of the documents that equal descriptions result in. */
const DOCUMENT_CONTRACT = 3;

const options: OptionTable = optionTable({
  ...{ info: 'object', servers: 'array', securitySchemes: 'object', security: 'array', pathDepth: 'number' },
  ...{ typeNames: 'object', onGap: 'function' },
});

const infoTable: OptionTable = optionTable(
  {
    ...{ title: 'string', version: 'string', summary: 'string', description: 'string', termsOfService: 'string' },
    ...{ contact: 'object', license: 'object' },
  },
  'member',
);

/** The paths of a document, in which each path has its methods. */
type Paths = Record<string, Record<string, unknown>>;

function checked(given: OpenApiOptions): OpenApiOptions {
  const read = readOptions('openApiDocument', given, options);
  const info = readOptions('openApiDocument: info', read.info ?? {}, infoTable);
  if (info.title === undefined || info.version === undefined)
    throw new TypeError('openApiDocument: `info` must contain `title` and `version`.');
  const { pathDepth = 1 } = read;
  if (!Number.isSafeInteger(pathDepth) || pathDepth < 1)
    throw new TypeError(`openApiDocument: \`pathDepth\` must be a whole number above 0, but it is ${pathDepth}.`);
  const members = Object.entries(info).filter(([, value]) => value !== undefined);
  return { ...read, info: Object.fromEntries(members) as unknown as OpenApiInfo };
}

/** A method of a URL. */
interface Route {
  readonly path: string;
  readonly method: string;
}

function addOperation(paths: Paths, { path, method }: Route, operation: object): void {
  const methods = paths[path] ?? {};
  paths[path] = methods;
  const placeholders = [...path.matchAll(/\{([a-z]+)\}/g)].map(([, name]) => name as string);
  if (placeholders.length > 0 && methods['parameters'] === undefined) {
    methods['parameters'] = placeholders.map((name) => ({
      ...{ name, in: 'path', required: true },
      schema: { type: 'string' },
    }));
  }
  methods[method.toLowerCase()] = operation;
}

function writePaths(setup: Setup): Paths {
  const { types, endpoints } = setup.description;
  const ids = createOperationIds();
  const paths: Paths = {};
  const add = (endpoint: EndpointDescription, operationId: string, operation: OperationObject): void => {
    addOperation(paths, endpoint, { operationId, ...operation });
    if (endpoint.method !== 'GET') return;
    addOperation(
      paths,
      { ...endpoint, method: 'HEAD' },
      { operationId: ids.headOf(operationId), ...headOperation(endpoint, operation) },
    );
  };
  for (const [type, { endpoints: own }] of Object.entries(types)) {
    for (const endpoint of own) {
      add(endpoint, ids.idOf(endpoint, setup.names.get(type)), {
        summary: summaryOf(endpoint, type),
        tags: [type],
        ...typeOperation(setup, type, endpoint),
      });
    }
  }
  for (const endpoint of endpoints) add(endpoint, ids.idOf(endpoint, undefined), ownOperation(setup, endpoint));
  return paths;
}

function writeTags({ types }: ServerDescription): readonly object[] {
  return Object.entries(types)
    .filter(([, { endpoints }]) => endpoints.length > 0)
    .map(([name, { description }]) => ({ name, ...(description === undefined ? {} : { description }) }));
}

/**
 * Returns the OpenAPI 3.1 document of a server. Equal descriptions result in equal documents.
 *
 * @param description The result of `server.describe()`.
 * @throws {TypeError} If an option is unknown or invalid, the description has an unknown contract, or two types have the
 * same name.
 * @see https://spec.openapis.org/oas/v3.1.1.html
 * @example
 * const document = openApiDocument(await server.describe(), { info: { title: 'Blog', version: '1.0.0' } });
 */
export function openApiDocument(
  description: ServerDescription,
  given: OpenApiOptions,
): Readonly<Record<string, unknown>> {
  const { info, servers, securitySchemes, security = [], pathDepth = 1, typeNames = {}, onGap } = checked(given);
  if (description.contract !== CONTRACT)
    throw new TypeError(
      `openApiDocument: the contract of the description must be ${CONTRACT}, but it is ${description.contract}. Use versions of @linkage/openapi and @linkage/server that belong together.`,
    );
  const names = namesOfTypes(Object.keys(description.types), typeNames);
  const schemas = new Map<string, JsonSchema>();
  const parameters = new Map<string, object>();
  const hasLocalIds = description.operations !== undefined;
  const setup: Setup = { description, names, pathDepth, hasLocalIds, components: { schemas, parameters } };
  addSchemas(setup);
  for (const gap of description.gaps) onGap?.(gap);
  const paths = writePaths(setup);
  const components = usedComponents(paths, {
    schemas: Object.fromEntries(schemas),
    parameters: Object.fromEntries(parameters),
    responses: sharedResponses(),
  });
  return {
    openapi: '3.1.1',
    info: { ...info },
    'x-linkage-contract': { description: description.contract, document: DOCUMENT_CONTRACT },
    servers: servers ?? [{ url: description.baseUrl === '' ? '/' : description.baseUrl }],
    tags: writeTags(description),
    security,
    paths,
    components: { ...components, ...(securitySchemes === undefined ? {} : { securitySchemes }) },
  };
}
