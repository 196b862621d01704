import { type Action, defineAction } from '@linkage/core';
import type { DatabaseFunction } from '@linkage/kysely';
import { z } from 'zod';
import type { DraftValue } from '../model/draft-value.ts';
import type { DraftFunction } from '../model/function-model.ts';
import { valueCode, valueSchema } from './attribute-schema.ts';
import { type Code, keyCode, textCode } from './text-code.ts';

/** Returns a function as sources call it. `functionCode` writes the same. */
export function databaseFunction({
  statementName,
  parameters,
  row,
  returnsSet,
  isProcedure,
  ids,
  as,
}: DraftFunction): DatabaseFunction {
  const optional = parameters.filter(({ isOptional }) => isOptional).map(({ name }) => name);
  return {
    name: statementName,
    ...(parameters.length > 0 && { parameters: Object.fromEntries(parameters.map((it) => [it.name, it.typeName])) }),
    ...(optional.length > 0 && { optional }),
    ...(row !== undefined && { row }),
    ...(returnsSet && { returnsSet }),
    ...(isProcedure && { isProcedure }),
    ...(ids !== undefined && { ids }),
    ...(as !== undefined && { as }),
  };
}

function codeOf(value: unknown): Code {
  if (typeof value === 'string') return textCode(value);
  if (Array.isArray(value)) return value.map(codeOf);
  if (typeof value !== 'object' || value === null) return String(value);
  return Object.fromEntries(Object.entries(value).map(([name, it]) => [name, codeOf(it)]));
}

/** Writes a function as sources call it. */
export function functionCode(it: DraftFunction): Code {
  return codeOf(databaseFunction(it));
}

/** The name of the member of the output: ids, or the value. */
export function outputName({ ids }: DraftFunction): 'ids' | 'result' {
  return ids === undefined ? 'result' : 'ids';
}

/** Declares a function as an action. `actionCode` writes the same. */
export function declareAction(it: DraftFunction): Action {
  const { kind, parameters, result, description, returnsSet, ids } = it;
  const members = parameters.map(({ name, value, isOptional }) => {
    const schema = valueSchema(value).nullable();
    return [name, isOptional ? schema.optional() : schema] as const;
  });
  const value = result && valueSchema(result);
  const output = value && (returnsSet || ids !== undefined ? value : value.nullable());
  return defineAction({
    ...(kind === 'collection' && { on: 'collection' as const }),
    ...(description !== undefined && { description }),
    ...(members.length > 0 && { input: z.object(Object.fromEntries(members)) }),
    ...(output !== undefined && { output: z.object({ [outputName(it)]: output }) }),
  }) as Action;
}

/** Writes the declaration of an action. */
export function actionCode(it: DraftFunction): string {
  const { name, kind, parameters, result, description, returnsSet, ids } = it;
  const members = parameters.map(
    (parameter) =>
      `${keyCode(parameter.name)}: ${valueCode(parameter.value)}.nullable()${parameter.isOptional ? '.optional()' : ''}`,
  );
  const output = result && `${valueCode(result)}${returnsSet || ids !== undefined ? '' : '.nullable()'}`;
  const options = [
    ...(kind === 'collection' ? ["on: 'collection'"] : []),
    ...(description === undefined ? [] : [`description: ${textCode(description)}`]),
    ...(members.length === 0 ? [] : [`input: z.object({ ${members.join(', ')} })`]),
    ...(output === undefined ? [] : [`output: z.object({ ${outputName(it)}: ${output} })`]),
  ];
  return `${keyCode(name)}: defineAction(${options.length === 0 ? '' : `{ ${options.join(', ')} }`}),`;
}

/** Returns the names and the values of the query parameters of a function that chooses resources of a collection. */
export function queryNames({
  name,
  parameters,
}: DraftFunction): readonly { readonly name: string; readonly value: DraftValue }[] {
  return parameters.length === 0 || parameters.every(({ isOptional }) => isOptional)
    ? [
        { name, value: { kind: 'boolean' } as const },
        ...parameters.map((it) => ({ name: `${name}[${it.name}]`, value: it.value })),
      ]
    : parameters.map((it) => ({ name: `${name}[${it.name}]`, value: it.value }));
}
