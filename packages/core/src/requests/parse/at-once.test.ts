import { expect, test } from 'vitest';
import { z } from 'zod';
import { defineApi } from '../../schema/define-api.ts';
import { parseCreateNow } from './parse-create.ts';
import { parseUpdateNow } from './parse-update.ts';

const api = defineApi({
  notes: { attributes: { text: z.string() } },
  slow: { attributes: { text: z.string().refine(async (text) => text !== '') } },
});

const create = (type: string) => ({ data: { type, attributes: { text: 'a' } } });
const update = (type: string) => ({ data: { type, id: '1', attributes: { text: 'a' } } });

test('synchronous schemas: the input itself, without a promise', () => {
  expect(parseCreateNow(api, 'notes', create('notes'))).toMatchObject({ type: 'notes', attributes: { text: 'a' } });
  expect(parseUpdateNow(api, 'notes', update('notes'))).toMatchObject({ id: '1', attributes: { text: 'a' } });
});

test('an asynchronous schema: a promise of the input', async () => {
  const inputs = [parseCreateNow(api, 'slow', create('slow')), parseUpdateNow(api, 'slow', update('slow'))];
  expect(inputs).toEqual([expect.any(Promise), expect.any(Promise)]);
  expect(await Promise.all(inputs)).toMatchObject([{ attributes: { text: 'a' } }, { id: '1' }]);
});

test('an invalid document is thrown at once', () => {
  expect(() => parseCreateNow(api, 'notes', {})).toThrow('data');
});
