import { isWritable } from '../model/allowed-writes.ts';
import type { DraftAttribute, DraftModel, DraftNote, DraftRelationship, DraftType } from '../model/model.ts';
import { schemaCode } from './attribute-schema.ts';
import { actionCode } from './declare-function.ts';
import { attributeOptions, memberOptions, relationshipOptions, sendsIds } from './field-options.ts';
import { actionsCode, parametersCode, sourcesCode } from './function-code.ts';
import { codeOf, mappingCode } from './mapping-code.ts';
import { type Code, commentText, keyCode, nameCode, textCode, writeCode } from './text-code.ts';

/** The files of a draft by their names. */
export interface DraftFiles {
  readonly 'api.ts': string;
  readonly 'sources.ts': string;
}

/** The name of the database in the first line of a file, such as `shop (PostgreSQL 15.18)`. */
export interface DraftOrigin {
  readonly database: string;
}

/** The options of an attribute of which an index begins with the column. */
export const uses = { indexed: 'filter: true, sort: true', indexedText: "filter: ['eq'], sort: true" } as const;

function valueCode(value: unknown): Code {
  if (typeof value === 'string') return textCode(value);
  return Array.isArray(value) ? value.map(valueCode) : String(value);
}

function optionsCode(options: object): string {
  return Object.entries(options)
    .map(([name, value]) => `${name}: ${writeCode(valueCode(value))}`)
    .join(', ');
}

/** How the values of a column of JSON can be filtered. */
const MEMBERS = 'To filter by a member: attribute(z.object({ city: z.string() }), { filter: { city: true } })';

/** Writes an attribute: `title: attribute(z.string().max(255), indexed),`. */
export function attributeCode(attribute: DraftAttribute): string {
  const all = optionsCode(attributeOptions(attribute));
  const [name, start] = Object.entries(uses).find(([, it]) => all.startsWith(it)) ?? ['', ''];
  const rest = all.slice(start.length).replace(/^, /, '');
  const options = name === '' ? `{ ${rest} }` : rest === '' ? name : `{ ...${name}, ${rest} }`;
  const schema = schemaCode(attribute);
  const code = all === '' ? schema : `attribute(${schema}, ${options})`;
  const { kind } = attribute.value;
  const covers = attribute.search?.covers ?? [];
  const strings = { decimal: attribute.typeName, json: MEMBERS } as const;
  const text = kind === 'decimal' || kind === 'json' ? strings[kind] : `search: the words of ${covers.join(', ')}`;
  const comment = kind === 'decimal' || kind === 'json' || covers.length > 1 ? ` // ${commentText(text)}` : '';
  return `${keyCode(attribute.name)}: ${code},${comment}`;
}

/** Writes a part of the data of a membership. */
function memberCode(it: DraftAttribute): string {
  const options = optionsCode(memberOptions(it));
  return options === '' ? schemaCode(it) : `attribute(${schemaCode(it)}, { ${options} })`;
}

/** Writes a relationship: `language: toOne('languages', { required: true, inverse: 'films' }),`. */
export function relationshipCode(relationship: DraftRelationship): string {
  const { name, kind, target, targets, member } = relationship;
  const call = `${keyCode(name)}: ${kind === 'to-one' ? 'toOne' : 'toMany'}(${writeCode(codeOf(targets ?? target))}`;
  const given = relationshipOptions(relationship);
  const options = optionsCode(given);
  if (member === undefined) return `${call}${options === '' ? '' : `, { ${options} }`}),`;
  const others = Object.entries(given).map(([option, value]) => [option, valueCode(value)]);
  const data = Object.fromEntries(member.map((it) => [it.name, memberCode(it)]));
  return `${call}, ${writeCode({ member: data, ...Object.fromEntries(others) }, '      ', call.length)}),`;
}

function noteCode({ column, text, option }: DraftNote): string {
  return `// ${commentText(column ?? '')}: ${commentText(text)}${option === undefined ? '' : ` (${commentText(option)})`}`;
}

/** Who makes the ids of new resources. */
const idStrings: Readonly<Record<DraftType['idBy'], string>> = {
  database: 'the database makes it.',
  server: 'the server makes it.',
  client: 'the client must send it.',
  fields: 'it consists of fields.',
};

/** Writes a member of a type, such as `attributes`; an empty list if it has no lines. */
function block(name: string, lines: readonly string[]): readonly string[] {
  return lines.length === 0 ? [] : [`    ${name}: {`, ...lines.map((line) => `      ${line}`), '    },'];
}

function typeCode(type: DraftType, notes: readonly DraftNote[]): readonly string[] {
  const { comment } = type.table;
  return [
    `  ${keyCode(type.name)}: {`,
    ...(comment === undefined ? [] : [`    description: ${textCode(comment)},`]),
    ...(isWritable(type.table, 'insert') ? [`    // id: ${idStrings[type.idBy]}`] : []),
    ...(sendsIds(type) ? ['    clientGeneratedIds: true,'] : []),
    ...block('attributes', [
      ...type.attributes.map(attributeCode),
      ...notes.filter((it) => it.column !== undefined).map(noteCode),
      ...type.checks.map((it) => `// check: ${commentText(it)}`),
    ]),
    ...block('relationships', type.relationships.map(relationshipCode)),
    ...block('actions', type.functions.filter(({ kind }) => kind !== 'list').map(actionCode)),
    '  },',
  ];
}

