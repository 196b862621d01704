import { type Api, type ApiDeclaration, attribute, defineApi, toMany, toOne } from '@linkage/core';
import { booleanColumn, jsonColumn, localDateTimeColumn, type TypeMapping } from '@linkage/kysely';
import type { DraftAttribute, DraftCodec, DraftModel, DraftRelationship, DraftType } from '../model/model.ts';
import { attributeSchema } from './attribute-schema.ts';
import { declareAction } from './declare-function.ts';
import { attributeOptions, memberOptions, relationshipOptions, sendsIds } from './field-options.ts';

const codecs: Readonly<Record<DraftCodec, (column: string) => object>> = {
  booleanColumn,
  jsonColumn,
  localDateTimeColumn,
  number: (column) => ({ column, decode: Number }),
  expression: (column) => ({ expression: (row: (name: string) => unknown) => row(column) }),
};

/** An API, and where its resources are stored. */
export interface DeclaredModel {
  readonly api: Api;
  /** The mapping for `createKyselySources`. */
  readonly mapping: { readonly [type: string]: TypeMapping<Api, string> };
}

function declareAttribute(it: DraftAttribute) {
  return [it.name, attribute(attributeSchema(it), attributeOptions(it))] as const;
}

function declareRelationship(it: DraftRelationship) {
  const member = it.member?.map((data) => [data.name, attribute(attributeSchema(data), memberOptions(data))]);
  const options = relationshipOptions(it);
  const targets = it.targets ?? it.target;
  return [
    it.name,
    it.kind === 'to-one'
      ? toOne(targets, options)
      : toMany(targets, { ...options, ...(member && { member: Object.fromEntries(member) }) }),
  ] as const;
}

function columnsOf(attributes: readonly DraftAttribute[]): object {
  return Object.fromEntries(
    attributes.map(({ name, column, codec, search }) => {
      if (search?.mapping !== undefined) return [name, { column, search: search.mapping }];
      return [name, codec === undefined ? column : codecs[codec](column)];
    }),
  );
}

function mappingOf(type: DraftType): object {
  const { tableName, key, idType, version, attributes, relationships } = type;
  return {
    ...(sendsIds(type) && { newId: 'client' }),
    ...(version !== undefined && { version }),
    table: tableName,
    id: key.length === 1 ? key[0] : key,
    idType: idType.length === 1 ? idType[0] : idType,
    attributes: columnsOf(attributes),
    relationships: Object.fromEntries(
      relationships.map(({ name, storage, member }) => [
        name,
        member === undefined ? storage : { ...storage, member: columnsOf(member) },
      ]),
    ),
  };
}

/** Declares the API of a draft, without files. `draftFiles` writes the same API. */
export function declareModel({ types }: DraftModel): DeclaredModel {
  const declaration = types.map((type) => {
    const actions = type.functions.filter(({ kind }) => kind !== 'list');
    return [
      type.name,
      {
        ...(type.table.comment !== undefined && { description: type.table.comment }),
        clientGeneratedIds: sendsIds(type),
        attributes: Object.fromEntries(type.attributes.map(declareAttribute)),
        relationships: Object.fromEntries(type.relationships.map(declareRelationship)),
        ...(actions.length > 0 && { actions: Object.fromEntries(actions.map((it) => [it.name, declareAction(it)])) }),
      },
    ];
  });
  return {
    api: defineApi(Object.fromEntries(declaration) as ApiDeclaration as never),
    mapping: Object.fromEntries(types.map((type) => [type.name, mappingOf(type)])) as DeclaredModel['mapping'],
  };
}
