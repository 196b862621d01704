/** Prints the types that TypeScript infers from a declaration. A test proves that the compiler agrees. */
import type { Api, ResourceType } from '@linkage/core';
import { requestAttribute, requestRelationship, storedAttribute, storedRelationship } from './field-types.ts';
import { formatValue, typeName } from './format-name.ts';

/** More paths are not printed one by one. */
const MAX_PATHS = 500;

/** The types of core that the types of requests can name. */
const requestTypes = [
  'IdentifierInput',
  'LocalResourceIdentifierObject',
  'NoWritableField',
  'ResourceIdentifierObject',
] as const;

function block(head: string, members: readonly string[], indent: string): string {
  if (members.length === 0) return `${head}{}`;
  return `${head}{\n${members.map((it) => `${indent}  ${it}\n`).join('')}${indent}}`;
}

/** Returns the types whose records a record of a type can contain, beginning with the type itself. */
function reachableTypes(api: Api, first: ResourceType): readonly ResourceType[] {
  const found = new Set([first]);
  for (const { relationships } of found) {
    for (const { targets } of relationships.values()) {
      for (const target of targets) {
        const type = api.types.get(target);
        if (type !== undefined) found.add(type);
      }
    }
  }
  return [...found];
}

function recordOf(type: ResourceType): string {
  const members = [
    'readonly id: RecordId;',
    ...[...type.attributes.values()].map(storedAttribute),
    ...[...type.relationships.values()].map((it) => storedRelationship(it, (target) => `${typeName(target)}Record`)),
  ];
  return block(`export interface ${typeName(type.name)}Record `, members, '');
}

function requestOf(type: ResourceType, request: 'create' | 'update'): string {
  const canSet = ({ write }: { readonly write: unknown }): boolean => write === true || write === request;
  const attributes = [...type.attributes.values()].filter(canSet).map((it) => requestAttribute(it, request));
  const newType = request === 'create' ? type.name : undefined;
  const relationships = [...type.relationships.values()].filter(canSet).map((it) => requestRelationship(it, newType));
  const fields = (name: string, members: readonly string[]): string =>
    request === 'create' && members.length === 0
      ? `readonly ${name}: NoWritableField;`
      : `${block(`readonly ${name}: `, members, '  ')};`;
  const members = [
    `readonly type: ${formatValue(type.name)};`,
    ...(request === 'create' ? ['readonly id?: string;', 'readonly lid?: string;'] : ['readonly id: string;']),
    fields('attributes', attributes),
    fields('relationships', relationships),
  ];
  const suffix = request === 'create' ? 'Create' : 'Update';
  return block(`export interface ${typeName(type.name)}${suffix} `, members, '');
}

/** Returns the paths that `include` accepts, up to three steps, or `undefined` if they are too many. */
function includePaths(api: Api, type: ResourceType): readonly string[] | undefined {
  const paths: string[] = [];
  const add = (from: ResourceType, prefix: string, depth: number): void => {
    for (const { name, targets, include, read } of from.relationships.values()) {
      if (!include || !read || paths.length > MAX_PATHS) continue;
      paths.push(prefix + name);
      if (depth === 3) continue;
      for (const target of targets) {
        const next = api.types.get(target);
        if (next !== undefined) add(next, `${prefix}${name}.`, depth + 1);
      }
    }
  };
  add(type, '', 1);
  return paths.length > MAX_PATHS ? undefined : [...new Set(paths)];
}

function includeOf(api: Api, type: ResourceType): string {
  const paths = includePaths(api, type);
  const head = `export type ${typeName(type.name)}Include =`;
  if (paths === undefined) return `${head} string; // More than ${MAX_PATHS} paths.`;
  return paths.length === 0 ? `${head} never;` : `${head}\n  | ${paths.map(formatValue).join('\n  | ')};`;
}

/** Returns the inferred types of a resource type, and the records of the types that it references. */
export function printTypes(api: Api, type: ResourceType): string {
  const name = formatValue(type.name);
  const others = reachableTypes(api, type).slice(1);
  const created = requestOf(type, 'create');
  const updated = requestOf(type, 'update');
  const words = new Set((created + updated).match(/\w+/g));
  const used = requestTypes.filter((it) => words.has(it));
  return [
    `import type { ${[...used, 'RecordId'].sort().join(', ')} } from '@linkage/core';`,
    `// StoredRecord<typeof api, ${name}>: what your data sources return, and what \`buildDocument\` accepts.\n${recordOf(type)}`,
    `// CreateInput<typeof api, ${name}>: the result of \`parseCreate\`.\n${created}`,
    `// UpdateInput<typeof api, ${name}>: the result of \`parseUpdate\`.\n${updated}`,
    `// IncludePath<typeof api, ${name}>: what \`include\` accepts.\n${includeOf(api, type)}`,
    ...(others.length === 0 ? [] : [`// The related records.\n${others.map(recordOf).join('\n\n')}`]),
    '',
  ].join('\n\n');
}