/** The names that a file of sources can import from `@linkage/kysely`, in the order of the import. */
const kyselyNames = [
  ...['booleanColumn', 'callFunction', 'createKyselySources', 'defineMapping', 'jsonColumn', 'KyselySourceOptions'],
  ...['listOfFunctions', 'localDateTimeColumn', 'readDatabaseSchema'],
];

/** Returns the names of functions that code calls, and of types with a type parameter. */
function calledIn(code: string, names: readonly string[]): readonly string[] {
  return names.filter((name) => code.includes(`${name}(`) || code.includes(`${name}<`));
}

/** Returns the first lines of a file. Only files over a database are compared with it. */
export function bannerOf({ database }: DraftOrigin, isCompared = true): readonly string[] {
  const then = isCompared ? ': it prints how the database differs.' : '.';
  return [
    `// Drafted by @linkage/sql from ${commentText(database)}. This file is yours: edit it.`,
    `// A second draft does not overwrite it${then}`,
  ];
}

/** Writes the constant with the options of attributes. */
export function constantCode(name: keyof typeof uses): string {
  return `const ${name} = { ${uses[name]} } as const;`;
}

/** Writes the declaration of a draft. */
export function apiFile({ types, notes }: DraftModel, banner: readonly string[]): string {
  const byTable = Map.groupBy(notes, ({ table }) => table);
  const lines = types.flatMap((type) => typeCode(type, byTable.get(type.tableName) ?? []));
  const body = ['const declared = defineApi({', ...lines, '});', nameCode].join('\n');
  const used = Object.entries(uses).filter(([name]) => body.includes(`, ${name})`) || body.includes(`...${name},`));
  return [
    ...banner,
    `import { ${calledIn(body, ['attribute', 'defineAction', 'defineApi', 'toMany', 'toOne']).join(', ')} } from '@linkage/core';`,
    ...(body.includes(' z.') || body.includes('(z.') ? ["import { z } from 'zod';"] : []),
    '',
    ...(used.length === 0
      ? []
      : [
          '// An index of the database begins with the column. All other attributes can neither be filtered nor sorted.',
        ]),
    ...used.map(([name]) => constantCode(name as keyof typeof uses)),
    ...(used.length === 0 ? [] : ['']),
    body,
  ].join('\n');
}

function sourcesFile({ types, notes }: DraftModel, origin: DraftOrigin): string {
  const mapping = types.map((type) => {
    const key = `  ${keyCode(type.name)}: `;
    return `${key}${writeCode(mappingCode(type), '  ', key.length - 2)},`;
  });
  const ignored = notes
    .filter(({ kind }) => kind === 'hidden' || kind === 'left out')
    .map(({ table, column }) => (column === undefined ? table : `${table}.${column}`));
  const body = ['export const mapping = defineMapping(api, {', ...mapping, '});'].join('\n');
  const parameters = parametersCode(types);
  const actions = actionsCode(types);
  const sources = sourcesCode(types);
  const imported = calledIn([body, ...actions, ...sources].join(' '), kyselyNames).join(', ');
  const ofServer = [
    ...(actions.length > 0 ? ['type ActionFunctions'] : []),
    ...(parameters.length > 0 ? ['extendSource'] : []),
  ];
  return [
    ...bannerOf(origin),
    `import { ${imported.replace('KyselySourceOptions', 'type KyselySourceOptions')} } from '@linkage/kysely';`,
    ...(ofServer.length > 0 ? [`import { ${ofServer.join(', ')} } from '@linkage/server';`] : []),
    "import type { Kysely } from 'kysely';",
    ...(parameters.length > 0 ? ["import { z } from 'zod';"] : []),
    ...(parameters.length === 0 && body.includes('z.core.') ? ["import type { z } from 'zod';"] : []),
    "import { api } from './api.ts';",
    '',
    "export { api } from './api.ts';",
    '',
    '/** Where the resources are stored. */',
    body,
    '',
    '/** Tables and columns that the API does not contain on purpose: `linkage-sql check` does not report them. */',
    `export const ignored = ${writeCode([...new Set(ignored)].map(textCode))};`,
    ...parameters,
    '',
    ...sources,
    ...actions,
    '',
  ].join('\n');
}

/** Writes the API of a draft as TypeScript: `declareModel` declares the same API. Equal drafts have equal files. */
export function draftFiles(model: DraftModel, origin: DraftOrigin): DraftFiles {
  return { 'api.ts': apiFile(model, bannerOf(origin)), 'sources.ts': sourcesFile(model, origin) };
}
