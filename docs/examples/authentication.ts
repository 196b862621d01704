import { defineApi } from '@linkage/core';
import { createMemorySources, createServer, unauthorized } from '@linkage/server';
import { createLocalJWKSet, errors, exportJWK, generateKeyPair, jwtVerify, SignJWT } from 'jose';
import { z } from 'zod';

const api = defineApi({ articles: { attributes: { title: z.string() } } });
const sources = createMemorySources(api, { articles: [{ id: '1', title: 'Hello' }] });

const issuer = 'https://login.example.com/';
const { privateKey, publicKey } = await generateKeyPair('ES256');
const publicKeys = createLocalJWKSet({ keys: [{ ...(await exportJWK(publicKey)), alg: 'ES256' }] });

/** Signs a token, as the login of another service does. */
export const signToken = (claims: object, expiresAt: string | number, audience = 'articles') =>
  new SignJWT({ ...claims })
    .setProtectedHeader({ alg: 'ES256' })
    .setIssuer(issuer)
    .setAudience(audience)
    .setExpirationTime(expiresAt)
    .sign(privateKey);

// #region context
// In production: createRemoteJWKSet(new URL('https://login.example.com/.well-known/jwks.json'))
const keys = publicKeys;
const checks = { issuer, audience: 'articles', algorithms: ['ES256'], requiredClaims: ['exp'] };
const User = z.object({ sub: z.string(), roles: z.array(z.string()).default([]) });

/** Returns the user, or undefined for a request without a token. */
async function userOf(authorization: unknown) {
  if (authorization === undefined) return undefined;
  const [, token = ''] = /^Bearer (\S+)$/i.exec(String(authorization)) ?? [];
  try {
    const { payload } = await jwtVerify(token, keys, checks);
    return User.parse(payload);
  } catch (error) {
    const isOfToken = error instanceof errors.JOSEError || error instanceof z.ZodError;
    if (!isOfToken || error instanceof errors.JWKSTimeout) throw error; // the keys cannot be read: 500
    const isExpired = error instanceof errors.JWTExpired;
    throw unauthorized(
      'Bearer error="invalid_token"',
      isExpired ? 'The token has expired.' : 'The token is not valid.',
    );
  }
}

export const server = createServer(api, sources, {
  // Headers can have any case in `headers`: the adapters pass them in lower case.
  context: ({ headers }) => userOf(headers['authorization']),
  challenge: (user) => (user === undefined ? 'Bearer' : undefined), // 401 instead of 403
  access: {
    articles: {
      read: () => true,
      create: (user) => user?.roles.includes('editor') ?? false,
      update: (user) => user?.roles.includes('editor') ?? false,
      // Without a rule `delete`, no user can delete articles.
    },
  },
});
// #endregion
