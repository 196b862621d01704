import { describe, expect, test } from 'vitest';
import { isHiddenTable, isSecretColumn } from './secrets.ts';

describe('columns', () => {
  test.each([
    ...[
      'password',
      'Password',
      'encrypted_password',
      'pass',
      'pwd',
      'reset_password_token',
      'access_tokens',
      'otp_secret',
    ],
    ...[
      'client_secret',
      'salt',
      'passwordHash',
      'token_digest',
      'code_hash',
      'api_key',
      'private_key',
      'SSN',
      'pin',
      'cvv',
    ],
    ...['authorization', 'hmac', 'session_key', 'credentials'],
  ])('%s is secret', (name) => {
    expect(isSecretColumn(name)).toBe(true);
  });

  test.each([
    ...[
      'public_key',
      'blurhash',
      'idempotency_key',
      'content_hash',
      'passenger',
      'compass',
      'pinned',
      'key',
      'tokenizer',
    ],
    ...['salted', 'assigned', 'name', 'hash'],
  ])('%s is not secret', (name) => {
    expect(isSecretColumn(name)).toBe(false);
  });
});

describe('tables', () => {
  test.each([
    'sessions',
    'user_session',
    'oauth_access_tokens',
    'schema_migrations',
    '_prisma_migrations',
    'credentials',
  ])('%s is hidden', (name) => {
    expect(isHiddenTable(name)).toBe(true);
  });

  test.each(['films', 'session_notes', 'token_types', 'migrations'])('%s is not hidden', (name) => {
    expect(isHiddenTable(name)).toBe(false);
  });
});
