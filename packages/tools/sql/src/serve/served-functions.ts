import type { Api } from '@linkage/core';
import { callFunction, type KyselySource, listOfFunctions } from '@linkage/kysely';
import { extendSource, type SourceCall } from '@linkage/server';
import type { Kysely } from 'kysely';
import type { z } from 'zod';
import { valueSchema } from '../files/attribute-schema.ts';
import { databaseFunction, outputName, queryNames } from '../files/declare-function.ts';
import type { DraftFunction } from '../model/function-model.ts';
import type { DraftType } from '../model/model.ts';

/** The argument of the function of an action. */
interface Given {
  readonly input?: object;
  readonly id?: string;
  readonly call: SourceCall;
}

/** Returns the function of an action. */
export function actionOf(db: Kysely<unknown>, drafted: DraftFunction): (given: Given) => Promise<object> {
  const definition = databaseFunction(drafted);
  return async ({ input, id, call }) => ({
    [outputName(drafted)]: await callFunction(db as never, call, definition, input, id),
  });
}

/** Returns the query parameters of a type, whose functions choose resources of its collection. */
export function parametersOf({ functions }: DraftType): Readonly<Record<string, z.ZodType>> {
  const lists = functions.filter(({ kind }) => kind === 'list').flatMap(queryNames);
  return Object.fromEntries(lists.map(({ name, value }) => [name, valueSchema(value)]));
}

/** Returns a source whose collection has the parameters of functions. */
export function withFunctions(
  db: Kysely<unknown>,
  source: KyselySource<Api, string>,
  type: DraftType,
): KyselySource<Api, string> {
  const lists = type.functions.filter(({ kind }) => kind === 'list');
  if (lists.length === 0) return source;
  const definitions = Object.fromEntries(lists.map((it) => [it.name, databaseFunction(it)]));
  const list = listOfFunctions(db as never, source as never, definitions);
  const options = { applies: ['list'], parameters: { list: parametersOf(type) } };
  return extendSource(source as never, { list } as never, options as never) as never;
}
