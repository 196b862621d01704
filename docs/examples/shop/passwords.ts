import { createHash, randomBytes, scryptSync, timingSafeEqual } from 'node:crypto';
import type { DatabaseSync } from 'node:sqlite';

const derive = (password: string, salt: string) => scryptSync(password, salt, 32);
export const hashToken = (token: string) => createHash('sha256').update(token).digest('hex');

/** Returns the salt and the hash of a password, as the database stores them. */
export function hashPassword(password: string): string {
  const salt = randomBytes(16).toString('hex');
  return `${salt}:${derive(password, salt).toString('hex')}`;
}

/** Stores a new session and returns its token; undefined if the email or the password is wrong. */
export function logIn(database: DatabaseSync, email: string, password: string) {
  const row = database.prepare('select id, password_hash from user where email = ?').get(email);
  // Without a user, the check takes as long, so that users cannot detect which emails are known.
  const [salt = '', hash = ''] = String(row?.['password_hash'] ?? `:${'00'.repeat(32)}`).split(':');
  if (!timingSafeEqual(derive(password, salt), Buffer.from(hash, 'hex')) || row === undefined) return undefined;
  const token = randomBytes(32).toString('base64url');
  const user = String(row['id']);
  const { lastInsertRowid: id } = database
    .prepare('insert into session (token_hash, user_id) values (?, ?)')
    .run(hashToken(token), user);
  return { id: String(id), token, user };
}
