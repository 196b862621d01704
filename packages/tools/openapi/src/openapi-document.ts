import { type OptionTable, optionTable, readOptions } from '@linkage/core/internal';
import type { ServerDescription } from '@linkage/server';
import { addSchemas, reservedNames } from './add-schemas.ts';
import { namesOfTypes } from './names.ts';
import type { OpenApiInfo, OpenApiOptions } from './openapi-options.ts';
import { addResponses } from './responses.ts';
import { createComponents, type Setup } from './setup.ts';
import { writePaths } from './write-paths.ts';

/** The components of a document by kind and name. */
type Components = Readonly<Record<string, Readonly<Record<string, unknown>>>>;

function referencesIn(value: unknown, found: Set<string>): void {
  if (typeof value !== 'object' || value === null) return;
  for (const [name, member] of Object.entries(value)) {
    if (name === '$ref' && typeof member === 'string') found.add(member);
    else referencesIn(member, found);
  }
}

/** Returns the components to which references lead, from the paths or from other components. */
function usedComponents(paths: object, components: Components): Components {
  const used = new Set<string>();
  referencesIn(paths, used);
  for (const reference of used) {
    const [, kind = '', name = ''] = /^#\/components\/([^/]+)\/([^/]+)/.exec(reference) ?? [];
    referencesIn(components[kind]?.[name], used);
  }
  // A reference can also lead into a component.
  const kept = new Set([...used].map((reference) => reference.split('/', 4).join('/')));
  const all = Object.entries(components).map(([kind, members]) => [
    kind,
    Object.fromEntries(Object.entries(members).filter(([name]) => kept.has(`#/components/${kind}/${name}`))),
  ]);
  return Object.fromEntries(all.filter(([, members]) => Object.keys(members as object).length > 0));
}

/** The contract of descriptions that this version reads. */
const CONTRACT = 3;
/** Increase it with every change of the documents that equal descriptions result in. */
const DOCUMENT_CONTRACT = 5;

/** The kinds of the options. */
export const documentOptions: Parameters<typeof optionTable>[0] = {
  ...{ info: 'object', servers: 'array', securitySchemes: 'object', security: 'array', pathDepth: 'number' },
  ...{ typeNames: 'object', head: 'boolean', onGap: 'function' },
};
const options: OptionTable = optionTable(documentOptions);

const infoTable: OptionTable = optionTable(
  {
    ...{ title: 'string', version: 'string', summary: 'string', description: 'string', termsOfService: 'string' },
    ...{ contact: 'object', license: 'object' },
  },
  'member',
);

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

function writeTags({ types }: ServerDescription): readonly object[] {
  return Object.entries(types)
    .filter(([, { endpoints }]) => endpoints.length > 0)
    .map(([name, { description }]) => ({ name, ...(description === undefined ? {} : { description }) }));
}

/**
 * Returns the OpenAPI 3.1 document of a server. Equal descriptions result in equal documents.
 *
 * @param description The result of `server.describe()`.
 * @throws {TypeError} If an option is unknown or invalid, the description has an unknown contract, or a name
 * of `typeNames` or of a schema is taken.
 * @see https://spec.openapis.org/oas/v3.1.1.html
 * @example
 * const document = openApiDocument(await server.describe(), { info: { title: 'Blog', version: '1.0.0' } });
 */
export function openApiDocument(
  description: ServerDescription,
  given: OpenApiOptions,
): Readonly<Record<string, unknown>> {
  const {
    info,
    servers,
    securitySchemes,
    security = [],
    pathDepth = 1,
    typeNames = {},
    head = false,
    onGap,
  } = checked(given);
  if (description.contract !== CONTRACT)
    throw new TypeError(
      `openApiDocument: the contract of the description must be ${CONTRACT}, but it is ${description.contract}. Use versions of @linkage/openapi and @linkage/server that belong together.`,
    );
  const hasLocalIds = description.operations !== undefined;
  const reserved = reservedNames(description);
  const names = namesOfTypes(Object.keys(description.types), typeNames, reserved);
  const components = createComponents();
  for (const name of [...reserved, ...[...names.values()].map(({ one }) => one)])
    components.nameOf('schemas', name, name);
  const setup: Setup = { description, names, pathDepth, head, hasLocalIds, components };
  addSchemas(setup);
  addResponses(setup);
  for (const gap of description.gaps) onGap?.(gap);
  const paths = writePaths(setup);
  return {
    openapi: '3.1.1',
    info: { ...info },
    'x-linkage-contract': { description: description.contract, document: DOCUMENT_CONTRACT },
    servers: servers ?? [{ url: description.baseUrl === '' ? '/' : description.baseUrl }],
    tags: writeTags(description),
    security,
    paths,
    components: {
      ...usedComponents(paths, components.all()),
      ...(securitySchemes === undefined ? {} : { securitySchemes }),
    },
  };
}
