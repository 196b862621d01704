import { expectTypeOf, test } from 'vitest';
import { z } from 'zod';
import { defineApi } from '../../schema/define-api.ts';
import { toOne } from '../../schema/relationship.ts';
import { buildCreateDocument, buildUpdateDocument } from './build-request.ts';

const api = defineApi({
  articles: { attributes: { title: z.string() }, relationships: { author: toOne('people') } },
  people: { attributes: { name: z.string() }, clientGeneratedIds: true },
});

test('a creation needs its attributes, and an id only where the client chooses it', () => {
  const document = buildCreateDocument(api, 'people', { id: '1', attributes: { name: 'Ann' } });
  expectTypeOf(document.data.type).toEqualTypeOf<'people'>();
  // @ts-expect-error the title is required
  buildCreateDocument(api, 'articles', { attributes: {} });
  // @ts-expect-error the server creates the ids of this type
  buildCreateDocument(api, 'articles', { id: '1', attributes: { title: 'a' } });
  const relationships = { author: { type: 'articles', id: '1' } } as const;
  // @ts-expect-error an author is a person
  buildCreateDocument(api, 'articles', { attributes: { title: 'a' }, relationships });
});

test('an update needs no field, and has only those that exist', () => {
  buildUpdateDocument(api, 'articles', '1', { relationships: { author: null } });
  // @ts-expect-error no such attribute
  buildUpdateDocument(api, 'articles', '1', { attributes: { titel: 'a' } });
});
