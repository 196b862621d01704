import { createMemorySources, createServer, type RelationshipDescription } from '@linkage/server';
import { expect, test } from 'vitest';
import { api } from '../../../server/test/membership-suite.ts';
import { openApiDocument } from './index.ts';

test('the data of memberships is described, and part of the identifiers', async () => {
  const access = { clinics: { fields: () => ({ except: ['doctors.hours'] as const }) } };
  const server = createServer(api, createMemorySources(api), { access, defaultAccess: 'allow' });
  const member = async (context?: unknown) => {
    const { types } = await server.describe(...((context === undefined ? [] : [context]) as []));
    const doctors = types['clinics']?.fields['doctors'] as RelationshipDescription | undefined;
    return doctors?.member ?? {};
  };
  const described = await member();
  expect(Object.keys(described)).toContain('role');
  expect(described['role']).toEqual({
    schema: { type: 'string', enum: ['head', 'staff'] },
    write: true,
    required: true,
  });
  expect(described['since']).toMatchObject({ write: true, required: false });
  expect(described['rank']).toMatchObject({ write: false, required: false });
  expect(Object.keys(await member({}))).toEqual(['role', 'since', 'rank']);

  const document = openApiDocument(await server.describe(), { info: { title: 'Clinics', version: '1' } });
  const text = JSON.stringify(document);
  expect(text).toContain('"meta":{"type":"object","properties":{"role":{"type":"string","enum":["head","staff"]}');
  expect(text).toContain('"readOnly":true');
});
