import { type AccessRules, type ReadCondition, unauthorized } from '@linkage/server';
import type { api } from './schema.ts';

/** The user of a request. Requests without a token have none. */
export interface User {
  readonly id: string;
  readonly isAdmin: boolean;
}
export type Caller = { readonly user: User | undefined; readonly address: string };

type Api = typeof api;

/** The resources of a type that belong to the caller; all for admins. */
const owned =
  <Type extends 'users' | 'orders' | 'lines'>(field: ReadCondition<Api, Type>['field']) =>
  ({ user }: Caller) =>
    user !== undefined && (user.isAdmin || [{ field, values: [user.id] }]);

/** Requires a user. The application creates the error, so that it has status 401. */
function isUser({ user }: Caller): boolean {
  if (user === undefined) throw unauthorized('Bearer');
  return true;
}
const isAdmin = (caller: Caller) => isUser(caller) && caller.user?.isAdmin === true;
const catalog = { read: () => true, create: isAdmin, update: isAdmin, delete: isAdmin, relate: isAdmin };

export const rules: AccessRules<Api, Caller> = {
  users: { read: owned('id'), create: isAdmin, update: isUser },
  sessions: { read: () => true, create: () => true },
  categories: catalog,
  products: catalog,
  images: catalog,
  videos: catalog,
  orders: {
    read: owned('customer'),
    create: isUser,
    update: isAdmin,
    delete: (_, { record }) => record.status === 'open',
    // Creating a line changes `lines` of its order, so this rule decides who can add lines, and until when.
    relate: (caller, { record }) => isUser(caller) && record?.status === 'open',
  },
  lines: { read: owned('order.customer'), create: isUser, relate: isUser },
};
