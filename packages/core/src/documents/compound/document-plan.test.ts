import { expect, test } from 'vitest';
import { blog } from '../../../test/blog.ts';
import { createUrlScheme } from '../../schema/url/url-scheme.ts';
import { documentPlan } from './document-plan.ts';
import type { DocumentPlan, Fieldsets } from './resource-plan.ts';

const scheme = createUrlScheme(blog, { baseUrl: '/scheme' });
const planOf = (fields?: Fieldsets, urls?: Parameters<typeof documentPlan>[2]): DocumentPlan =>
  documentPlan(blog, fields, urls);

test.each<[string, Parameters<typeof planOf>]>([
  ['without fieldsets and links', []],
  ['with a fieldset', [{ articles: ['title'] }]],
  ['with a base URL', [undefined, '/api']],
  ['with the base URL of a host that clients use without a path', [undefined, '']],
  ['with a scheme of URLs', [undefined, scheme]],
  ['with both', [{ articles: ['title'] }, scheme]],
])('documents %s share one plan', (_, given) => {
  expect(planOf(...given)).toBe(planOf(...given));
});

test('fieldsets without a type are not fieldsets', () => {
  expect(planOf({})).toBe(planOf());
});

test('documents with other fieldsets or other URLs have plans of their own', () => {
  const fields: Fieldsets = { articles: ['title'] };
  const all = [
    ...[undefined, '', '/api', '/other', scheme].map((urls) => planOf(undefined, urls)),
    ...[undefined, '', '/api', '/other', scheme].map((urls) => planOf(fields, urls)),
  ];
  expect(new Set(all).size).toBe(all.length);
});

test('a scheme keeps its plan, however many base URLs other documents have', () => {
  const known = planOf(undefined, scheme);
  for (let index = 0; index < 300; index++) planOf(undefined, `/tenants/${index}`);
  expect(planOf(undefined, scheme)).toBe(known);
});

test('a plan does not change with the fieldsets that it was made of', () => {
  const names = ['title', 'createdAt'];
  const fields: { articles: string[] } = { articles: names };
  const plan = planOf(fields, '/changed');
  names.push('author');
  fields.articles = [];
  expect(plan.fields).toEqual({ articles: ['title', 'createdAt'] });
});
