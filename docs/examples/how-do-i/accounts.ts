import { randomBytes, scrypt } from 'node:crypto';
import { promisify } from 'node:util';
import { attribute, defineApi, errorObject, JsonApiError, toOne } from '@linkage/core';
import { createMemorySources, createServer, type DataSource, type TypeHooks, unauthorized } from '@linkage/server';
import { z } from 'zod';

const password = attribute(z.string().min(12), { read: false });
const api = defineApi({
  users: { attributes: { name: z.string(), password, balance: attribute(z.int().default(100), { write: false }) } },
  registrations: { attributes: { name: z.string(), password } },
  payments: { attributes: { amount: z.int().min(1) }, relationships: { user: toOne('users', { required: true }) } },
});
const sources = createMemorySources(api, { users: [{ id: '1', name: 'Ada', balance: 5, password: '-' }] });
type Api = typeof api;

// #region register
/** `POST /registrations`: a type that clients can create, but not read, writes the user in the same transaction. */
const registrations: DataSource<Api, 'registrations'> = {
  async create({ attributes }, call) {
    await sources.users?.create?.({ type: 'users', attributes, relationships: {} }, call);
    return { id: crypto.randomUUID(), name: attributes.name };
  },
  transaction: (run, call) => sources.users?.transaction?.(run, call) as ReturnType<typeof run>,
};
// #endregion

// #region password
const derive = promisify<string, Buffer, number, Buffer>(scrypt);

/** The input of the source is the result of `before`, which can be async. It is not validated again. */
const hashed: TypeHooks<Api, 'registrations'> = {
  create: {
    async before({ input }) {
      const salt = randomBytes(16);
      const hash = await derive(input.attributes.password, salt, 32);
      return {
        ...input,
        attributes: { ...input.attributes, password: `${salt.toString('hex')}:${hash.toString('hex')}` },
      };
    },
  },
};
// #endregion

// #region current
/** With `forUpdate`, no other write can change the user until the transaction ends. */
const covered: TypeHooks<Api, 'payments'> = {
  create: {
    async before({ input, find }) {
      const user = await find('users', input.relationships.user.id, { forUpdate: true });
      if ((user?.balance ?? 0) >= input.attributes.amount) return input;
      const source = { pointer: '/data/attributes/amount' };
      throw new JsonApiError(errorObject('VALUE_REJECTED', 'The balance is too low.', { source }));
    },
  },
};
// #endregion

const all = { ...sources, registrations };

// #region challenge
export const server = createServer(api, all, {
  context: ({ headers }) => headers['x-user'] as string | undefined,
  challenge: (user) => (user === undefined ? 'Bearer' : undefined), // 401 instead of 403 if a rule returns false
  access: {
    users: { read: (user) => user !== undefined && [{ field: 'id', values: [user] }] }, // no user can write users
    registrations: { read: () => true, create: () => true }, // everybody can register
    payments: {
      read: (user) => user !== undefined && [{ field: 'user', values: [user] }],
      create: (user, { input }) => user !== undefined && input.relationships.user.id === user,
    },
  },
  hooks: { registrations: hashed, payments: covered },
});
// #endregion

export const withOwnUser = createServer(api, sources, {
  context: ({ headers }) => headers['x-user'] as string | undefined,
  access: { users: { read: (user) => user !== undefined && [{ field: 'id', values: [user] }] } },
  // #region me
  endpoints: [
    {
      ...{ name: 'own-user', method: 'GET', path: '/me', statuses: [200] },
      run({ context: user, parameters, execute }) {
        if (user === undefined) throw unauthorized('Bearer');
        return execute({ method: 'GET', target: { type: 'users', id: user }, query: parameters });
      },
    },
  ],
  // #endregion
});

export const storedPasswords = async () => {
  const call = { context: undefined, signal: new AbortController().signal };
  const query = { filter: [], sort: [], page: { offset: 0, limit: 9 }, total: false } as const;
  const selection = { attributes: new Set(['password']), relationships: new Set<string>() };
  const page = await sources.users?.list?.({ ...query, selection }, call);
  return page?.records.map((user) => user.password);
};
