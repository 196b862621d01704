import { createHmac, timingSafeEqual } from 'node:crypto';
import { defineApi } from '@linkage/core';
import { createKyselySources } from '@linkage/kysely';
import { createServer, type Server, unauthorized } from '@linkage/server';
import type { Kysely } from 'kysely';
import { z } from 'zod';

const api = defineApi({ notes: { attributes: { text: z.string() } } });

type Claims = Readonly<Record<string, unknown>>;

/** Returns the claims of a token that the secret has signed with HS256. In production, use a library such as `jose`. */
function claimsOf(token: string, secret: string): Claims {
  const [header = '', payload = '', signature = ''] = token.split('.');
  const expected = createHmac('sha256', secret).update(`${header}.${payload}`).digest();
  const given = Buffer.from(signature, 'base64url');
  if (given.length !== expected.length || !timingSafeEqual(given, expected))
    throw unauthorized('Bearer', 'The token is invalid.');
  const claims = JSON.parse(Buffer.from(payload, 'base64url').toString()) as Claims;
  if (!(Number(claims['exp']) > Date.now() / 1000)) throw unauthorized('Bearer', 'The token has expired.');
  return claims;
}

// #region server
/** The roles that a token can name. They do not include `service_role` of Supabase, which bypasses policies. */
const roles: readonly unknown[] = ['anon', 'authenticated'];

export function createPolicyServer(db: Kysely<unknown>, secret: string): Server {
  const context = ({ headers }: { readonly headers: Readonly<Record<string, unknown>> }) => {
    const [, token] = /^Bearer (\S+)$/i.exec(String(headers['authorization'])) ?? [];
    const claims = token === undefined ? { role: 'anon' } : claimsOf(token, secret);
    if (!roles.includes(claims['role'])) throw unauthorized('Bearer', 'The token has no role.');
    return claims;
  };
  const sources = createKyselySources(
    api,
    db,
    { notes: { table: 'note', idType: 'integer' } },
    {
      context,
      session: ({ context: claims }) => ({
        role: String(claims['role']),
        settings: { 'request.jwt.claims': JSON.stringify(claims) },
      }),
    },
  );
  return createServer(api, sources, { context, vary: ['Authorization'] });
}
// #endregion
