/** The API of the transcripts, its records, and the options of its servers. */
import { attribute, defineApi, toMany, toOne } from '@linkage/core';
import { z } from 'zod';

const text = attribute(z.string().default(''), { sort: true, filter: true });
const status = attribute(z.enum(['shown', 'hidden']).default('shown'), { filter: true });

const apiOf = (required: boolean) =>
  defineApi({
    articles: {
      attributes: { title: text, words: attribute(z.number().default(0), { sort: true, filter: true }), status },
      relationships: {
        author: toOne('people', { inverse: 'articles', sort: true, filter: true, onDelete: 'clear' }),
        tags: toMany('tags', { inverse: 'articles', filter: true }),
        comments: toMany('comments', { inverse: 'article', filter: true }),
      },
      clientGeneratedIds: true,
    },
    people: {
      attributes: { name: text, status },
      relationships: { articles: toMany('articles', { inverse: 'author', filter: true }) },
      clientGeneratedIds: true,
    },
    tags: {
      attributes: { name: text, status },
      relationships: { articles: toMany('articles', { inverse: 'tags' }) },
      clientGeneratedIds: true,
    },
    comments: {
      attributes: { text, status },
      relationships: {
        article: toOne('articles', { required, inverse: 'comments', filter: true, onDelete: 'cascade' }),
      },
      clientGeneratedIds: true,
    },
  });

export const api = apiOf(false);
/** The same API, but a comment must have an article. */
export const strictApi = apiOf(true);

const references = (type: string, ids: readonly string[]) => ids.map((id) => ({ type, id }));

/** Article 3, person 3, tag 3, and comment 3 are hidden. Article 1 has a hidden tag, and person 1 a hidden article. */
export const records = {
  people: [
    { id: '1', name: 'Ada', status: 'shown' },
    { id: '2', name: 'Bo', status: 'shown' },
    { id: '3', name: 'Cy', status: 'hidden' },
  ],
  tags: [
    { id: '1', name: 'red', status: 'shown' },
    { id: '2', name: 'blue', status: 'shown' },
    { id: '3', name: 'secret', status: 'hidden' },
  ],
  articles: [
    { id: '1', title: 'one', words: 10, status: 'shown', author: '1', tags: references('tags', ['1', '2', '3']) },
    { id: '2', title: 'two', words: 20, status: 'shown', author: '2', tags: references('tags', ['1']) },
    { id: '3', title: 'three', words: 30, status: 'hidden', author: '1', tags: [] },
    { id: '4', title: 'four', words: 40, status: 'shown', author: null, tags: references('tags', ['2']) },
  ],
  comments: [
    { id: '1', text: 'first', status: 'shown', article: '1' },
    { id: '2', text: 'second', status: 'shown', article: '1' },
    { id: '3', text: 'third', status: 'hidden', article: '1' },
    { id: '4', text: 'fourth', status: 'shown', article: '2' },
  ],
} as const;

const types = ['articles', 'people', 'tags', 'comments', 'notes'] as const;
const yes = (): boolean => true;
const writes = { create: yes, update: yes, delete: yes, updateRelationship: yes };
const shown = { field: 'status', operator: 'eq', values: ['shown'] };
const forTypes = (of: readonly string[], rule: (type: string) => object) =>
  Object.fromEntries(types.filter((type) => of.includes(type)).map((type) => [type, rule(type)]));

/** Rules with a condition on a column, with conditions on paths and groups, and with all resources but not all fields. */
const rules = {
  rules: () => ({ ...writes, read: () => [shown] }),
  'rules on paths': (type: string) => ({
    ...writes,
    read: () => {
      if (type === 'comments') return [{ field: 'article.author.name', operator: 'eq', values: ['Ada', 'Bo'] }];
      return type === 'articles' ? [{ or: [shown, { field: 'author', operator: 'eq', values: ['2'] }] }] : [shown];
    },
  }),
  'rules on fields': () => ({ ...writes, read: yes, fields: () => ({ except: ['status'] }) }),
} as const;

const hook = { before: () => undefined, after: () => undefined, afterCommit: () => undefined };
const hooks = { create: hook, update: hook, delete: hook, updateRelationship: hook };

export const settingNames = ['open', 'rules', 'rules on paths', 'rules on fields', 'hooks', 'rules and hooks'] as const;
export type Setting = (typeof settingNames)[number];

/** Returns the options of a server for the types of an API. */
export function optionsOf(setting: Setting, of: readonly string[]): object {
  const access = (name: keyof typeof rules) => ({ access: forTypes(of, rules[name]) });
  const hooked = { hooks: forTypes(of, () => hooks) };
  if (setting === 'open') return {};
  if (setting === 'hooks') return hooked;
  return setting === 'rules and hooks' ? { ...access('rules'), ...hooked } : access(setting);
}
