/** `required` and the kinds of `write`: which requests can set a field, and the errors of the other requests. */
import { expect, test } from 'vitest';
import { z } from 'zod';
import { JsonApiError } from '../../error/json-api-error.ts';
import { attribute } from '../../schema/attribute.ts';
import { defineApi } from '../../schema/define-api.ts';
import { toMany, toOne } from '../../schema/relationship.ts';
import { parseCreate } from './parse-create.ts';
import { parseLinkage } from './parse-linkage.ts';
import { parseUpdate } from './parse-update.ts';

const api = defineApi({
  tasks: {
    attributes: { code: attribute(z.string(), { write: 'create' }), done: attribute(z.boolean(), { write: 'update' }) },
    relationships: { owner: toOne('tasks', { required: true }) },
  },
  teams: { relationships: { members: toMany('tasks', { required: true }) } },
});
const owner = { data: { type: 'tasks', id: '1' } };
const create = (members: object) => () => parseCreate(api, 'tasks', { data: { type: 'tasks', ...members } });
const update = (members: object) => () => parseUpdate(api, 'tasks', { data: { type: 'tasks', id: '2', ...members } });

test.each<[() => unknown, readonly (readonly [code: string, pointer: string, detail: string])[]]>([
  [
    create({ attributes: { code: 'a' } }),
    [['RELATIONSHIP_REQUIRED', '/data', 'The relationship `owner` is required.']],
  ],
  [
    create({ attributes: { code: 'a' }, relationships: { owner: { data: null } } }),
    [
      [
        'RELATIONSHIP_REQUIRED',
        '/data/relationships/owner/data',
        'The relationship `owner` is required, so it must not be null.',
      ],
    ],
  ],
  [
    create({ attributes: { code: 'a', done: true }, relationships: { owner } }),
    [
      [
        'FIELD_READ_ONLY',
        '/data/attributes/done',
        'The attribute `done` cannot be set when the resource is created. Remove it from the request document.',
      ],
    ],
  ],
  [
    update({ attributes: { code: 'b' } }),
    [
      [
        'FIELD_READ_ONLY',
        '/data/attributes/code',
        'The attribute `code` can be set only when the resource is created. Remove it from the request document.',
      ],
    ],
  ],
  [
    () => parseCreate(api, 'teams', { data: { type: 'teams', relationships: { members: { data: [] } } } }),
    [
      [
        'RELATIONSHIP_REQUIRED',
        '/data/relationships/members/data',
        'The relationship `members` is required, so it must not be empty.',
      ],
    ],
  ],
  [
    () => parseLinkage(api, 'tasks', 'owner', { data: null }),
    [['RELATIONSHIP_REQUIRED', '/data', 'The relationship `owner` is required, so it must not be null.']],
  ],
])('%#', (parse, expected) => {
  try {
    parse();
    expect.unreachable();
  } catch (error) {
    const { errors } = error as JsonApiError;
    expect(JsonApiError.is(error)).toBe(true);
    expect(errors.map(({ code, source, detail }) => [code, source?.pointer, detail])).toEqual(expected);
  }
});

test('what each request can set is in its input', () => {
  expect(create({ attributes: { code: 'a' }, relationships: { owner } })()).toMatchObject({
    attributes: { code: 'a' },
  });
  expect(update({ attributes: { done: true } })()).toMatchObject({ attributes: { done: true }, relationships: {} });
});
