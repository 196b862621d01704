import { createHash, randomBytes, scryptSync, timingSafeEqual } from 'node:crypto';

const derive = (password: string, salt: string) => scryptSync(password, salt, 32);

/** Returns the salt and the hash of a password, as the database stores them. */
export function hashPassword(password: string): string {
  const salt = randomBytes(16).toString('hex');
  return `${salt}:${derive(password, salt).toString('hex')}`;
}

/** Whether a password has this hash. Without a hash, the check takes as long, so that callers cannot detect accounts. */
export function isPassword(password: string, stored = `:${'00'.repeat(32)}`): boolean {
  const [salt = '', hash = ''] = stored.split(':');
  return timingSafeEqual(derive(password, salt), Buffer.from(hash, 'hex'));
}

export const newToken = () => randomBytes(32).toString('base64url');
export const hashToken = (token: string) => createHash('sha256').update(token).digest('hex');
