import { expectTypeOf, test } from 'vitest';
import { buildDocument } from '../documents/build/build-document.ts';
import { serialize } from '../documents/serialize/serialize.ts';
import { parseCreate } from '../requests/parse/parse-create.ts';
import { defineApi } from './define-api.ts';
import { optional, string, unchecked } from './unchecked.ts';

const api = defineApi({
  people: {
    attributes: {
      name: string(),
      address: unchecked<{ readonly city: string }>(),
      size: optional(unchecked<number>()),
    },
  },
});

test('schemas without a library', () => {
  const record = { id: 1, name: 'Dan', address: { city: 'Bonn' } };
  expectTypeOf(buildDocument(api, 'people', record).data.attributes.address.city).toEqualTypeOf<string>();
  expectTypeOf(buildDocument(api, 'people', record).data.attributes.size).toEqualTypeOf<number | undefined>();
  serialize(api, 'people', { ...record, name: new Date() });
  // @ts-expect-error the type of the attribute
  serialize(api, 'people', { ...record, address: 'Bonn' });
  // @ts-expect-error the attribute is missing
  serialize(api, 'people', { id: 1, name: 'Dan' });
  expectTypeOf(parseCreate(api, 'people', '').attributes.size).toEqualTypeOf<number | undefined>();
});
