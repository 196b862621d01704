/** Declarations apart from the server read only what the option `context` of the server returns. */
import { defineAction, defineApi } from '@linkage/core';
import { assertType, expectTypeOf, test } from 'vitest';
import { z } from 'zod';
import type { ActionFunctions, ActionRequest } from '../extensions/actions/action-functions.ts';
import type { EndpointRequest, ExtensionEndpoint, ServerExtension } from '../extensions/server-extension.ts';
import type { ServerProfile } from '../extensions/server-profile.ts';
import { createMemorySources } from '../memory/create-memory-sources.ts';
import type { AnswerFacts } from '../response/headers/application-headers.ts';
import type { Cacheable } from '../response/headers/cacheable.ts';
import type { ExtensionMembersOf, MemberFacts } from '../response/members/added-members.ts';
import type {
  DocumentFacts,
  DocumentMembers,
  RelationshipObjectMembers,
  ResourceObjectMembers,
} from '../response/members/application-members.ts';
import type { AccessRules, UpdateSubject } from '../rules/access-rules.ts';
import type { AnyWrite, BeforeWrite, WriteHooks } from '../writing/hooks/write-hooks.ts';
import { createServer } from './create-server.ts';
import type { ServerOptions } from './server-options.ts';

const api = defineApi({ notes: { attributes: { text: z.string() }, actions: { close: defineAction({}) } } });
type Api = typeof api;
const sources = createMemorySources(api);

interface User {
  readonly user: string;
  readonly role: 'guest' | 'staff';
}
interface Less {
  readonly user: string;
}
const isStaff = ({ role }: User): boolean => role !== 'guest';
const see = ({ context }: { readonly context: User }): undefined => void context.role;
const staff = (facts: MemberFacts<User>): undefined => see(facts);

type Given<Whole> = { readonly [Name in keyof Whole]-?: NonNullable<Whole[Name]> };
/** Hooks of a server whose users have roles. The parameters are written out: methods would be compared with them in both directions. */
type Hooks<Context> = NonNullable<WriteHooks<Api, Context>['notes']>;
declare const hooksOf: { readonly [Action in keyof Hooks<User>]-?: Given<NonNullable<Hooks<User>[Action]>> };

test('a rule', () => {
  type Rules = AccessRules<Api, Less>['notes'];
  // @ts-expect-error The context has no role.
  assertType<Rules>({ read: isStaff });
  // @ts-expect-error The context has no role.
  assertType<Rules>({ fields: isStaff });
  // @ts-expect-error The context has no role.
  assertType<Rules>({ link: isStaff });
  // @ts-expect-error The context has no role.
  assertType<Rules>({ create: isStaff });
  // @ts-expect-error The context has no role.
  assertType<Rules>({ update: isStaff });
  // @ts-expect-error The context has no role.
  assertType<Rules>({ delete: isStaff });
  // @ts-expect-error The context has no role.
  assertType<Rules>({ updateRelationship: isStaff });
  // @ts-expect-error The context has no role.
  assertType<Rules>({ act: isStaff });
  // @ts-expect-error The context of the call has no role.
  assertType<Rules>({ update: (_: Less, { call }: UpdateSubject<Api, 'notes', User>) => see(call) ?? true });
});

test('a hook', () => {
  // @ts-expect-error The context has no role.
  assertType<Hooks<Less>>({ create: { before: hooksOf.create.before } });
  // @ts-expect-error The context has no role.
  assertType<Hooks<Less>>({ create: { after: hooksOf.create.after } });
  // @ts-expect-error The context has no role.
  assertType<Hooks<Less>>({ create: { afterCommit: hooksOf.create.afterCommit } });
  // @ts-expect-error The context has no role.
  assertType<Hooks<Less>>({ update: { before: hooksOf.update.before } });
  // @ts-expect-error The context has no role.
  assertType<Hooks<Less>>({ update: { after: hooksOf.update.after } });
  // @ts-expect-error The context has no role.
  assertType<Hooks<Less>>({ update: { afterCommit: hooksOf.update.afterCommit } });
  // @ts-expect-error The context has no role.
  assertType<Hooks<Less>>({ delete: { before: hooksOf.delete.before } });
  // @ts-expect-error The context has no role.
  assertType<Hooks<Less>>({ delete: { after: hooksOf.delete.after } });
  // @ts-expect-error The context has no role.
  assertType<Hooks<Less>>({ delete: { afterCommit: hooksOf.delete.afterCommit } });
  // @ts-expect-error The context has no role.
  assertType<Hooks<Less>>({ updateRelationship: { before: hooksOf.updateRelationship.before } });
  // @ts-expect-error The context has no role.
  assertType<Hooks<Less>>({ updateRelationship: { after: hooksOf.updateRelationship.after } });
  // @ts-expect-error The context has no role.
  assertType<Hooks<Less>>({ updateRelationship: { afterCommit: hooksOf.updateRelationship.afterCommit } });
  // @ts-expect-error The context has no role.
  assertType<BeforeWrite<AnyWrite<Api, Less>>>(({ call }: AnyWrite<Api, User>) => see(call));
});

