import { type AccessRules, unauthorized } from '@linkage/server';
import type { api } from './schema.ts';

/** The user of a request. Without a token, only the address is known. */
export interface Visitor {
  readonly user: { readonly id: string; readonly isAdmin: boolean } | undefined;
  readonly address: string;
}

/** The resources whose field is the user; all for admins. */
const owned =
  <Field extends string>(field: Field) =>
  ({ user }: Visitor) =>
    user !== undefined && (user.isAdmin || [{ field, values: [user.id] }]);

/** Requires a user. The application creates the error, so that it has status 401. */
function isUser({ user }: Visitor): boolean {
  if (user === undefined) throw unauthorized('Bearer');
  return true;
}
const isAdmin = (visitor: Visitor) => isUser(visitor) && visitor.user?.isAdmin === true;
const catalog = { read: () => true, create: isAdmin, update: isAdmin, delete: isAdmin, updateRelationship: isAdmin };

export const rules: AccessRules<typeof api, Visitor> = {
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
    // Creating a line changes `lines` of its order, so this rule decides which users can add lines, and until when.
    updateRelationship: (visitor, { record }) => isUser(visitor) && record?.status === 'open',
  },
  lines: { read: owned('order.customer'), create: isUser, updateRelationship: isUser },
};
