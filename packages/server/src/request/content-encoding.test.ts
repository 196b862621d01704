import { JsonApiError } from '@linkage/core';
import { assertNotEncoded, readHead } from '@linkage/core/internal';
import { expect, test } from 'vitest';

function rejectionOf(headers: Record<string, string>): unknown {
  try {
    assertNotEncoded(readHead(headers).contentEncoding);
  } catch (error) {
    return JsonApiError.is(error) && [error.status, error.errors[0]?.source, error.headers];
  }
  return undefined;
}

test.each([[{}], [{ 'content-encoding': '' }], [{ 'Content-Encoding': ' Identity ' }]])('%j is read', (headers) => {
  expect(rejectionOf(headers)).toBeUndefined();
});

test.each([[{ 'content-encoding': 'gzip' }], [{ 'Content-Encoding': 'br, identity' }]])('%j: 415', (headers) => {
  expect(rejectionOf(headers)).toEqual([415, { header: 'Content-Encoding' }, { 'Accept-Encoding': 'identity' }]);
});
