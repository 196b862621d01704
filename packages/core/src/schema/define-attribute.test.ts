import { describe, expect, test } from 'vitest';
import { z } from 'zod';
import { type AttributeOptions, attribute } from './attribute.ts';
import { defineApi } from './define-api.ts';
import { toOne } from './relationship.ts';

const define = (options: AttributeOptions) =>
  defineApi({ people: { attributes: { name: z.string(), label: attribute(z.string(), options as never) } } });
const compute = () => 'x';
const where = 'defineApi: attribute `people.label`';

describe('options that exclude each other', () => {
  test.each<[AttributeOptions, string]>([
    [{ needs: ['name'] }, `${where}: \`needs\` must be used together with \`compute\`.`],
    [{ compute }, `${where}: \`needs\` must list the fields that \`compute\` reads.`],
    [{ compute, needs: [] }, `${where}: \`needs\` must list the fields that \`compute\` reads.`],
    [{ compute, needs: ['nam'] }, `${where}: \`needs\`: "nam" is not a field of "people". Did you mean \`name\`?`],
    [
      { compute, needs: ['label'] },
      `${where}: \`needs\` must not list \`label\`, because it is computed. List the fields that it needs.`,
    ],
    [
      { compute, needs: ['name'], write: 'create' },
      `${where} must not have the option \`write\`, because it is computed.`,
    ],
    [{ compute, needs: ['name'], sort: true }, `${where} must not have the option \`sort\`, because it is computed.`],
    [{ compute, needs: ['name'], read: false }, `${where} must not have \`read: false\`, because it is computed.`],
    [{ read: false, encode: String }, `${where} must not have the option \`encode\`, because clients cannot read it.`],
    [{ read: false, filter: true }, `${where} must not have the option \`filter\`, because clients cannot read it.`],
    [
      { read: false, onDemand: true },
      `${where} must not have the option \`onDemand\`, because clients cannot read it.`,
    ],
  ])('%j', (options, message) => {
    expect(() => define(options)).toThrow(new TypeError(message));
  });

  test('a definition has every option', () => {
    const { types } = define({ compute, needs: ['name'] });
    expect(types.get('people')?.attributes.get('label')).toMatchObject({
      ...{ read: true, write: false, onDemand: false, needs: ['name'], compute },
    });
    expect(types.get('people')?.attributes.get('name')).toMatchObject({ write: true, needs: [], compute: undefined });
  });

  test('a computed attribute can need a relationship', () => {
    const { types } = defineApi({
      people: {
        attributes: { label: attribute(z.string(), { compute, needs: ['boss'] }) },
        relationships: { boss: toOne('people') },
      },
    });
    expect(types.get('people')?.attributes.get('label')?.needs).toEqual(['boss']);
  });

  test('an unknown time of writing is refused', () => {
    expect(() => attribute(z.string(), { write: 'sometimes' as never })).toThrow(
      'attribute: `write` must be true or false or "create" or "update", but it is "sometimes".',
    );
  });
});
