import { attribute, defineApi, toOne } from '@linkage/core';
import { expectTypeOf, test } from 'vitest';
import { z } from 'zod';
import { createMemorySources } from '../../memory/create-memory-sources.ts';
import { createServer } from '../../pipeline/create-server.ts';
import type { TypeHooks } from './write-hooks.ts';

const api = defineApi({
  notes: {
    attributes: { text: z.string(), slug: attribute(z.string(), { write: false }) },
    relationships: { author: toOne('people') },
  },
  people: { attributes: { name: z.string() } },
});
const sources = createMemorySources(api);

test('a hook can add attributes that clients cannot write', () => {
  createServer(api, sources, {
    context: ({ headers }) => ({ user: String(headers['x-user']) }),
    hooks: {
      notes: {
        create: {
          before({ input, call }) {
            expectTypeOf(input.attributes.text).toEqualTypeOf<string>();
            expectTypeOf(call.context).toEqualTypeOf<{ user: string }>();
            // People exist before the note, so the identifier has an id.
            expectTypeOf(input.relationships.author?.id).toEqualTypeOf<string | undefined>();
            if (input.relationships.author) expectTypeOf(input.relationships.author.id).toEqualTypeOf<string>();
            return { ...input, attributes: { ...input.attributes, slug: call.context.user } };
          },
        },
        update: { before: async ({ input }) => ({ ...input, attributes: { ...input.attributes, slug: 'x' } }) },
        delete: { before: ({ id }) => void id },
      },
    },
  });
});

test('a constant keeps the names for this check with `satisfies`', () => {
  const notes = {
    create: { before: ({ input }) => ({ ...input, attributes: { ...input.attributes, slgu: 'x' } }) },
  } satisfies TypeHooks<typeof api, 'notes'>;
  // @ts-expect-error there is no attribute `slgu`
  createServer(api, sources, { hooks: { notes } });
  const right = {
    create: { before: ({ input }) => ({ ...input, attributes: { ...input.attributes, slug: 'x' } }) },
  } satisfies TypeHooks<typeof api, 'notes'>;
  createServer(api, sources, { hooks: { notes: right } });
  const reads: TypeHooks<typeof api, 'notes'> = {
    // @ts-expect-error there is no attribute `txet`
    update: { before: ({ input }) => void input.attributes.txet },
  };
  expectTypeOf(reads).not.toBeAny();
});

test('names and types of these attributes are checked', () => {
  createServer(api, sources, {
    hooks: {
      notes: {
        // @ts-expect-error there is no attribute `slgu`
        create: { before: ({ input }) => ({ ...input, attributes: { ...input.attributes, slgu: 'x' } }) },
        // @ts-expect-error there is no attribute `slgu`
        update: { before: async ({ input }) => ({ ...input, attributes: { ...input.attributes, slgu: 'x' } }) },
      },
      people: {
        update: {
          // @ts-expect-error there is no such relationship
          before: ({ input }) => ({ ...input, relationships: { autor: null } }),
        },
      },
    },
  });
  createServer(api, sources, {
    hooks: {
      notes: {
        // @ts-expect-error a slug is a string
        create: { before: ({ input }) => ({ ...input, attributes: { ...input.attributes, slug: 5 } }) },
      },
    },
  });
});

test('a hook lists with the fields of the type', () => {
  createServer(api, sources, {
    hooks: {
      people: {
        delete: {
          async before({ id, list, count }) {
            const filter = [
              { field: 'author', values: [id] },
              { field: 'slug', operator: 'startsWith', values: ['a'] },
            ] as const;
            const notes = await list('notes', { filter, sort: ['-slug', 'id'], page: { size: 5 } });
            expectTypeOf(notes[0]?.text).toEqualTypeOf<string | undefined>();
            expectTypeOf(notes[0]?.author?.type).toEqualTypeOf<'people' | undefined>();
            expectTypeOf(await count('notes', { filter })).toBeNumber();
            // @ts-expect-error there is no attribute `slgu`
            await list('notes', { filter: [{ field: 'slgu', values: ['a'] }] });
            // @ts-expect-error a slug is a string
            await list('notes', { filter: [{ field: 'slug', values: [5] }] });
            // @ts-expect-error there is no attribute `slgu`
            await list('notes', { sort: ['-slgu'] });
            // @ts-expect-error there is no type `note`
            await count('note');
          },
        },
      },
    },
  });
});
