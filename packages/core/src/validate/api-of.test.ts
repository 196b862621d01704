import { describe, expect, test } from 'vitest';
import type { StandardSchema } from '../schema/standard-schema.ts';
import { schemaIssues } from './api-of.ts';

function schema(validate: StandardSchema['~standard']['validate']): StandardSchema {
  return { '~standard': { version: 1, vendor: 'test', validate } };
}

describe('complaints', () => {
  test.each<[string, StandardSchema, readonly string[]]>([
    ['none', schema((value) => ({ value })), []],
    ['one', schema(() => ({ issues: [{ message: 'Too short' }] })), ['Too short']],
    ['those of a schema that answers later', schema(async () => ({ issues: [{ message: 'Too late' }] })), []],
    // An unhandled rejection would end the process.
    ['those of a schema that fails later', schema(() => Promise.reject(new Error('no'))), []],
    ['of a schema that throws', schema(() => [][0] as never), ['The schema failed on the value.']],
  ])('%s', async (_, standardSchema, messages) => {
    expect(schemaIssues(standardSchema, 1).map(({ message }) => message)).toEqual(messages);
    await new Promise((resolve) => setTimeout(resolve));
  });
});
