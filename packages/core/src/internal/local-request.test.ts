import { expect, test } from 'vitest';
import { isLocalRequest, type LocalRequestFields } from './local-request.ts';

test.each<[LocalRequestFields, boolean]>([
  [{ host: 'localhost' }, true],
  [{ host: 'localhost:4700' }, true],
  [{ host: '127.0.0.1:4700' }, true],
  [{ host: '[::1]:4700' }, true],
  [{ host: '127.0.0.1:4700', origin: 'http://127.0.0.1:4700', 'sec-fetch-site': 'same-origin' }, true],
  [{ host: 'localhost', 'sec-fetch-site': 'none' }, true],
  [{}, false],
  [{ host: '' }, false],
  [{ host: 'evil.example' }, false],
  [{ host: 'localhost.evil.example' }, false],
  [{ host: 'localhost:4700@evil.example' }, false],
  [{ host: '127.0.0.1:4700', origin: 'http://localhost:4700' }, false],
  [{ host: '127.0.0.1:4700', origin: 'null' }, false],
  [{ host: '127.0.0.1', 'sec-fetch-site': 'cross-site' }, false],
  [{ host: '127.0.0.1', 'sec-fetch-site': 'same-site' }, false],
  [{ host: '127.0.0.1', 'sec-fetch-site': ['none', 'none'] }, false],
  [{ host: '127.0.0.1', 'service-worker': 'script' }, false],
  [{ host: '127.0.0.1', 'sec-fetch-dest': 'serviceworker' }, false],
])('%j: %j', (fields, isLocal) => {
  expect(isLocalRequest(fields)).toBe(isLocal);
});
