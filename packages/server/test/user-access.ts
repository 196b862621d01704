/** The access of one user to articles with authors, over sources that record what they are asked. */
import { defineApi, type ResourceType, toMany, toOne } from '@linkage/core';
import { z } from 'zod';
import { type AnyRule, accessControl } from '../src/rules/access-control.ts';
import { createRequestAccess } from '../src/rules/create-request-access.ts';
import type { RequestAccess } from '../src/rules/request-access.ts';
import { resolveSides } from '../src/sources/links/sides.ts';

const api = defineApi({
  articles: { attributes: { title: z.string() }, relationships: { author: toOne('people') } },
  people: { attributes: { name: z.string() }, relationships: { articles: toMany('articles') } },
});
const author = { storedIn: 'record', inverses: [{ type: 'people', relationship: 'articles' }] } as const;

export type Rules = Readonly<Record<string, object>>;

/** @param open Relationships that allow every change from inverse relationships. */
export function userAccess(rules: Rules, open: Readonly<Record<string, readonly string[]>> = {}) {
  const asked: string[] = [];
  const sides = resolveSides(api, (type) => (type === 'articles' ? ({ author } as never) : undefined), open);
  const gatewayOf = (type: string) => ({
    can: { applies: { find: { isDeclared: false, stored: new Set(), types: new Set() } } },
    find: (ids: readonly string[], _: unknown, { forUpdate }: { forUpdate?: boolean }) => {
      asked.push(`${type} ${ids}${forUpdate === true ? ', locked' : ''}`);
      return ids.map((id) => ({ id, title: 'a', name: 'a', articles: [] }));
    },
  });
  const server = { api, sides, gatewayOf, limits: { includedLinkage: 10 } };
  const control = accessControl(api, rules as Readonly<Record<string, AnyRule>>, 'allow', gatewayOf as never);
  const access = createRequestAccess(server as never, control as never, {}) as RequestAccess;
  const typeOf = (name: string) => api.types.get(name) as ResourceType;
  return { access, asked, sides, typeOf, request: { rules: access, server, api } };
}
