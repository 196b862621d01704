/** A database of 137 tables: its document must stay small enough to send to a page. */
import { describe, expect, test } from 'vitest';
import { isLong, skippedInShort } from '../../../core/test/runs.ts';
import { openApiDocument } from '../src/index.ts';
import { createDocumentCheck, type OpenApi, operationsOf, queryNamesOf } from './document-check.ts';
import { largeServer } from './large-api.ts';
import { trackerServer } from './tracker-api.ts';

const info = { title: 'Large', version: '1' };

async function documentOf(isReadOnly: boolean) {
  const document = openApiDocument(await largeServer(137, isReadOnly).describe(), { info });
  return { document, openApi: document as unknown as OpenApi, bytes: JSON.stringify(document).length };
}

/** The counts of a database of 137 tables with 339 foreign keys: each of them is a relationship on both relationships. */
describe('the document of 137 types with 12 attributes and 5 relationships each', () => {
  test('has at most 2.5 MB without writes', async () => {
    const { bytes, openApi } = await documentOf(true);
    expect(operationsOf(openApi)).toHaveLength(1646);
    expect(bytes).toBeLessThan(2_500_000);
  });

  test.skipIf(!isLong)(
    `has at most 3.7 MB with all writes, and names what the server accepts${skippedInShort}`,
    async () => {
      const { bytes, document } = await documentOf(false);
      expect(bytes).toBeLessThan(3_700_000);
      const names = queryNamesOf(document, '/billingAccounts', 'get');
      expect(names).toEqual(
        expect.arrayContaining(['filter[amountCents][ge]', 'fields[stockOrders]', 'sort', 'include']),
      );
      const { validatorAt } = createDocumentCheck(document);
      const isUpdate = validatorAt('/components/schemas/BillingAccountUpdate');
      const update = { type: 'billingAccounts', id: '1', attributes: { amountCents: 3 } };
      expect(isUpdate(update)).toBe(true);
      expect(isUpdate({ ...update, attributes: { amountCents: '3' } })).toBe(false);
      expect(isUpdate({ ...update, attributes: { unknown: 3 } })).toBe(false);
    },
  );
});

test('the document of nine types with 23 relationships and Atomic Operations has at most 190 kB', async () => {
  const text = JSON.stringify(openApiDocument(await trackerServer().describe(), { info }));
  expect(text.length).toBeLessThan(190_000);
  const { validatorAt } = createDocumentCheck(JSON.parse(text));
  const isCreate = validatorAt('/components/schemas/IssueCreate');
  const project = { data: { type: 'projects', id: '1' } };
  const create = { type: 'issues', attributes: { title: 'x' }, relationships: { project } };
  expect(isCreate(create)).toBe(true);
  for (const attributes of [{ title: 'x', number: 1 }, { title: 'x', unknown: 1 }, { title: 1 }, {}])
    expect(isCreate({ ...create, attributes })).toBe(false);
});
