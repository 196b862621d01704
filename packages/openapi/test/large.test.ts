/** A database of 137 tables: its document must stay small enough to send to a page. */
import { describe, expect, test } from 'vitest';
import { openApiDocument } from '../src/index.ts';
import { createDocumentCheck, type OpenApi, operationsOf, queryNamesOf } from './document-check.ts';
import { largeServer } from './large-api.ts';

const info = { title: 'Large', version: '1' };

async function documentOf(isReadOnly: boolean) {
  const document = openApiDocument(await largeServer(137, isReadOnly).describe(), { info });
  return { document, openApi: document as unknown as OpenApi, bytes: JSON.stringify(document).length };
}

describe('the document of 137 types with 12 attributes and 7 relationships each', () => {
  test('has at most 4 MB without writes', async () => {
    const { bytes, openApi } = await documentOf(true);
    expect(operationsOf(openApi)).toHaveLength(4388);
    expect(bytes).toBeLessThan(4_000_000);
  });

  test('has at most 5.5 MB with all writes, and names what the server accepts', async () => {
    const { bytes, document } = await documentOf(false);
    expect(bytes).toBeLessThan(5_500_000);
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
  });
});
