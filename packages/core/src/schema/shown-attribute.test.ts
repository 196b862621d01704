import { expect, test } from 'vitest';
import { z } from 'zod';
import { buildDocument } from '../documents/build/build-document.ts';
import { serialize } from '../documents/serialize/serialize.ts';
import { attribute } from './attribute.ts';
import { defineApi } from './define-api.ts';
import { toOne } from './relationship.ts';
import { resourceType } from './resource-type.ts';
import { fieldNames, isField, isShownByDefault } from './shown-attribute.ts';

const api = defineApi({
  notes: {
    attributes: {
      title: z.string(),
      text: attribute(z.string(), { onDemand: true }),
      password: attribute(z.string(), { read: false }),
    },
    relationships: {
      by: toOne('notes'),
      on: toOne('notes', { onDemand: true }),
      owner: toOne('notes', { read: false }),
    },
  },
});
const type = resourceType(api, 'notes');
const names = ['title', 'text', 'password', 'by', 'on', 'owner'];

test('clients can list every field that they can read', () => {
  expect(fieldNames(type)).toEqual(['title', 'text', 'by', 'on']);
  expect([...names, 'id', 'toString'].filter((name) => isField(type, name))).toEqual(fieldNames(type));
});

test('without a fieldset, a field on request is not shown', () => {
  const fields = [...type.attributes.values(), ...type.relationships.values()];
  expect(fields.filter(isShownByDefault).map(({ name }) => name)).toEqual(['title', 'by']);
});

test.each<[string, { readonly fields?: { readonly notes: readonly ('title' | 'text' | 'by' | 'on')[] } }, string[]]>([
  ['without a fieldset', {}, ['title', 'by']],
  ['with a fieldset', { fields: { notes: ['text', 'on'] } }, ['text', 'on']],
  ['with an empty fieldset', { fields: { notes: [] } }, []],
])('the fields of a document %s', (_, options, shown) => {
  const record = { id: '1', title: 'a', text: 'b', password: 'c', by: '2', on: '3', owner: '4' };
  for (const text of [
    JSON.stringify(buildDocument(api, 'notes', record, options)),
    serialize(api, 'notes', record, options),
  ]) {
    const { attributes, relationships } = JSON.parse(text).data;
    expect([...Object.keys(attributes ?? {}), ...Object.keys(relationships ?? {})]).toEqual(shown);
  }
});
