import { validateDocument } from '@linkage/core';
import { expect, test } from 'vitest';
import { byCursor, fromTable, linkage, listByCursor, listCities, listed, operate, operated } from './own-pages.ts';

const idsIn = (text: string): readonly string[] => JSON.parse(text).data.map(({ id }: { readonly id: string }) => id);

test('the documents are valid, and contain the page and its links', () => {
  for (const text of [listed, fromTable, byCursor, linkage])
    expect(validateDocument(JSON.parse(text)).issues).toBeUndefined();
  expect([idsIn(listed), idsIn(fromTable), idsIn(byCursor), idsIn(linkage)]).toEqual([
    ['1', '2'],
    ['1', '2'],
    ['1', '2'],
    ['1', '2'],
  ]);
  expect(JSON.parse(listed)).toMatchObject({
    meta: { page: { total: 3 } },
    links: {
      prev: null,
      next: expect.stringMatching(/^\/cities\?sort=country.name,-people&filter.*page%5Bnumber%5D=2/),
    },
  });
  expect(JSON.parse(linkage).links).toMatchObject({ related: '/countries/1/cities', prev: null });
});

test('the next pages follow, by number and by cursor', () => {
  expect(idsIn(listCities(JSON.parse(listed).links.next))).toEqual(['3']);
  expect(idsIn(listByCursor(JSON.parse(byCursor).links.next))).toEqual(['3']);
  expect(() => listByCursor('/cities?page[after]=x')).toThrow(/must be a cursor/);
});

test('operations return their results, and errors point into the document', async () => {
  expect(operated).toEqual({
    'atomic:results': [{ data: { type: 'countries', id: '2', attributes: { name: 'Italy' } } }],
  });
  const body = '{"atomic:operations":[{"op":"add","data":{"type":"countries","attributes":{"name":5}}}]}';
  await expect(operate(body)).rejects.toMatchObject({
    errors: [{ source: { pointer: '/atomic:operations/0/data/attributes/name' } }],
  });
});
