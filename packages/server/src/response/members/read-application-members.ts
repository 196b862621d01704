import type { Api, ResourceType } from '@linkage/core';
import { nameTable, type OptionTable, optionTable } from '@linkage/core/internal';
import { readByType } from '../../internal/read-by-type.ts';
import { readSettings } from '../../internal/read-settings.ts';
import type {
  ApplicationMembers,
  ApplicationTypeMembers,
  DocumentMembers,
  RelationshipObjectMembers,
} from './application-members.ts';
import { checkNeeds } from './needed-records.ts';

const functions = { meta: 'function', links: 'function' } as const;
const functionTable: OptionTable = optionTable(functions, 'function');
const typeTable: OptionTable = optionTable({ needs: 'array', ...functions, relationships: 'object' }, 'function');

function readRelationships(type: ResourceType, where: string, given: object): ApplicationTypeMembers['relationships'] {
  const names = [...type.relationships.values()].filter(({ read }) => read).map(({ name }) => name);
  const read = readSettings(where, given, nameTable(names, 'relationship'));
  const entries = Object.entries(read as Readonly<Record<string, RelationshipObjectMembers | undefined>>).flatMap(
    ([name, its]) => (its === undefined ? [] : [[name, readSettings(`${where}.${name}`, its, functionTable)] as const]),
  );
  return new Map(entries);
}

/**
 * Reads the functions that add members to documents and resources, or returns undefined if there are none.
 *
 * @throws {TypeError} If a type, a relationship, or a function is unknown.
 */
export function readApplicationMembers(
  api: Api,
  documents: DocumentMembers | undefined,
  given: object | undefined,
): ApplicationMembers | undefined {
  if (documents === undefined && given === undefined) return undefined;
  const resources = new Map<string, ApplicationTypeMembers>();
  for (const [type, members] of readByType<ApplicationTypeMembers>(api, 'createServer: resources', given ?? {})) {
    const where = `createServer: resources.${type}`;
    const read = readSettings(where, members, typeTable);
    const definition = api.types.get(type) as ResourceType;
    if (read.needs !== undefined) checkNeeds(`${where}.needs`, definition, read.needs);
    const relationships = readRelationships(definition, `${where}.relationships`, read.relationships ?? {});
    resources.set(type, { ...read, relationships });
  }
  return Object.freeze({
    documents: readSettings('createServer: documents', documents ?? {}, functionTable),
    resources,
    api,
  });
}
