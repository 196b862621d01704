import { expect, test } from 'vitest';
import type { Api } from './api.ts';
import { defineApi } from './define-api.ts';
import { toMany, toOne } from './relationship.ts';

const inverseOf = (api: Api, type: string, name: string) => api.types.get(type)?.relationships.get(name)?.inverse;

test('both relationships know an inverse that one side declares', () => {
  const api = defineApi({
    articles: { relationships: { author: toOne('people', { inverse: 'articles' }) } },
    people: { relationships: { articles: toMany('articles'), friends: toMany('people', { inverse: 'friends' }) } },
  });
  expect(inverseOf(api, 'articles', 'author')).toBe('articles');
  expect(inverseOf(api, 'people', 'articles')).toBe('author');
  expect(inverseOf(api, 'people', 'friends')).toBe('friends');
});

test('each target of several has the inverse', () => {
  const api = defineApi({
    media: { relationships: { owner: toOne(['articles', 'people'], { inverse: 'media' }) } },
    articles: { relationships: { media: toMany('media') } },
    people: { relationships: { media: toMany('media') } },
  });
  expect(['articles', 'people'].map((type) => inverseOf(api, type, 'media'))).toEqual(['owner', 'owner']);
});

const where = 'defineApi: relationship `articles.author`: `inverse`';
test.each<[string, object, string]>([
  [
    'an unknown name',
    { posts: toMany('articles') },
    `${where}: type "people" does not have a relationship "articles".`,
  ],
  [
    'a name with a mistake',
    { article: toMany('articles') },
    `${where}: type "people" does not have a relationship "articles". Did you mean \`article\`?`,
  ],
  [
    'one that leads elsewhere',
    { articles: toMany('people') },
    `${where}: relationship \`people.articles\` must have the target "articles".`,
  ],
  [
    'two inverses',
    { articles: toMany('articles', { inverse: 'editor' }) },
    'defineApi: relationship `people.articles` must have one inverse, but both `author` and `editor` are declared.',
  ],
])('%s is rejected', (_, relationships, message) => {
  const declare = () =>
    defineApi({
      articles: { relationships: { author: toOne('people', { inverse: 'articles' }), editor: toOne('people') } },
      people: { relationships },
    } as never);
  expect(declare).toThrow(new TypeError(message));
});
