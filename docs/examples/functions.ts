import { attribute, defineAction, defineApi } from '@linkage/core';
import { callFunction, createKyselySources, type DatabaseFunction, listOfFunctions } from '@linkage/kysely';
import { createServer, extendSource } from '@linkage/server';
import type { Kysely } from 'kysely';
import { z } from 'zod';

const api = defineApi({
  films: {
    attributes: { title: attribute(z.string(), { sort: true }) },
    actions: {
      closeYear: defineAction({
        on: 'collection',
        input: z.object({ year: z.int() }),
        output: z.object({ result: z.int().nullable() }),
      }),
    },
  },
});
const typeParameters = { films: { 'filmsOf[year]': z.int() } };

const closeYear: DatabaseFunction = { name: 'close_year', parameters: { year: 'integer' } };
const filmsOf: DatabaseFunction = { name: 'films_of', parameters: { year: 'integer' }, returnsSet: true, ids: 'id' };

/** `POST /films/-actions/closeYear`, and `GET /films?filmsOf[year]=1979`. */
export function createFilmServer(db: Kysely<never>) {
  const { films } = createKyselySources(api, db, { films: { table: 'film', idType: 'integer' } });
  const chosen = extendSource(
    films,
    { list: listOfFunctions(db, films, { filmsOf }) },
    { applies: ['list'], parameters: { list: typeParameters.films } },
  );
  return createServer(
    api,
    { films: chosen },
    {
      typeParameters,
      actions: {
        films: { closeYear: async ({ input, call }) => ({ result: await callFunction(db, call, closeYear, input) }) },
      },
    },
  );
}