test('an action, an endpoint, an extension, and a profile', () => {
  const close = ({ call }: ActionRequest<Api, 'notes', 'close', User>): undefined => see(call);
  // @ts-expect-error The context has no role.
  assertType<ActionFunctions<Api, Less>>({ notes: { close } });
  const place = { name: 'x', method: 'GET', path: '/x', statuses: [204] } as const;
  const run = ({ call }: EndpointRequest<User>) => ({ status: see(call) ?? 204 });
  // @ts-expect-error The context has no role.
  assertType<ExtensionEndpoint<Less>>({ ...place, run });
  type Extension = Omit<ServerExtension<Less>, 'extension'>;
  // @ts-expect-error The context has no role.
  assertType<Extension>({ endpoints: [{ ...place, run }] });
  type Members = ExtensionMembersOf<Less>;
  const ofRecord = (_: object, __: string, facts: MemberFacts<User>) => staff(facts);
  const ofLinkage = (_: object, __: string, ___: string, facts: MemberFacts<User>) => staff(facts);
  // @ts-expect-error The context has no role.
  assertType<Members>({ document: staff });
  // @ts-expect-error The context has no role.
  assertType<Members>({ resource: ofRecord });
  // @ts-expect-error The context has no role.
  assertType<Members>({ relationship: ofLinkage });
  // @ts-expect-error The context has no role.
  assertType<Members>({ links: staff });
  type Meta = NonNullable<ServerProfile<Less>['meta']>;
  // @ts-expect-error The context has no role.
  assertType<Meta>({ document: staff });
  // @ts-expect-error The context has no role.
  assertType<Meta>({ resource: ofRecord });
  // @ts-expect-error The context has no role.
  assertType<Meta>({ identifier: ofRecord });
});

test('an option', () => {
  type Options = ServerOptions<Less, Api>;
  const ofRecord = (_: object, facts: MemberFacts<User>) => staff(facts);
  const ofDocument = (facts: DocumentFacts<User>) => staff(facts);
  // @ts-expect-error The context has no role.
  assertType<DocumentMembers<Less>>({ meta: ofDocument });
  // @ts-expect-error The context has no role.
  assertType<DocumentMembers<Less>>({ links: ofDocument });
  // @ts-expect-error The context has no role.
  assertType<ResourceObjectMembers<Api, 'notes', Less>>({ meta: ofRecord });
  // @ts-expect-error The context has no role.
  assertType<ResourceObjectMembers<Api, 'notes', Less>>({ links: ofRecord });
  // @ts-expect-error The context has no role.
  assertType<RelationshipObjectMembers<object, Less>>({ meta: ofRecord });
  // @ts-expect-error The context has no role.
  assertType<Options['challenge']>(({ role }: User) => role);
  // @ts-expect-error The context has no role.
  assertType<Options['pagination']>({ user: isStaff });
  // @ts-expect-error The context has no role.
  assertType<Options['cacheControl']>((answer: Cacheable<User>) => see(answer));
  // @ts-expect-error The context has no role.
  assertType<Options['headers']>(({ context }: AnswerFacts<User>) => context && see({ context }));
  // @ts-expect-error The context has no role.
  assertType<Options['errors']>({ language: (_, { role }: User) => role });
});

test('rules and hooks declared apart do not fit a server with less, or without a user', () => {
  const access: AccessRules<Api, User> = { notes: { read: () => true, create: isStaff } };
  const hooks: WriteHooks<Api, User> = { notes: { create: { before: ({ call }) => see(call) } } };
  const less = (): Less => ({ user: 'x' });
  const absent = (): User | undefined => undefined;
  const whole = (): User => ({ user: 'x', role: 'staff' });
  // @ts-expect-error The context has no role.
  createServer(api, sources, { context: less, access });
  // @ts-expect-error The context has no role.
  createServer(api, sources, { context: less, hooks });
  // @ts-expect-error There can be no user.
  createServer(api, sources, { context: absent, access });
  // @ts-expect-error There can be no user.
  createServer(api, sources, { context: absent, hooks });
  const fitting: AccessRules<Api, Less> = { notes: { create: ({ user }) => user !== '' } };
  expectTypeOf(createServer(api, sources, { context: whole, access, hooks })).not.toBeAny();
  expectTypeOf(createServer(api, sources, { context: whole, access: fitting })).not.toBeAny();
});
