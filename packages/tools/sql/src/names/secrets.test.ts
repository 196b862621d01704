import { describe, expect, test } from 'vitest';
import { isHiddenTable, isSecretColumn, isSecretNumber, isSecretText, isWatchedTable } from './secrets.ts';

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
    ...[
      'passwordhash',
      'apikey',
      'refreshtoken',
      'privatekey',
      'sessionid',
      'totp_recover',
      'backup_codes',
      'cardnumber',
    ],
    ...[
      'hashedKey',
      'userpassword',
      'passwordhashes',
      'APIKEYS',
      'newpassword',
      'tokenhash',
      'creditcardnumber',
      'md5pass',
    ],
    ...'smtppassword fcmtoken stripesecret stripeapikey mailpasswd password2 oldpassword1 pw_hash cvv2 card_no'.split(
      ' ',
    ),
    ...'security_answer verifycode reset_hash activationhash magic_link sshkey privkey consumerkey session_data'.split(
      ' ',
    ),
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
    ...[
      'salted',
      'assigned',
      'name',
      'hash',
      'passport',
      'secretary',
      'compassion',
      'code',
      'country_code',
      'zipcode',
      'id',
    ],
    ...[
      'passtime',
      'keyboard',
      'card_type',
      'house_number',
      'turnkey',
      `${'a'.repeat(100_000)}`,
      'sortkey',
      'postcode',
    ],
    ...'metadata foreign_key spin shippincode compass2 md5 language_key permalink'.split(' '),
  ])('%s is not secret', (name) => {
    expect(isSecretColumn(name)).toBe(false);
  });
});

describe('columns whose table says what they are', () => {
  test.each([
    ['api_keys', 'key'],
    ['api_keys', 'hashed_key'],
    ['apikeys', 'value'],
    ['password_resets', 'key'],
    ['password_resets', 'code'],
    ['backup_codes', 'code'],
    ['users', 'hash'],
    ['keys', 'key'],
    ['user_keys', 'key'],
    ['licenses', 'key'],
    ['invitations', 'code'],
    ['email_verifications', 'code'],
    ['magic_links', 'key'],
    ['oauth_clients', 'key'],
    ['resets', 'hash'],
    ['auth', 'data'],
  ])('%s.%s is secret', (table, column) => {
    expect(isSecretColumn(column, table)).toBe(true);
  });

  test.each([
    ['api_keys', 'name'],
    ['password_resets', 'email'],
    ['translations', 'key'],
    ['settings', 'value'],
    ['users', 'code'],
    ['images', 'hash'],
    ['translation_keys', 'key'],
    ['countries', 'code'],
    ['pages', 'data'],
  ])('%s.%s is not', (table, column) => {
    expect(isSecretColumn(column, table)).toBe(false);
  });

  test.each(['card_number', 'cvv', 'otp'])('a number %s is secret', (name) => expect(isSecretNumber(name)).toBe(true));
  test.each(['pin', 'token_count', 'house_number'])('a number %s is not', (name) =>
    expect(isSecretNumber(name)).toBe(false),
  );

  test.each(['users', 'AspNetUserLogins', 'license_keys', 'password_resets', 'staff'])('%s is watched', (name) =>
    expect(isWatchedTable(name)).toBe(true),
  );
  test.each(['films', 'monkeys'])('%s is not', (name) => expect(isWatchedTable(name)).toBe(false));
});

describe('values', () => {
  const base64 = 'MIIEvQIBADANBgkqhkiG9w0BAQEFAASC';
  test.each([
    '$2b$12$LQv3c1yqBWVHxkd0LHAkCOYz6TtxMQJqhN8/LewY5GyYqz4YI1p2u',
    '$argon2id$v=19$m=65536,t=3,p=4$c29tZXNhbHQ$RdescudvJCsgt3ub+b4dWRWJTmaaJObG',
    `-----BEGIN PRIVATE KEY-----\n${base64}`,
    `-----BEGIN OPENSSH PRIVATE KEY-----\n${base64}`,
    'eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiIxMjM0NTY3ODkwIn0.dozjgNryP4J3jVmNHl0w5N_XgL0n3I9PlFUP0THsR8U',
    '{"token":"eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiIxMjM0NTY3ODkwIn0.abc"}',
    'pbkdf2_sha256$600000$salt$hash',
    '$6$salt$hash',
    '$P$B7eOc0W5cRvXyZ',
    'sk_live_51H8',
    'AKIAIOSFODNN7EXAMPLE',
    'pbkdf2:sha256:260000$salt$hash',
    'scrypt:32768:8:1$salt$hash',
    '$apr1$salt$hash',
    'github_pat_11A',
    'otpauth://totp/shop?secret=JBSWY3DP',
    '-----BEGIN PGP PRIVATE KEY BLOCK-----',
  ])('%j is secret', (text) => expect(isSecretText(text)).toBe(true));

  test.each([
    '$2 off',
    'eyJ',
    'costs $5',
    '-----BEGIN PUBLIC KEY-----',
    '-----BEGIN CERTIFICATE-----',
    '-----BEGIN PGP PUBLIC KEY BLOCK-----',
    'A pbkdf2 primer',
    '',
  ])('%j is not', (text) => expect(isSecretText(text)).toBe(false));
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
