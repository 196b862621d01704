import { describe, expect, test } from 'vitest';
import { ask, placeNames } from '../test/library.ts';

// The meaning of a query does not depend on the storage, so each kind of source has the same cases.
describe.each(placeNames)('in %s', (place) => {
  test.each([
    ['a to-one path', 'filter[author.name]=Ada', 'ac'],
    ['any of several values', 'filter[author.name]=Ada,Cy', 'ace'],
    ['an operator', 'filter[author.age][gt]=36', 'e'],
    ['null: an author without an age, but not a book without an author', 'filter[author.age]=null', 'b'],
    ['null or a value', 'filter[author.age]=null,50', 'be'],
    ['null does not have order', 'filter[author.age][lt]=99', 'ace'],
    ['two to-one steps', 'filter[author.employer.name]=Cy', 'ac'],
    ['an id behind a to-one step', 'filter[author.employer]=2,3', 'ace'],
    ['through a join table, any of them', 'filter[tags.label]=sea', 'ace'],
    ['through a join table, each book once', 'filter[tags.label]=sea,sky', 'abce'],
    ['through a join table, null', 'filter[tags.label]=null', 'be'],
    ['through a join table, a boolean', 'filter[tags.hot]=false', 'abe'],
    ['through a foreign key, any of them', 'filter[reviews.stars]=5', 'ac'],
    ['through a foreign key, each book once', 'filter[reviews.stars][ge]=1', 'ac'],
    ['through a foreign key, null', 'filter[reviews.stars]=null', 'b'],
    ['to-many, then to-one', 'filter[reviews.by.name]=Cy', 'a'],
    ['to-many, then an id', 'filter[reviews.by]=1', 'c'],
    ['to-one, then to-many', 'filter[author.books.title]=Gamma', 'ac'],
    ['to-one, then ids of to-many', 'filter[author.books]=c', 'ac'],
    ['to-many, then ids of to-many', 'filter[tags.books]=c', 'ace'],
    ['to-many, then to-many', 'filter[tags.books.pages][ge]=300', 'abce'],
    ['conditions look each for their own', 'filter[reviews.stars]=5&filter[reviews.text]=bad', 'ac'],
    ['conditions on several paths', 'filter[tags.label]=sky&filter[author.name]=Ada&filter[pages][gt]=1', 'a'],
    ['nothing matches', 'filter[author.name]=Nobody', ''],
    ['an id that no record can have', 'filter[author.employer]=x', ''],
    ['a value is a value', "filter[author.name]=Ada' or '1'='1", ''],
  ])('filter: %s: %s', async (_, query, ids) => {
    expect(await ask(place, 'books', query)).toEqual({ ids, total: ids.length });
  });

  test.each([
    ['null first', 'sort=pages', 'cbdea'],
    ['null last, descending', 'sort=-pages', 'aedbc'],
    ['a to-one path, a book without an author first', 'sort=author.name', 'dacbe'],
    ['a to-one path descending, a book without an author last', 'sort=-author.name', 'ebcad'],
    ['no author and an author without an age are the same', 'sort=author.age', 'bdace'],
    ['the same descending', 'sort=-author.age', 'ecadb'],
    ['two to-one steps', 'sort=author.employer.name', 'bdeac'],
    ['several keys', 'sort=author.name,-title', 'dcabe'],
    ['several keys, the path second', 'sort=title,-author.name', 'aebdc'],
    ['the same steps twice', 'sort=author.employer.age,author.name', 'dbeac'],
    ['with a filter by a path', 'filter[tags.label]=sea&sort=-author.name', 'eca'],
  ])('sort: %s: %s', async (_, query, ids) => {
    expect(await ask(place, 'books', query)).toEqual({ ids, total: ids.length });
  });

  test('pages over a filter by a to-many path give every book once, and the total counts each once', async () => {
    const query = 'filter[tags.label]=sea,sky,null&sort=author.name';
    const pages = [0, 1, 2, 3, 4].map((offset) => ask(place, 'books', query, { offset, limit: 1 }));
    expect((await Promise.all(pages)).map(({ ids, total }) => `${ids}${total}`)).toEqual(['a4', 'c4', 'b4', 'e4', '4']);
  });

  test.each([
    ['people', 'filter[books.tags.label]=sky', '123'],
    ['people', 'filter[employer.employer.name]=Bo', '1'],
    ['people', 'sort=employer.name', '231'],
    ['tags', 'filter[books.author.name]=Bo', 't2t3'],
    ['reviews', 'sort=-book.author.name,stars', '32415'],
    ['reviews', 'filter[book.author.age]=null', '3'],
  ] as const)('of %s: %s', async (type, query, ids) => {
    expect((await ask(place, type, query)).ids).toBe(ids);
  });
});
